import { errorText } from '@mupiira/contract/errors.ts'
import type { Transaction } from '@mupiira/contract/payments.ts'
import { formatAmount, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { maskPhone } from '@mupiira/domain/phone/phone.ts'
import type { Payment } from './payment-row.ts'
import { pollingEndsAt } from '@mupiira/domain/payments/payment-times.ts'

const UNTRACKED = 'Payment initiated but status tracking unavailable. Please check your mobile money account.'
const NOT_CREDITED = 'Payment was declined, cancelled, or timed out. Your balance has not been affected.'
const MAY_STILL_ARRIVE =
  'If you have already approved it on your phone, it will be credited as soon as the provider confirms. Please do not pay again.'
const NOT_REQUESTED = 'Payment request failed'

/** A payment as its player reads it. */
export function presentPayment(payment: Payment): Transaction {
  return {
    id: payment.id,
    userId: payment.userId,
    type: payment.type,
    amount: ugxToNumber(payment.amount),
    fee: ugxToNumber(payment.fee),
    amountSent: payment.amountSent === null ? null : ugxToNumber(payment.amountSent),
    status: payment.status,
    beingChecked: payment.stage === 'checking' || payment.stage === 'review',
    phoneNumber: payment.phoneNumber,
    paymentMethod: payment.paymentMethod,
    description: payment.description,
    providerRef: payment.providerRef,
    reference: payment.reference,
    message: messageOf(payment),
    createdAt: payment.createdAt.toISOString(),
    completedAt: payment.completedAt?.toISOString() ?? null,
    pollingEndsAt: pollingEndsAt(payment)?.toISOString() ?? null,
  }
}

/** What the player reads about the present state (DEP-18..31, WDR-22..30). */
export function messageOf(payment: Payment): string {
  return payment.type === 'deposit' ? depositMessage(payment) : withdrawalMessage(payment)
}

function depositMessage(payment: Payment): string {
  const { status, stage, reason, amount } = payment
  if (status === 'success') return `Payment confirmed! ${formatAmount(amount)} UGX added to your account.`
  if (stage === 'review') return 'Your payment is being checked. Please do not pay again.'
  if (status === 'pending') {
    if (reason === 'untracked') return UNTRACKED
    if (stage === 'requested') return 'Sending the payment request to your phone.'
    return 'Please check your phone and enter your mobile money PIN to approve the payment.'
  }
  switch (reason) {
    case 'unavailable':
      return errorText('PAYMENT_SERVICE_UNAVAILABLE')
    case 'refused':
    case 'never-sent':
      return errorText('PAYMENT_REQUEST_FAILED', { message: payment.providerMessage ?? NOT_REQUESTED })
    case 'timed-out':
      return `${NOT_CREDITED} ${MAY_STILL_ARRIVE}`
    default:
      return NOT_CREDITED
  }
}

function withdrawalMessage(payment: Payment): string {
  const { status, stage, reason, amount } = payment
  if (status === 'success') return `${formatAmount(amount)} UGX was sent to ${maskPhone(payment.phoneNumber)}.`
  if (status === 'pending') {
    if (reason === 'untracked') return UNTRACKED
    if (stage === 'checking') {
      return 'Payment status check timed out. Your withdrawal is being checked: the money stays set aside until the provider answers.'
    }
    if (stage === 'review') {
      return 'Your withdrawal is being checked by our staff: the money stays set aside until they have decided.'
    }
    return `${formatAmount(amount)} UGX is on its way to ${maskPhone(payment.phoneNumber)}.`
  }
  switch (reason) {
    case 'unavailable':
      return errorText('PAYMENT_SERVICE_UNAVAILABLE')
    case 'refused':
    case 'never-sent':
      return errorText('WITHDRAWAL_FAILED')
    default:
      return 'Withdrawal failed. Your balance has not been affected.'
  }
}
