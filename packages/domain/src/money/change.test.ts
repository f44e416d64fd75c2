import { expect, it } from 'vitest'
import { changeOf, winRateOf } from './change.ts'

it.each([
  [12, 10, 20],
  [7, 21, -66.7],
  [5, 0, null],
  [0, 3, -100],
])('[ADMX-14] a value of %d after %d on the day before is a change of %s %', (today, yesterday, change) => {
  expect(changeOf(today, yesterday)).toBe(change)
})

it.each([
  [0, 0, 0],
  [1, 2, 33.3],
  [7, 0, 100],
])('[ADMX-18] the win rate with %d won and %d lost bets is %s %', (won, lost, rate) => {
  expect(winRateOf(won, lost)).toBe(rate)
})
