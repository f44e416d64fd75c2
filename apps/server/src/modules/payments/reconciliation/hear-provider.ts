import type { Desk } from '../desk.ts'
import { queryOf } from '../ask-provider.ts'
import type { Payment } from '../payment-row.ts'
import type { ListedOrder, MobileMoneyProvider } from '../ports.ts'
import type { Theirs } from './compare-orders.ts'

const ASKED_AT_ONCE = 8

export type Heard = {
  readonly of: (payment: Payment) => Theirs
  /** The provider's own list; empty where it has none. */
  readonly listed: readonly ListedOrder[]
  /** Payments that the provider did not answer for. */
  readonly unanswered: number
}

/**
 * What the provider says of our payments of a day: its list, and for what a list does not reach, or where there is none,
 * each order by itself. null: it gives no list at the moment.
 */
export async function hearProvider(
  desk: Desk,
  provider: MobileMoneyProvider,
  payments: readonly Payment[],
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<Heard | null> {
  const day = await provider.day(from, to)
  if (day.kind === 'unclear') return null
  const listed = day.kind === 'day' ? day.orders : []
  const told = new Map<string, Theirs>(listed.map((order) => [order.reference, { isAnswered: true, order }]))
  const isWhole = day.kind === 'day' && day.isWhole
  const missing = payments.filter(({ reference, sentAt }) => sentAt !== null && !told.has(reference))
  if (!isWhole) {
    const waiting = [...missing]
    const askNext = async (): Promise<void> => {
      for (let payment = waiting.pop(); payment !== undefined; payment = waiting.pop()) {
        if (desk.kernel.stopping.aborted) return
        told.set(payment.reference, await askFor(provider, payment))
      }
    }
    await Promise.all(Array.from({ length: ASKED_AT_ONCE }, askNext))
  }
  const of = ({ reference, sentAt }: Payment): Theirs =>
    told.get(reference) ?? { isAnswered: isWhole || sentAt === null, order: null }
  return { of, listed, unanswered: payments.filter((payment) => !of(payment).isAnswered).length }
}

async function askFor(provider: MobileMoneyProvider, payment: Payment): Promise<Theirs> {
  const answer = await provider.status(queryOf(payment))
  switch (answer.kind) {
    case 'unclear':
      return { isAnswered: false, order: null }
    case 'absent':
      return { isAnswered: true, order: null }
    case 'pending':
      return { isAnswered: true, order: { ...listedAs(payment), status: 'pending' } }
    case 'final': {
      const { status, amount, phoneNumber, currency } = answer.report
      return { isAnswered: true, order: { ...listedAs(payment), status, amount, phoneNumber, currency } }
    }
  }
}

const listedAs = (payment: Payment): Omit<ListedOrder, 'status'> => ({
  reference: payment.reference,
  kind: queryOf(payment).kind,
  phoneNumber: null,
  amount: null,
  currency: null,
  createdAt: payment.createdAt,
})
