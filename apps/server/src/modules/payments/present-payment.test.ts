import { expect, it } from 'vitest'
import { ERRORS } from '@mupiira/contract/errors.ts'
import { ugx } from '@mupiira/domain/money/ugx.ts'
import type { PaymentReason } from '@mupiira/domain/payments/payment-states.ts'
import { newPayment, type Payment } from './payment.ts'
import { messageOf, presentPayment } from './present-payment.ts'

const now = new Date('2026-11-21T12:00:00Z')
const NOT_CREDITED = 'Payment was declined, cancelled, or timed out. Your balance has not been affected.'
const paymentOf = (change: Partial<Payment> = {}): Payment => ({
  ...newPayment(
    {
      id: '01990000-0000-7000-8000-000000000001',
      shortReference: 'D7KQ2MXP',
      userId: 'u',
      type: 'deposit',
      amount: ugx(2_500_000n),
      fee: ugx(0n),
      phoneNumber: '+256772000110',
      paymentMethod: 'MTN',
      provider: 'relworx',
    },
    now,
  ),
  ...change,
})

it.each<[string, Partial<Payment>, string]>([
  [
    '[DEP-18] the message of a requested deposit says to enter the PIN',
    { stage: 'polling' },
    'Please check your phone and enter your mobile money PIN to approve the payment.',
  ],
  [
    '[DEP-28] the message of a deposit without a reference says that it is not tracked',
    { stage: 'polling', reason: 'untracked' },
    'Payment initiated but status tracking unavailable. Please check your mobile money account.',
  ],
  [
    '[DEP-22] the message of a paid deposit confirms the amount',
    { stage: 'done', status: 'success' },
    'Payment confirmed! 25,000.00 UGX added to your account.',
  ],
  [
    '[DEP-24] the message of a declined deposit gives the reason',
    { stage: 'done', status: 'failed', reason: 'declined', providerMessage: 'APPROVAL_REJECTED' },
    `${NOT_CREDITED} The payment was declined on the phone.`,
  ],
  [
    '[DEP-24] the message of a declined deposit quotes a sentence from the provider',
    { stage: 'done', status: 'failed', reason: 'declined', providerMessage: 'Request payment failed: wrong PIN.' },
    `${NOT_CREDITED} Reason from mobile money: Request payment failed: wrong PIN.`,
  ],
  [
    '[DEP-24] the message of a deposit without enough money gives the reason',
    { stage: 'done', status: 'failed', reason: 'insufficient-funds', providerMessage: 'NOT_ENOUGH_FUNDS' },
    `${NOT_CREDITED} There was not enough money in the mobile money account.`,
  ],
  [
    '[DEP-24] the message of a deposit that was not approved on the phone gives the reason',
    { stage: 'done', status: 'failed', reason: 'unanswered', providerMessage: 'EXPIRED' },
    `${NOT_CREDITED} The request was not approved on the phone in time.`,
  ],
  [
    '[DEP-31] the message of a deposit that timed out says not to pay again',
    { stage: 'checking', status: 'failed', reason: 'timed-out' },
    'Payment was declined, cancelled, or timed out. Your balance has not been affected. If you have already approved it on your phone, it will be credited as soon as the provider confirms. Please do not pay again.',
  ],
  [
    '[DEP-30] the message of a refused deposit quotes the provider',
    { stage: 'done', status: 'failed', reason: 'refused', providerMessage: 'Number is barred.' },
    'Payment failed: Number is barred.',
  ],
  [
    '[DEP-30] the message of a deposit refused without a reason is general',
    { stage: 'done', status: 'failed', reason: 'refused' },
    'Payment failed: Payment request failed',
  ],
  [
    '[DEP-30] the message of a deposit that was never sent is general',
    { stage: 'done', status: 'failed', reason: 'never-sent' },
    'Payment failed: Payment request failed',
  ],
  [
    '[DEP-30] the message of a deposit during maintenance says that it failed because the service is unavailable',
    { stage: 'done', status: 'failed', reason: 'unavailable' },
    'Payment failed: Payment service is temporarily unavailable. Please try again in a few minutes.',
  ],
  [
    '[WDR-28] the message of a withdrawal during maintenance says that the service is unavailable',
    { type: 'withdrawal', stage: 'done', status: 'failed', reason: 'unavailable' },
    ERRORS.PAYMENT_SERVICE_UNAVAILABLE.text,
  ],
  [
    '[WDR-25] the message of a withdrawal without a reference says that it is not tracked',
    { type: 'withdrawal', stage: 'polling', reason: 'untracked' },
    'Payment initiated but status tracking unavailable. Please check your mobile money account.',
  ],
  [
    '[WDR-29] the message of a refused withdrawal says to try again',
    { type: 'withdrawal', stage: 'done', status: 'failed', reason: 'refused' },
    'Withdrawal failed. Please try again.',
  ],
  [
    '[WDR-30] the message of a withdrawal that failed later says that the balance is unchanged',
    { type: 'withdrawal', stage: 'done', status: 'failed', reason: 'declined' },
    'Withdrawal failed. Your balance has not been affected.',
  ],
])('payment messages: %s', (_what, change, message) => {
  expect(messageOf(paymentOf(change))).toBe(message)
})

it('[WDR-22][WDR-24] a withdrawal with an unknown result is shown as timed out and being checked', () => {
  const payment = paymentOf({ type: 'withdrawal', stage: 'checking', reason: 'timed-out' })
  expect(messageOf(payment)).toMatch(/^Payment status check timed out\. .*being checked/)
  expect(presentPayment(payment).beingChecked).toBe(true)
})

it('[DATA-24] every payment state has a message for the player', () => {
  const reasons: (PaymentReason | null)[] = [
    null,
    'decided',
    'refused',
    'declined',
    'insufficient-funds',
    'unanswered',
    'timed-out',
    'mismatch',
    'contradicted',
    'expired',
  ]
  for (const type of ['deposit', 'withdrawal'] as const)
    for (const stage of ['requested', 'sent', 'polling', 'checking', 'review', 'done'] as const)
      for (const status of ['pending', 'success', 'failed'] as const)
        for (const reason of reasons) expect(messageOf(paymentOf({ type, stage, status, reason }))).toMatch(/\w\.?$/)
})
