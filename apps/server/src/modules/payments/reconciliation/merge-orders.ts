import { ugx } from '@mupiira/domain/money/ugx.ts'
import type { ListedOrder } from '../ports.ts'

/**
 * A provider's rows, one for each reference. A reference that it has taken twice against its own rule has moved what both of
 * them have moved: the sum differs from our amount, so that the second one is not overlooked.
 */
export function byReference(rows: readonly ListedOrder[]): ReadonlyMap<string, ListedOrder> {
  const orders = new Map<string, ListedOrder>()
  for (const row of rows) {
    const earlier = orders.get(row.reference)
    orders.set(row.reference, earlier === undefined ? row : merged(earlier, row))
  }
  return orders
}

const WEIGHT = { failed: 0, pending: 1, success: 2 } as const

function merged(one: ListedOrder, other: ListedOrder): ListedOrder {
  if (one.status === 'success' && other.status === 'success') {
    const isReadable = one.amount !== null && other.amount !== null
    return { ...one, amount: isReadable ? ugx(one.amount + other.amount) : null }
  }
  return WEIGHT[other.status] > WEIGHT[one.status] ? other : one
}
