import { expect, it } from 'vitest'
import { feedLagText } from './feed-lag-text.ts'

it.each([
  [1, 'The last pushed goal appeared in a feed response after 3.2 s.'],
  [19, 'The last 19 pushed goals appeared in feed responses within 3.2 s.'],
  [20, '95 % of the last 20 pushed goals appeared in feed responses within 3.2 s.'],
])('the feed delay after %d pushed goals is described with the right plural', (goals, text) => {
  expect(feedLagText({ seconds: 3.24, goals })).toBe(text)
})
