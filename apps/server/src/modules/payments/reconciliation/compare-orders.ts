import { formatAmount, formatUgx, type Ugx, ugx } from '@mupiira/domain/money/ugx.ts'
import { reasonText } from '@mupiira/domain/payments/payment-texts.ts'
import type { Payment } from '../payment.ts'
import type { ListedOrder } from '../ports.ts'
import type { ProviderView } from './provider-orders.ts'

export type CaseKind =
  /** The provider paid an order that does not exist here. */
  | 'unknown-here'
  /** Paid here; unknown, failed or pending at the provider. */
  | 'unknown-there'
  | 'failed-there'
  | 'pending-there'
  /** Failed and released here; paid by the provider. */
  | 'paid-though-failed'
  | 'other-amount'
  | 'waits-for-operator'
  /** The postings on the float differ from the payment. */
  | 'ledger'
  | 'wallet'

export type Difference = {
  readonly kind: CaseKind
  readonly subject: string
  readonly paymentId: string | null
  /** The provider's surplus against our records; negative for an extra payout. */
  readonly amountUgx: Ugx
  readonly detail: string
}

/** The effect of a successful payment on our money at the provider. */
export const floatChange = ({ type, amount }: Pick<Payment, 'type' | 'amount'>): Ugx =>
  ugx(type === 'deposit' ? amount : -amount)

const NOTHING = ugx(0n)
const negated = (amount: Ugx): Ugx => ugx(-amount)

/** The difference between a payment, the provider's order and the ledger; null if all agree or without an answer. */
export function comparePayment(ours: Payment, providerView: ProviderView, postedOnFloat: bigint): Difference | null {
  const subject = ours.reference
  const change = floatChange(ours)
  const differs = (kind: CaseKind, amountUgx: Ugx, detail: string): Difference => ({
    kind,
    subject,
    paymentId: ours.id,
    amountUgx,
    detail,
  })
  const expected = ours.status === 'success' ? change : NOTHING
  if (postedOnFloat !== expected) {
    const posted = formatUgx(ugx(postedOnFloat))
    return differs('ledger', NOTHING, `${posted} in the ledger at the provider, ${formatUgx(expected)} expected`)
  }
  if (ours.stage === 'review') {
    return differs(
      'waits-for-operator',
      NOTHING,
      `${ours.type} of UGX ${formatAmount(ours.amount)}: ${ours.reason === null ? 'no final result' : reasonText(ours.reason)}`,
    )
  }
  if (!providerView.isAnswered) return null
  const { order } = providerView
  const summary = `${ours.type} of UGX ${formatAmount(ours.amount)}: ${ours.status} in our records`
  if (ours.status === 'success') {
    if (order === null) return differs('unknown-there', negated(change), `${summary}, unknown at the provider`)
    if (order.status === 'failed') return differs('failed-there', negated(change), `${summary}, failed at the provider`)
    if (order.status === 'pending')
      return differs('pending-there', negated(change), `${summary}, pending at the provider`)
    if (order.amount !== null && order.amount !== ours.amount) {
      const surplus = ugx(floatChange({ type: ours.type, amount: order.amount }) - change)
      return differs('other-amount', surplus, `${summary}, UGX ${formatAmount(order.amount)} at the provider`)
    }
    return null
  }
  // Pending payments were queried before the comparison, so they have the provider's result by now.
  if (ours.status === 'failed' && order?.status === 'success') {
    return differs('paid-though-failed', change, `${summary}, paid at the provider`)
  }
  return null
}

/** Orders that the provider paid and we never made. */
export function unknownOrders(orders: readonly ListedOrder[], known: ReadonlySet<string>): Difference[] {
  return orders
    .filter(({ reference, status }) => status === 'success' && !known.has(reference))
    .map((order) => ({
      kind: 'unknown-here',
      subject: order.reference,
      paymentId: null,
      amountUgx:
        order.amount === null || order.kind === null
          ? NOTHING
          : floatChange({ type: order.kind === 'collection' ? 'deposit' : 'withdrawal', amount: order.amount }),
      detail: `${order.kind ?? 'order'} of UGX ${order.amount === null ? '?' : formatAmount(order.amount)}: unknown in our records, paid at the provider`,
    }))
}
