import { expect, it } from 'vitest'
import { marginText, outcomeOf } from './results.tsx'

it.each([
  [{ bets: 40, stakes: 1_000, grossRevenue: 125 }, '12.5 % of stakes'],
  [{ bets: 40, stakes: 1_000, grossRevenue: -2_467 }, '− 246.7 % of stakes'],
  // A percentage of a few bets says nothing.
  [{ bets: 19, stakes: 1_000, grossRevenue: 125 }, ''],
])('[ADMX-11] the margin is the share of stakes that the operator keeps', (result, text) => {
  expect(marginText(result)).toBe(text)
})

it.each([
  [-1, 'loss'],
  [0, 'even'],
  [1, 'profit'],
])('[ADMX-11] a gross gaming revenue of %s is called “%s”', (grossRevenue, text) => {
  expect(outcomeOf(grossRevenue).text).toBe(text)
})
