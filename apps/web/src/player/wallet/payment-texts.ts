import type { Transaction } from '@mupiira/contract/payments.ts'
import { ASK_ONCE_MORE_MS } from '@mupiira/domain/payments/payment-times.ts'
import { displayPhone, maskPhone } from '@mupiira/domain/phone/phone.ts'
import { moneyText } from '../../shared/format/amounts.ts'

type OfPayment = Pick<Transaction, 'type' | 'status' | 'beingChecked'>

export type PaymentFace = {
  readonly title: string
  /** What a list says beside the word for its kind. */
  readonly short: string
  readonly tone: 'waiting' | 'up' | 'down'
}

export const TONE_COLOURS = { waiting: 'text-ink', up: 'text-up', down: 'text-down' } as const

/** How a payment stands, in a few words; the sentence below it is the server's `message`. */
export function paymentFace({ type, status, beingChecked }: OfPayment): PaymentFace {
  const isDeposit = type === 'deposit'
  if (status === 'success') {
    return isDeposit
      ? { title: 'Deposit received', short: 'Received', tone: 'up' }
      : { title: 'Withdrawal sent', short: 'Sent', tone: 'up' }
  }
  if (status === 'failed') {
    if (beingChecked) return { title: 'Deposit not confirmed yet', short: 'Not confirmed yet', tone: 'waiting' }
    return isDeposit
      ? { title: 'Deposit not received', short: 'Not received', tone: 'down' }
      : { title: 'Withdrawal failed', short: 'Failed', tone: 'down' }
  }
  if (beingChecked) return { title: 'Being checked', short: 'Being checked', tone: 'waiting' }
  return isDeposit
    ? { title: 'Check your phone', short: 'Check your phone', tone: 'waiting' }
    : { title: 'On its way to your phone', short: 'On its way', tone: 'waiting' }
}

/** When it ended and how that is called; null while anything can still come of it. */
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

/** The newest deposit of the last half hour that may still arrive though nobody waits for it any more (DEP-31). */
export const mayStillArrive = (payments: readonly Transaction[], now: Date): Transaction | null =>
  payments.find(
    ({ type, beingChecked, createdAt }) =>
      type === 'deposit' && beingChecked && now.getTime() - Date.parse(createdAt) < ASK_ONCE_MORE_MS,
  ) ?? null

export type PaymentCharge = { readonly name: 'Fee' | 'Set aside' | 'Debited' | 'Returned'; readonly amount: number }

/** What a payment took from the balance; what was held for a withdrawal that failed has come back (WDR-30). */
export function paymentCharges(
  payment: Pick<Transaction, 'type' | 'status' | 'amount' | 'fee'>,
): readonly PaymentCharge[] {
  const { type, status, amount, fee } = payment
  if (type === 'withdrawal' && status === 'failed') return [{ name: 'Returned', amount: amount + fee }]
  return [
    ...(fee > 0 ? [{ name: 'Fee', amount: fee } as const] : []),
    ...(type === 'withdrawal'
      ? [{ name: status === 'pending' ? 'Set aside' : 'Debited', amount: amount + fee } as const]
      : []),
  ]
}

/** A withdrawal goes to the account's own number, masked as where it was asked for (WDR-01); a deposit may come from another. */
export const phoneText = ({ type, phoneNumber }: Pick<Transaction, 'type' | 'phoneNumber'>): string =>
  type === 'withdrawal' ? maskPhone(phoneNumber) : displayPhone(phoneNumber)

/** What is safe about it, and what to do next: money is never left with a title alone. */
export function nextSteps(payment: OfPayment): readonly string[] {
  return payment.type === 'deposit' ? depositSteps(payment) : withdrawalSteps(payment)
}

type Status = Pick<Transaction, 'status' | 'beingChecked'>

function depositSteps({ status, beingChecked }: Status): readonly string[] {
  if (status === 'success') return []
  if (status === 'pending') {
    if (beingChecked) return ['Your money is safe: staff compares it with your network, and you will be told.']
    return [
      'Nothing is taken before you have entered your PIN.',
      'You may close the app: your balance moves by itself when the network confirms.',
    ]
  }
  if (beingChecked) {
    return [
      'If you did not approve it on your phone, nothing was taken.',
      'We ask your network for up to 72 hours. If it confirms, the money is on your balance at once and you are told.',
    ]
  }
  return [
    'Nothing was added to your balance.',
    'You can try again. Should your network have taken the money, keep its message and contact support.',
  ]
}

function withdrawalSteps({ status, beingChecked }: Status): readonly string[] {
  if (status === 'success') return []
  if (status === 'failed') return ['Amount and fee are back in your balance.', 'You can try again now.']
  const safe = 'Amount and fee are set aside: they reach your phone, or come back to your balance in full.'
  if (!beingChecked) return [safe, 'You may close the app: you will be told when the network has answered.']
  return [safe, 'We ask your network for 72 hours; then our staff decides. Please do not ask for it twice.']
}

/** What a message to customer care begins with: the payment, by the reference that the console finds it under. */
export const careQuestion = ({ type, amount, reference }: Pick<Transaction, 'type' | 'amount' | 'reference'>): string =>
  `About my ${type} of ${moneyText(amount)}, reference ${reference}: `

/** The page of the simulated phone with the number, in the demo. */
export function handsetLink(handsetUrl: string, phone: string): string {
  const separator = handsetUrl.includes('?') ? '&' : '?'
  return `${handsetUrl}${separator}msisdn=${encodeURIComponent(phone)}`
}
