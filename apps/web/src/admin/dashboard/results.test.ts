import { expect, it } from 'vitest'
import { marginText, signText } from './results.tsx'

it.each([
  [
    { bets: 40, openBets: 0, turnover: 1_000, openStakes: 0, grossGamingRevenue: 125 },
    '12.5 % of the turnover without open stakes',
  ],
  [
    { bets: 40, openBets: 0, turnover: 1_000, openStakes: 0, grossGamingRevenue: -2_467 },
    '− 246.7 % of the turnover without open stakes',
  ],
  // Stakes of open bets are not earned yet.
  [
    { bets: 60, openBets: 20, turnover: 10_000, openStakes: 9_000, grossGamingRevenue: 9_125 },
    '12.5 % of the turnover without open stakes',
  ],
  // A percentage of a few bets would be misleading.
  [{ bets: 39, openBets: 20, turnover: 10_000, openStakes: 9_000, grossGamingRevenue: 9_125 }, ''],
  [{ bets: 40, openBets: 20, turnover: 1_000, openStakes: 1_000, grossGamingRevenue: 1_000 }, ''],
])('[ADMX-11] the margin is the share of the turnover without open stakes that the operator keeps', (result, text) => {
  expect(marginText(result)).toBe(text)
})

it.each([
  [-1, 'negative'],
  [0, 'zero'],
  [1, 'positive'],
])('[ADMX-11] a gross gaming revenue of %s is called “%s”', (revenue, text) => {
  expect(signText(revenue)).toBe(text)
})
