import { expect, it } from 'vitest'
import { timeLeftText } from './time-left.ts'

it.each([
  [-1, '0 s'],
  [9_400, '10 s'],
  [60_000, '1 min'],
  [76_000, '1 min 16 s'],
  [599_000, '9 min 59 s'],
  [600_000, '10 min'],
  [1_341_000, '23 min'],
  [3_600_000, '1 h'],
  [5_012_000, '1 h 24 min'],
])('a remaining time of %d ms is shown as "%s"', (leftMs, text) => {
  expect(timeLeftText(leftMs)).toBe(text)
})
