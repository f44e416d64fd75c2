import { ugx } from '@mupiira/domain/money/ugx.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { Payment } from '../payment.ts'
import type { ListedOrder, MobileMoneyProvider } from '../ports.ts'
import { queryOf } from '../provider-exchange/exchange-orders.ts'

const CONCURRENT_QUERIES = 8
/**
 * The provider lists an order under its own time of arrival, so an order of 23:59 may be listed under the next day. No
 * request takes longer than this.
 */
const MARGIN_MS = 10 * 60_000

/** The provider's view of one of our orders. `order` is null when the provider has no such order or gave no answer. */
export type ProviderView = { readonly isAnswered: boolean; readonly order: ListedOrder | null }

export type ProviderOrders = {
  readonly viewOf: (payment: Payment) => ProviderView
  /** The provider's list of the day, one row per reference; empty without a list. */
  readonly listed: readonly ListedOrder[]
  /** Whether the list covers the complete day. */
  readonly isComplete: boolean
}

const NO_ANSWER: ProviderView = { isAnswered: false, order: null }

/**
 * Reads the provider's orders of a day from its list, and queries each order that the list does not cover. Null: the
 * provider has a list but did not return it.
 */
export async function readProviderOrders(
  { clock, stopping }: Pick<Kernel, 'clock' | 'stopping'>,
  provider: MobileMoneyProvider,
  payments: readonly Payment[],
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<ProviderOrders | null> {
  const startedAt = clock.now()
  const list = await provider.list(new Date(from.getTime() - MARGIN_MS), new Date(to.getTime() + MARGIN_MS))
  if (list.kind === 'unclear') return null
  const listed = byReference(list.kind === 'list' ? list.orders : [])
  const isComplete = list.kind === 'list' && list.isComplete
  const views = new Map<string, ProviderView>(
    [...listed].map(([reference, order]) => [reference, { isAnswered: true, order }]),
  )
  if (!isComplete) {
    const missing = payments.filter(({ reference, sentAt }) => sentAt !== null && !views.has(reference))
    const queryNext = async (): Promise<void> => {
      for (let payment = missing.pop(); payment !== undefined; payment = missing.pop()) {
        if (stopping.aborted) return
        views.set(payment.reference, await queryView(provider, payment))
      }
    }
    await Promise.all(Array.from({ length: CONCURRENT_QUERIES }, queryNext))
  }
  return {
    isComplete,
    listed: [...listed.values()].filter(({ createdAt }) => createdAt === null || (createdAt >= from && createdAt < to)),
    viewOf({ reference, sentAt, completedAt }) {
      const view = views.get(reference) ?? { isAnswered: isComplete || sentAt === null, order: null }
      const isOpenThere = view.order === null || view.order.status === 'pending'
      // Our final status is newer than the provider's list.
      return isOpenThere && completedAt !== null && completedAt >= startedAt ? NO_ANSWER : view
    },
  }
}

async function queryView(provider: MobileMoneyProvider, payment: Payment): Promise<ProviderView> {
  const reply = await provider.query(queryOf(payment))
  switch (reply.kind) {
    case 'unclear':
      return NO_ANSWER
    case 'absent':
      return { isAnswered: true, order: null }
    case 'pending':
      return { isAnswered: true, order: { ...asListed(payment), status: 'pending' } }
    case 'final': {
      const { status, amount, phoneNumber, currency } = reply.report
      return { isAnswered: true, order: { ...asListed(payment), status, amount, phoneNumber, currency } }
    }
  }
}

const asListed = (payment: Payment): Omit<ListedOrder, 'status'> => ({
  reference: payment.reference,
  kind: queryOf(payment).kind,
  phoneNumber: null,
  amount: null,
  currency: null,
  createdAt: payment.createdAt,
})

/**
 * Returns one row per reference. A provider that took a reference twice, against its own rule, has moved the sum of
 * both rows. The sum differs from our amount, so the comparison reports the second row.
 */
export function byReference(rows: readonly ListedOrder[]): ReadonlyMap<string, ListedOrder> {
  const orders = new Map<string, ListedOrder>()
  for (const row of rows) {
    const earlier = orders.get(row.reference)
    orders.set(row.reference, earlier === undefined ? row : merged(earlier, row))
  }
  return orders
}

const RANK = { failed: 0, pending: 1, success: 2 } as const

function merged(first: ListedOrder, second: ListedOrder): ListedOrder {
  if (first.status === 'success' && second.status === 'success') {
    const isReadable = first.amount !== null && second.amount !== null
    return { ...first, amount: isReadable ? ugx(first.amount + second.amount) : null }
  }
  return RANK[second.status] > RANK[first.status] ? second : first
}
