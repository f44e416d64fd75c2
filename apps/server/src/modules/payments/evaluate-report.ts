import type { OrderReport } from './ports.ts'
import type { Payment } from './payment-row.ts'

/**
 * What of the provider's report is about another payment than ours: amount, number, currency, reference, direction.
 * Nothing is credited or released on a report that differs (a callback's amount is not even signed). What a provider's
 * documented answer does not state cannot be compared (decision 0023).
 */
export function differences(payment: Payment, report: OrderReport): string[] {
  const kind = payment.type === 'deposit' ? 'collection' : 'payout'
  const compared = {
    reference: report.reference === payment.reference,
    amount: report.amount === null || report.amount === payment.amount,
    currency: report.currency === null || report.currency === 'UGX',
    number: report.phoneNumber === null || report.phoneNumber === payment.phoneNumber,
    kind: report.kind === null || report.kind === kind,
    'internal reference':
      report.internalReference === null ||
      payment.internalReference === null ||
      report.internalReference === payment.internalReference,
  }
  return Object.entries(compared).flatMap(([name, isSame]) => (isSame ? [] : [name]))
}
