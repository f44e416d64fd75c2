import { expect, it } from 'vitest'
import { paymentStatusText } from './payment-status.tsx'

it.each([
  ['success', null, 'success'],
  ['pending', 'untracked', 'pending'],
  ['failed', 'timed-out', 'timed out'],
  ['failed', 'insufficient-funds', 'no funds'],
  ['failed', 'declined', 'declined'],
  ['failed', 'unanswered', 'not approved in time'],
  ['failed', 'mismatch', 'failed'],
] as const)('[ADMX-25] a payment with the status %s and the reason %s is shown as "%s"', (status, reason, text) => {
  expect(paymentStatusText({ status, reason })).toBe(text)
})
