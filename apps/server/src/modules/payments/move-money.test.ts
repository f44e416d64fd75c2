import { expect, it } from 'vitest'
import { descriptionOf } from './move-money.ts'

it.each([
  ['deposit', 'MTN', 'Deposit by MTN from +256 77 ••• ••10'],
  ['deposit', 'AIRTEL', 'Deposit by Airtel from +256 77 ••• ••10'],
  ['withdrawal', 'AIRTEL', 'Withdrawal to +256 77 ••• ••10'],
] as const)('[WALT-12] a %s by %s stands in the statement as "%s"', (type, method, text) => {
  expect(descriptionOf(type, method, '+256772000010')).toBe(text)
})
