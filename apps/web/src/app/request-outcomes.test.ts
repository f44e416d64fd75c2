import { expect, it } from 'vitest'
import { canRepeatWithoutTap } from './request-outcomes.ts'

it.each([
  ['a bet of 59 s ago is repeated', 'POST /api/bets', 59_999, true],
  ['a bet of a minute ago waits for a tap', 'POST /api/bets', 60_000, false],
  ['a withdrawal of ten hours ago waits for a tap', 'POST /api/payments/withdrawals', 36_000_000, false],
  ['a bet on an earlier Aviator round waits for a tap', 'POST /api/aviator/bets', 1_000, false],
] as const)('[SLIP-48] after a screen crashed and was reloaded, %s', (_, operation, ageMs, expected) => {
  expect(canRepeatWithoutTap(operation, 1_000_000, 1_000_000 + ageMs)).toBe(expected)
})
