// Queries of several screens. A query of one feature is in the folder of the feature.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../shared/api/client.ts'
import { apiQuery, type QueryOf } from '../../shared/api/queries.ts'

export const betsQuery = (query: QueryOf<'GET /api/admin/bets'>) =>
  queryOptions({ ...apiQuery('GET /api/admin/bets', { query }), staleTime: 0, placeholderData: keepPreviousData })

export const transactionsQuery = (query: QueryOf<'GET /api/admin/transactions'>) =>
  queryOptions({
    ...apiQuery('GET /api/admin/transactions', { query }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

export const auditQuery = (query: QueryOf<'GET /api/admin/audit'>) =>
  queryOptions({ ...apiQuery('GET /api/admin/audit', { query }), staleTime: 0, placeholderData: keepPreviousData })

export const userQuery = (id: string) =>
  queryOptions({ ...apiQuery('GET /api/admin/users/{id}', { params: { id } }), staleTime: 0 })

// Pages of an export are not cached.
export const fetchBets = (query: QueryOf<'GET /api/admin/bets'>) => api('GET /api/admin/bets', { query })
export const fetchTransactions = (query: QueryOf<'GET /api/admin/transactions'>) =>
  api('GET /api/admin/transactions', { query })
export const fetchAudit = (query: QueryOf<'GET /api/admin/audit'>) => api('GET /api/admin/audit', { query })
