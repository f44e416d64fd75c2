import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiQuery, type QueryOf } from '../../shared/api/queries.ts'

const APPROVALS_REFRESH_MS = 30_000

/** Requests that wait for a second approver (ADMT-30). */
export const approvalsQuery = queryOptions({
  ...apiQuery('GET /api/admin/approvals', {}),
  staleTime: 0,
  refetchInterval: APPROVALS_REFRESH_MS,
})

/** The number of requests that this member of staff can decide. Own requests are excluded. */
export const approvalsToDecideQuery = queryOptions({
  ...approvalsQuery,
  select: ({ items }) => items.filter(({ isOwn, mayDecide }) => mayDecide && !isOwn).length,
})

/**
 * The number of games that need a decision by staff. It has a separate key, because the list is refetched more often
 * while scores change.
 */
export const gamesToDecideQuery = queryOptions({
  ...apiQuery('GET /api/admin/games', { query: { decide: true, pageSize: 1 } }),
  queryKey: ['games to decide'],
  staleTime: 0,
  select: ({ total }) => total ?? 0,
})

export const paymentsToDecideQuery = queryOptions({
  ...apiQuery('GET /api/admin/transactions', { query: { review: true, pageSize: 1 } }),
  staleTime: 0,
  select: ({ total }) => total ?? 0,
})

/** Withdrawals that wait for a review, oldest first (WDR-33). */
export const heldWithdrawalsQuery = (query: QueryOf<'GET /api/admin/withdrawal-reviews'>) =>
  queryOptions({
    ...apiQuery('GET /api/admin/withdrawal-reviews', { query }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

/** The number of withdrawals that wait for a review. */
export const withdrawalsToReviewQuery = queryOptions({
  ...heldWithdrawalsQuery({ pageSize: 1 }),
  select: ({ total }) => total ?? 0,
})

/** The number of open alerts that are not acknowledged. */
export const alertsToAcknowledgeQuery = queryOptions({
  ...apiQuery('GET /api/admin/alerts', { query: { state: 'unacknowledged', pageSize: 1 } }),
  staleTime: 0,
  select: ({ total }) => total ?? 0,
})

/** The number of conversations with unread player messages. */
export const unreadConversationsQuery = queryOptions({
  ...apiQuery('GET /api/admin/chat/conversations', { query: { page: 1, pageSize: 1 } }),
  staleTime: 0,
  select: ({ waiting }) => waiting,
})

export const casesQuery = queryOptions({ ...apiQuery('GET /api/admin/reconciliation/cases', {}), staleTime: 0 })
