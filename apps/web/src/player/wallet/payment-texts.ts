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

export type PaymentCharge = { readonly name: 'Fee' | 'Debited' | 'Returned'; readonly amount: number }

/** What a payment took from the balance; what was held for a withdrawal that failed has come back (WDR-30). */
export function paymentCharges(
  payment: Pick<Transaction, 'type' | 'status' | 'amount' | 'fee'>,
): readonly PaymentCharge[] {
  const { type, status, amount, fee } = payment
  if (type === 'withdrawal' && status === 'failed') return [{ name: 'Returned', amount: amount + fee }]
  return [
    ...(fee > 0 ? [{ name: 'Fee', amount: fee } as const] : []),
    ...(type === 'withdrawal' ? [{ name: 'Debited', amount: amount + fee } as const] : []),
  ]
}

/** The page of the simulated phone with the number, in the demo. */
export function handsetLink(handsetUrl: string, phone: string): string {
  const separator = handsetUrl.includes('?') ? '&' : '?'
  return `${handsetUrl}${separator}msisdn=${encodeURIComponent(phone)}`
}
