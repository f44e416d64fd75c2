import type { Transaction } from '@mupiira/contract/payments.ts'

export type PaymentFace = {
  readonly title: string
  readonly tone: 'waiting' | 'up' | 'down'
}

/** How a payment stands, in a few words; the sentence below it is the server's `message`. */
export function paymentFace(payment: Pick<Transaction, 'type' | 'status' | 'beingChecked'>): PaymentFace {
  const deposit = payment.type === 'deposit'
  if (payment.status === 'success') return { title: deposit ? 'Deposit received' : 'Withdrawal sent', tone: 'up' }
  if (payment.status === 'failed')
    return { title: deposit ? 'Deposit not received' : 'Withdrawal failed', tone: 'down' }
  if (payment.beingChecked) return { title: 'Being checked', tone: 'waiting' }
  return { title: deposit ? 'Check your phone' : 'On its way to your phone', tone: 'waiting' }
}

/** The page of the simulated phone with the number, in the demo. */
export function handsetLink(handsetUrl: string, phone: string): string {
  const separator = handsetUrl.includes('?') ? '&' : '?'
  return `${handsetUrl}${separator}msisdn=${encodeURIComponent(phone)}`
}
