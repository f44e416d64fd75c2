import { expect, it } from 'vitest'
import { largestStake, raisedStake } from './quick-stakes.tsx'

it.each([
  ['the initial stake', null, 5_000, 5_000],
  ['a typed stake', '25,000', 1_000, 26_000],
  ['a typed stake with cents', '1,500.50', 10_000, 11_500.5],
  ['an invalid stake', '25k', 50_000, 50_000],
  ['a stake near the maximum', '4,999,000', 5_000, 5_000_000],
])('[BETX-04] a quick stake raises %s', (_, typed, step, raised) => {
  expect(raisedStake(typed, step, 5_000_000)).toBe(raised)
})

it.each([
  ['the balance in whole shillings', 31_750.75, 31_750],
  ['the maximum stake', 7_000_000, 5_000_000],
  ['zero for a negative balance', -20_000, 0],
])('[BETX-04] the shortcut Max sets %s', (_, balance, largest) => {
  expect(largestStake(balance, 5_000_000)).toBe(largest)
})
