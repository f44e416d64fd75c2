import { expect, it } from 'vitest'
import { marginText, signText } from './results.tsx'

it.each([
  [{ bets: 40, openBets: 0, stakes: 1_000, openStakes: 0, payouts: 875 }, '12.5 % of settled stakes'],
  [{ bets: 40, openBets: 0, stakes: 1_000, openStakes: 0, payouts: 3_467 }, '− 246.7 % of settled stakes'],
  // Stakes of open bets are not earned yet.
  [{ bets: 60, openBets: 20, stakes: 10_000, openStakes: 9_000, payouts: 875 }, '12.5 % of settled stakes'],
  // A percentage of a few bets would be misleading.
  [{ bets: 39, openBets: 20, stakes: 10_000, openStakes: 9_000, payouts: 875 }, ''],
  [{ bets: 40, openBets: 20, stakes: 1_000, openStakes: 1_000, payouts: 0 }, ''],
])('[ADMX-11] the margin is the share of settled stakes that the operator keeps', (result, text) => {
  expect(marginText(result)).toBe(text)
})

it.each([
  [-1, 'negative'],
  [0, 'zero'],
  [1, 'positive'],
])('[ADMX-11] a gross gaming revenue of %s is called “%s”', (grossRevenue, text) => {
  expect(signText(grossRevenue)).toBe(text)
})
