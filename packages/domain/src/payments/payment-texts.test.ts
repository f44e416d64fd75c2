import { expect, it } from 'vitest'
import { paymentStatusText } from './payment-texts.ts'

it.each([
  ['success', null, false, 'Success'],
  ['pending', 'untracked', false, 'Pending'],
  ['pending', 'timed-out', true, 'Being checked'],
  ['failed', 'timed-out', true, 'Not confirmed yet'],
  ['failed', 'timed-out', false, 'Not confirmed'],
  ['failed', 'insufficient-funds', false, 'No funds'],
  ['failed', 'declined', false, 'Declined'],
  ['failed', 'unanswered', false, 'Not approved in time'],
  ['failed', 'mismatch', false, 'Failed'],
  ['failed', 'denied', false, 'Not approved'],
  ['failed', 'cancelled', false, 'Cancelled'],
] as const)(
  '[ADMX-25] a payment with the status %s and the reason %s, being checked: %s, is shown as "%s"',
  (status, reason, beingChecked, text) => {
    expect(paymentStatusText({ status, reason, beingChecked })).toBe(text)
  },
)

it('[WDR-33] a held withdrawal is shown to staff as "To review"', () => {
  expect(paymentStatusText({ status: 'pending', reason: null, beingChecked: true, stage: 'held' })).toBe('To review')
})
