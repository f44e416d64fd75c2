import { expect, it } from 'vitest'
import { pluralText } from './counts.ts'

it.each([
  [0, 'hour', undefined, '0 hours'],
  [1, 'hour', undefined, '1 hour'],
  [2, 'hour', undefined, '2 hours'],
  [1_200, 'day', undefined, '1,200 days'],
  [1, 'reply', 'replies', '1 reply'],
  [3, 'reply', 'replies', '3 replies'],
])('%d with the word %s is written with the right plural', (count, one, several, text) => {
  expect(pluralText(count, one, several)).toBe(text)
})
