import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Transaction } from '@mupiira/contract/payments.ts'
import type { StatementFilter } from '@mupiira/domain/money/statement-lines.ts'
import { api } from '../../shared/api/client.ts'
import { apiQuery, pagesQuery } from '../../shared/api/queries.ts'
import type { Days } from './statement-period.ts'

/** Live updates change what is cached; opening a screen reads it again. */
const STALE_AFTER_MS = 1_000

export const paymentQuery = (id: string) =>
  queryOptions({ ...apiQuery('GET /api/payments/{id}', { params: { id } }), staleTime: STALE_AFTER_MS })

export const paymentsQuery = infiniteQueryOptions({
  ...pagesQuery('GET /api/payments', { limit: 20 }),
  staleTime: STALE_AFTER_MS,
})

/** Payments under way, newest first. */
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

/**
 * Puts an accepted payment into the cache and reads it once more: the answer is as old as the request, and a repeated
 * request is answered with its first answer.
 */
export async function cacheAcceptedPayment(client: QueryClient, transaction: Transaction): Promise<Transaction> {
  const { queryKey } = paymentQuery(transaction.id)
  client.setQueryData(queryKey, transaction)
  // The list on the way back must have it.
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
