import { formatAmount, type Ugx, ugx } from '@mupiira/domain/money/ugx.ts'
import type { Payment } from '../payment-row.ts'
import type { ListedOrder } from '../ports.ts'

export type CaseKind =
  /** The provider has paid an order that we do not know. */
  | 'unknown-here'
  /** We say paid; the provider does not know it, says that it failed, or that it is not decided. */
  | 'unknown-there'
  | 'failed-there'
  | 'pending-there'
  /** We say failed, and gave the money back; the provider has paid. */
  | 'paid-though-failed'
  | 'other-amount'
  | 'waits-for-operator'
  /** The ledger's float account does not say what the payment says. */
  | 'ledger'
  | 'wallet'

export type Difference = {
  readonly kind: CaseKind
  readonly subject: string
  readonly paymentId: string | null
  /** What the provider has more than we say: a payout that it made is negative. */
  readonly amountUgx: Ugx
  readonly detail: string
}

/** What the provider says of one of our orders; null: it does not know it, or has not answered (`isAnswered`). */
export type Theirs = { readonly isAnswered: boolean; readonly order: ListedOrder | null }

/** What a successful payment does to our money at the provider. */
export const floatChange = ({ type, amount }: Pick<Payment, 'type' | 'amount'>): Ugx =>
  ugx(type === 'deposit' ? amount : -amount)

const NOTHING = ugx(0n)
const signed = (amount: Ugx): Ugx => ugx(-amount)

/** How one of our payments differs from what the provider says of it, and from the ledger; null where all three agree. */
export function comparePayment(ours: Payment, theirs: Theirs, postedOnFloat: bigint): Difference | null {
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
    return differs('ledger', NOTHING, `${postedOnFloat} hundredths posted on the float, ${expected} expected`)
  }
  if (ours.stage === 'review') {
    return differs('waits-for-operator', NOTHING, `${ours.type} of UGX ${formatAmount(ours.amount)}: ${ours.reason}`)
  }
  if (!theirs.isAnswered) return null
  const { order } = theirs
  const is = `${ours.type} of UGX ${formatAmount(ours.amount)}, here ${ours.status}`
  if (ours.status === 'success') {
    if (order === null) return differs('unknown-there', signed(change), `${is}, there unknown`)
    if (order.status === 'failed') return differs('failed-there', signed(change), `${is}, there failed`)
    if (order.status === 'pending') return differs('pending-there', signed(change), `${is}, there pending`)
    if (order.amount !== null && order.amount !== ours.amount) {
      const more = ugx(floatChange({ type: ours.type, amount: order.amount }) - change)
      return differs('other-amount', more, `${is}, there UGX ${formatAmount(order.amount)}`)
    }
    return null
  }
  // One that is pending is asked about before it is compared: the provider's end is ours by then.
  if (ours.status === 'failed' && order?.status === 'success') {
    return differs('paid-though-failed', change, `${is}, there paid`)
  }
  return null
}

/** Orders that the provider has paid and we never made. */
export function unknownHere(orders: readonly ListedOrder[], known: ReadonlySet<string>): Difference[] {
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
      detail: `${order.kind ?? 'order'} of UGX ${order.amount === null ? '?' : formatAmount(order.amount)}, here unknown, there paid`,
    }))
}
