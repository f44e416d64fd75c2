import { errorText } from '@mupiira/contract/errors.ts'
import type { Transaction } from '@mupiira/contract/payments.ts'
import { formatAmount, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { pollingEndsAt } from '@mupiira/domain/payments/payment-states.ts'
import { maskPhone } from '@mupiira/domain/phone/phone.ts'
import type { TransactionStatus, TransactionType } from '@mupiira/domain/ticket/states.ts'
import type { OutboxEvent } from '../../kernel/outbox/event.ts'
import type { Payment } from './payment.ts'
import { presentReview, reviewEvent, reviewMessage } from './withdrawals/present-review.ts'

/** Whether the result of a payment is unknown, or staff review it first. */
export const isBeingChecked = ({ stage }: Pick<Payment, 'stage'>): boolean =>
  stage === 'checking' || stage === 'review' || stage === 'held'

/** A payment as its player sees it. */
export function presentPayment(payment: Payment): Transaction {
  return {
    id: payment.id,
    userId: payment.userId,
    type: payment.type,
    amount: ugxToNumber(payment.amount),
    fee: ugxToNumber(payment.fee),
    amountSent: payment.amountSent === null ? null : ugxToNumber(payment.amountSent),
    status: payment.status,
    beingChecked: isBeingChecked(payment),
    phoneNumber: payment.phoneNumber,
    paymentMethod: payment.paymentMethod,
    description: payment.description,
    providerRef: payment.providerRef,
    shortReference: payment.shortReference,
    message: messageOf(payment),
    createdAt: payment.createdAt.toISOString(),
    completedAt: payment.completedAt?.toISOString() ?? null,
    pollingEndsAt: pollingEndsAt(payment)?.toISOString() ?? null,
    review: presentReview(payment),
  }
}

const UNTRACKED = 'Payment initiated but status tracking unavailable. Please check your mobile money account.'
const NOT_CREDITED = 'Payment was declined, cancelled, or timed out. Your balance has not been affected.'
const MAY_STILL_ARRIVE =
  'If you have already approved it on your phone, it will be credited as soon as the provider confirms. Please do not pay again.'

/** The player's message for the current state (DEP-18..31, WDR-22..30). */
export function messageOf(payment: Payment): string {
  return payment.type === 'deposit' ? depositMessage(payment) : (reviewMessage(payment) ?? withdrawalMessage(payment))
}

function depositMessage(payment: Payment): string {
  const { status, stage, reason, amount } = payment
  if (status === 'success') return `Payment confirmed! ${formatAmount(amount)} UGX added to your account.`
  if (stage === 'review') return 'Your payment is being checked. Please do not pay again.'
  if (status === 'failed') return failedDepositMessage(payment)
  if (reason === 'untracked') return UNTRACKED
  if (stage === 'requested') return 'Sending the payment request to your phone.'
  return 'Please check your phone and enter your mobile money PIN to approve the payment.'
}

/** The prescribed text first, then one sentence with the cause that the provider reported. */
function failedDepositMessage({ reason, providerMessage }: Payment): string {
  switch (reason) {
    case 'unavailable':
      return errorText('DEPOSIT_SERVICE_UNAVAILABLE')
    case 'refused':
    case 'never-sent':
      return errorText('PAYMENT_REQUEST_FAILED', { message: providerMessage ?? 'Payment request failed' })
    case 'timed-out':
      return `${NOT_CREDITED} ${MAY_STILL_ARRIVE}`
    case 'insufficient-funds':
      return `${NOT_CREDITED} There was not enough money in the mobile money account.`
    case 'unanswered':
      return `${NOT_CREDITED} The request was not approved on the phone in time.`
    case 'declined':
      return `${NOT_CREDITED} ${declinedText(providerMessage)}`
    default:
      return NOT_CREDITED
  }
}

/** Providers without codes for declines describe the cause in their own sentence. */
const declinedText = (providerMessage: string | null): string =>
  providerMessage === null || !/\s/.test(providerMessage)
    ? 'The payment was declined on the phone.'
    : `Reason from mobile money: ${providerMessage}`

function withdrawalMessage(payment: Payment): string {
  const { status, stage, reason, amount } = payment
  if (status === 'success') return `UGX ${formatAmount(amount)} was sent to ${maskPhone(payment.phoneNumber)}.`
  if (status === 'pending') {
    if (reason === 'untracked') return UNTRACKED
    if (stage === 'checking') {
      return 'Payment status check timed out. Your withdrawal is being checked. The money stays on hold until your network replies.'
    }
    if (stage === 'review') {
      return 'Our staff are checking your withdrawal. The money stays on hold until they decide.'
    }
    return `UGX ${formatAmount(amount)} is on its way to ${maskPhone(payment.phoneNumber)}.`
  }
  if (reason === 'unavailable') return errorText('PAYMENT_SERVICE_UNAVAILABLE')
  if (reason === 'refused' || reason === 'never-sent') return errorText('WITHDRAWAL_FAILED')
  return 'Withdrawal failed. Your balance has not been affected.'
}

declare module '../../kernel/outbox/event.ts' {
  interface EventData {
    'payment-changed': {
      readonly transactionId: string
      /** Optional, because stored events may lack it. */
      readonly shortReference?: string
      readonly type: TransactionType
      readonly status: TransactionStatus
      readonly previousStatus: TransactionStatus | null
      readonly amount: number
      readonly message: string
      /** Credited after the payment had failed for the player (DEP-25). */
      readonly late: boolean
      /** The first successful deposit of the account. */
      readonly firstDeposit: boolean
      /** How the review of a held withdrawal ended. */
      readonly review?: 'approved' | 'rejected' | 'cancelled'
    }
  }
}

/**
 * `payment-changed`, when the status or the message of a pending payment has changed. Each event with a final status
 * becomes a notification, so a final status is published once.
 */
export function paymentChanged(before: Payment | null, after: Payment, isFirstDeposit: boolean): OutboxEvent[] {
  const message = messageOf(after)
  const isSameStatus = before !== null && before.status === after.status
  if (isSameStatus && (after.status !== 'pending' || messageOf(before) === message)) return []
  return [
    {
      type: 'payment-changed',
      userId: after.userId,
      data: {
        transactionId: after.id,
        shortReference: after.shortReference,
        type: after.type,
        status: after.status,
        previousStatus: before?.status ?? null,
        amount: ugxToNumber(after.amount),
        message,
        late: before?.status === 'failed' && after.status === 'success',
        firstDeposit: isFirstDeposit,
        ...reviewEvent(before, after),
      },
    },
  ]
}
