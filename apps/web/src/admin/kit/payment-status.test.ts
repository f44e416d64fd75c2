import { expect, it } from 'vitest'
import { paymentStatusText } from './payment-status.tsx'

it.each([
  ['success', null, false, 'success'],
  ['pending', 'untracked', false, 'pending'],
  ['pending', 'timed-out', true, 'being checked'],
  ['failed', 'timed-out', true, 'not confirmed yet'],
  ['failed', 'timed-out', false, 'not confirmed'],
  ['failed', 'insufficient-funds', false, 'no funds'],
  ['failed', 'declined', false, 'declined'],
  ['failed', 'unanswered', false, 'not approved in time'],
  ['failed', 'mismatch', false, 'failed'],
] as const)(
  '[ADMX-25] a payment with the status %s and the reason %s, being checked: %s, is shown as "%s"',
  (status, reason, beingChecked, text) => {
    expect(paymentStatusText({ status, reason, beingChecked })).toBe(text)
  },
)
