import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Transaction } from '@mupiira/contract/payments.ts'
import type { StatementFilter } from '@mupiira/domain/money/statement-lines.ts'
import { api } from '../../shared/api/client.ts'
import { apiQuery, pagesQuery } from '../../shared/api/queries.ts'
import type { Days } from './statement-period.ts'

/** Live updates keep the cache current. Opening a screen still refetches. */
const STALE_AFTER_MS = 1_000

export const paymentQuery = (id: string) =>
  queryOptions({ ...apiQuery('GET /api/payments/{id}', { params: { id } }), staleTime: STALE_AFTER_MS })

export const paymentsQuery = infiniteQueryOptions({
  ...pagesQuery('GET /api/payments', { limit: 20 }),
  staleTime: STALE_AFTER_MS,
})

/** Payments without a final result, newest first. */
export const openPaymentsQuery = queryOptions({
  ...apiQuery('GET /api/payments', { query: { limit: 10 } }),
  staleTime: STALE_AFTER_MS,
  select: ({ items }) => items.filter(({ status, beingChecked }) => status === 'pending' || beingChecked),
})

export const statementQuery = (filter: StatementFilter | 'all', days: Days) =>
  infiniteQueryOptions({
    ...pagesQuery('GET /api/wallet/statement', { limit: 30, ...(filter === 'all' ? {} : { filter }), ...days }),
    staleTime: STALE_AFTER_MS,
  })

export const statementTotalsQuery = (days: Days) =>
  queryOptions({
    ...apiQuery('GET /api/wallet/statement/totals', { query: days }),
    staleTime: STALE_AFTER_MS,
    placeholderData: (previous) => previous,
  })

/** Stores an accepted payment and refetches it, because a repeated request returns its first response. */
export async function cacheAcceptedPayment(client: QueryClient, transaction: Transaction): Promise<Transaction> {
  const { queryKey } = paymentQuery(transaction.id)
  client.setQueryData(queryKey, transaction)
  // The list must include the payment when the player returns.
  client.removeQueries({ queryKey: paymentsQuery.queryKey })
  void client.invalidateQueries({ queryKey: ['GET /api/wallet'] })
  try {
    const payment = await api('GET /api/payments/{id}', { params: { id: transaction.id } })
    client.setQueryData(queryKey, payment)
    return payment
  } catch {
    return transaction
  }
}
