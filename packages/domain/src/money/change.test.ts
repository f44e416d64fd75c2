import { expect, it } from 'vitest'
import { changeOf, winRateOf } from './change.ts'

it.each([
  [30, 25, 25, 20],
  [7, 21, 21, -66.7],
  [0, 30, 30, -100],
  [1_000_000, 500_000, 20, 100],
  [5, 0, 0, 'new'],
  [0, 0, 0, null],
  [233, 3, 3, null],
  [1_000_000, 500_000, 19, null],
  [1_000_000, 0, 25, null],
] as const)(
  '[ADMX-14] a value of %d, compared with %d from %d events on the previous day, is a change of %s',
  (today, yesterday, events, change) => {
    expect(changeOf(today, yesterday, events)).toBe(change)
  },
)

it.each([
  [0, 0, 0],
  [1, 2, 33.3],
  [7, 0, 100],
  [4, 4, 50],
])('[ADMX-18] the win rate with %d won and %d lost bets is %s %', (won, lost, rate) => {
  expect(winRateOf(won, lost)).toBe(rate)
})
