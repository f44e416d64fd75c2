import { expect, it } from 'vitest'
import { counted } from './counted.ts'

it.each([
  [0, '0 games'],
  [1, '1 game'],
  [1_200, '1,200 games'],
])('a number of %d has the right plural', (count, text) => {
  expect(counted(count, 'game')).toBe(text)
})

it('an irregular plural is given', () => {
  expect([1, 2].map((count) => counted(count, 'hash', 'hashes'))).toEqual(['1 hash', '2 hashes'])
})
