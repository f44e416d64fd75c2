import type { Transaction } from '@mupiira/contract/payments.ts'
import { RECHECK_WITHIN_MS } from '@mupiira/domain/payments/payment-states.ts'
import { displayPhone, maskPhone } from '@mupiira/domain/phone/phone.ts'
import { moneyText } from '../../shared/format/amounts.ts'
import { uncertainTerm } from '@mupiira/domain/payments/payment-texts.ts'

/** During an update, a server of the previous release answers without `review`. */
type Reviewed = Partial<Pick<Transaction, 'review'>>
type PaymentState = Pick<Transaction, 'type' | 'status' | 'beingChecked'> & Reviewed

export type StatusTexts = {
  readonly title: string
  /** The state in a list, beside Deposit or Withdrawal. */
  readonly short: string
  readonly tone: 'waiting' | 'up' | 'down'
}

export const TONE_COLOURS = { waiting: 'text-ink', up: 'text-up', down: 'text-down' } as const

/** How a held withdrawal ended without being sent (WDR-32, WDR-33). */
const REVIEW_ENDS: { readonly [state: string]: StatusTexts } = {
  rejected: { title: 'Withdrawal not approved', short: 'Not approved', tone: 'down' },
  cancelled: { title: 'Withdrawal cancelled', short: 'Cancelled', tone: 'down' },
}

/** Whether staff rejected or the player cancelled the withdrawal, so that the app does not suggest to repeat it. */
export const isEndedByReview = ({ status, review }: Pick<Transaction, 'status'> & Reviewed): boolean =>
  status === 'failed' && (review?.state ?? '') in REVIEW_ENDS

/** The state of a payment in a few words. The server's `message` explains it. */
export function statusTexts({ type, status, beingChecked, review }: PaymentState): StatusTexts {
  const isDeposit = type === 'deposit'
  const uncertain = uncertainTerm({ status, beingChecked })
  if (uncertain !== null) {
    const title = status === 'failed' ? 'Deposit not confirmed yet' : uncertain
    return { title, short: uncertain, tone: 'waiting' }
  }
  if (status === 'success') {
    return isDeposit
      ? { title: 'Deposit received', short: 'Received', tone: 'up' }
      : { title: 'Withdrawal sent', short: 'Sent', tone: 'up' }
  }
  if (status === 'failed') {
    const ended = REVIEW_ENDS[review?.state ?? '']
    if (ended !== undefined) return ended
    return isDeposit
      ? { title: 'Deposit not received', short: 'Not received', tone: 'down' }
      : { title: 'Withdrawal failed', short: 'Failed', tone: 'down' }
  }
  return isDeposit
    ? { title: 'Check your phone', short: 'Check your phone', tone: 'waiting' }
    : { title: 'On its way to your phone', short: 'On its way', tone: 'waiting' }
}

/** How and when a payment ended; null while it can still change. */
export function paymentEnd({
  status,
  beingChecked,
  completedAt,
}: Pick<Transaction, 'status' | 'beingChecked' | 'completedAt'>): {
  readonly name: string
  readonly at: string
} | null {
  if (completedAt === null || beingChecked) return null
  return { name: status === 'success' ? 'Completed' : 'Ended', at: completedAt }
}

/** The newest deposit of the last half hour whose result is unknown, so it may still be confirmed (DEP-31). */
export const depositThatMayStillArrive = (payments: readonly Transaction[], now: Date): Transaction | null =>
  payments.find(
    ({ type, beingChecked, createdAt }) =>
      type === 'deposit' && beingChecked && now.getTime() - Date.parse(createdAt) < RECHECK_WITHIN_MS,
  ) ?? null

export type PaymentCharge = { readonly name: 'Fee' | 'Held' | 'Debited' | 'Returned'; readonly amount: number }

/** The amounts debited for a payment. The hold of a failed withdrawal is released (WDR-30). */
export function paymentCharges(
  payment: Pick<Transaction, 'type' | 'status' | 'amount' | 'fee'>,
): readonly PaymentCharge[] {
  const { type, status, amount, fee } = payment
  if (type === 'withdrawal' && status === 'failed') return [{ name: 'Returned', amount: amount + fee }]
  return [
    ...(fee > 0 ? [{ name: 'Fee', amount: fee } as const] : []),
    ...(type === 'withdrawal'
      ? [{ name: status === 'pending' ? 'Held' : 'Debited', amount: amount + fee } as const]
      : []),
  ]
}

/**
 * The phone of a payment. Withdrawals go to the account's number, masked (WDR-01). Deposits can come from another
 * number.
 */
export const phoneText = ({ type, phoneNumber }: Pick<Transaction, 'type' | 'phoneNumber'>): string =>
  type === 'withdrawal' ? maskPhone(phoneNumber) : displayPhone(phoneNumber)

/** States whether the money is safe, and the next step. */
export function nextSteps(payment: PaymentState): readonly string[] {
  return payment.type === 'deposit' ? depositSteps(payment) : withdrawalSteps(payment)
}

type Status = Pick<Transaction, 'status' | 'beingChecked'> & Reviewed

function depositSteps({ status, beingChecked }: Status): readonly string[] {
  if (status === 'success') return []
  if (status === 'pending') {
    if (beingChecked)
      return ['Your money is safe. Our staff are checking this payment with your network, and we will notify you.']
    return [
      'Nothing is taken from your phone before you enter your PIN.',
      'You can close the app. We add the money to your balance as soon as your network confirms.',
    ]
  }
  if (beingChecked) {
    return [
      'If you did not approve it on your phone, nothing was taken.',
      'We keep checking with your network for 72 hours. If it confirms, we add the money to your balance and notify you.',
    ]
  }
  return [
    'Nothing was added to your balance.',
    'If your network did take the money, keep its SMS and contact customer care.',
  ]
}

function withdrawalSteps({ status, beingChecked, review }: Status): readonly string[] {
  // A held withdrawal has its own section.
  if (status === 'success' || review?.state === 'waiting') return []
  if (status === 'failed') return ['The amount and the fee are back in your balance.']
  const safe =
    'We hold the amount and the fee. Either the money reaches your phone, or all of it goes back to your balance.'
  if (!beingChecked) return [safe, 'You can close the app. We notify you as soon as your network replies.']
  return [
    safe,
    'We keep checking with your network for 72 hours; then our staff decide. Please do not request it twice.',
  ]
}

/** The prefilled message to customer care. Staff can find the payment by its reference. */
export const careQuestion = ({
  type,
  amount,
  shortReference,
}: Pick<Transaction, 'type' | 'amount' | 'shortReference'>): string =>
  `About my ${type} of ${moneyText(amount)}, reference ${shortReference}: `

/** The address of the simulated phone of a number, in the demo. */
export function handsetLink(handsetUrl: string, phone: string): string {
  const separator = handsetUrl.includes('?') ? '&' : '?'
  return `${handsetUrl}${separator}msisdn=${encodeURIComponent(phone)}`
}
