import type { PaymentContext } from '../context.ts'
import { queryOf } from '../ask-provider.ts'
import type { Payment } from '../payment-row.ts'
import type { ListedOrder, MobileMoneyProvider } from '../ports.ts'
import type { Theirs } from './compare-orders.ts'
import { byReference } from './merge-orders.ts'

const ASKED_AT_ONCE = 8
/**
 * An order is listed under the time when it arrived there, by the provider's clock: one of 23:59 under the next day. No order
 * is on its way for longer than this.
 */
const MARGIN_MS = 10 * 60_000

export type Received = {
  readonly of: (payment: Payment) => Theirs
  /** The day in the provider's own list, one row for each reference; empty where it has none. */
  readonly listed: readonly ListedOrder[]
  /** Whether the list reaches all of the day. */
  readonly isWhole: boolean
}

/**
 * What the provider says of our payments of a day: its list, and for what a list does not reach, or where there is none,
 * each order by itself. null: it gives no list at the moment.
 */
export async function receiveProvider(
  context: PaymentContext,
  provider: MobileMoneyProvider,
  payments: readonly Payment[],
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<Received | null> {
  const startedAt = context.kernel.clock.now()
  const day = await provider.day(new Date(from.getTime() - MARGIN_MS), new Date(to.getTime() + MARGIN_MS))
  if (day.kind === 'unclear') return null
  const listed = byReference(day.kind === 'day' ? day.orders : [])
  const told = new Map<string, Theirs>(
    [...listed].map(([reference, order]) => [reference, { isAnswered: true, order }]),
  )
  const isWhole = day.kind === 'day' && day.isWhole
  const missing = payments.filter(({ reference, sentAt }) => sentAt !== null && !told.has(reference))
  if (!isWhole) {
    const waiting = [...missing]
    const askNext = async (): Promise<void> => {
      for (let payment = waiting.pop(); payment !== undefined; payment = waiting.pop()) {
        if (context.kernel.stopping.aborted) return
        told.set(payment.reference, await askFor(provider, payment))
      }
    }
    await Promise.all(Array.from({ length: ASKED_AT_ONCE }, askNext))
  }
  const of = ({ reference, sentAt, completedAt }: Payment): Theirs => {
    const theirs = told.get(reference) ?? { isAnswered: isWhole || sentAt === null, order: null }
    const isOpenThere = theirs.order === null || theirs.order.status === 'pending'
    // An end that was told meanwhile is newer than that.
    return isOpenThere && completedAt !== null && completedAt >= startedAt ? NOT_ANSWERED : theirs
  }
  const isOfTheDay = ({ createdAt }: ListedOrder): boolean =>
    createdAt === null || (createdAt >= from && createdAt < to)
  return { of, listed: [...listed.values()].filter(isOfTheDay), isWhole }
}

const NOT_ANSWERED: Theirs = { isAnswered: false, order: null }

async function askFor(provider: MobileMoneyProvider, payment: Payment): Promise<Theirs> {
  const answer = await provider.status(queryOf(payment))
  switch (answer.kind) {
    case 'unclear':
      return NOT_ANSWERED
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
