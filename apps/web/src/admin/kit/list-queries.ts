// Queries that several features use. The queries of a single feature are in its folder.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiQuery, type QueryOf } from '../../shared/api/queries.ts'
import type { ListExport } from './export-button.tsx'

export const failingJobsQuery = queryOptions({
  ...apiQuery('GET /api/admin/jobs', {}),
  staleTime: 0,
  refetchInterval: 30_000,
})

const APPROVALS_REFRESH_MS = 30_000

/** Requests that wait for a second approver (ADMT-30). */
export const approvalsQuery = (query: QueryOf<'GET /api/admin/approvals'> = {}) =>
  queryOptions({
    ...apiQuery('GET /api/admin/approvals', { query }),
    staleTime: 0,
    refetchInterval: APPROVALS_REFRESH_MS,
  })

export const settingsQuery = queryOptions({ ...apiQuery('GET /api/admin/settings', {}), staleTime: 0 })

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

export const auditExport = (query: QueryOf<'GET /api/admin/audit/export'>): ListExport => ({
  path: '/api/admin/audit/export',
  query,
  what: 'Audit log',
})

export const betsExport = (query: QueryOf<'GET /api/admin/bets/export'>): ListExport => ({
  path: '/api/admin/bets/export',
  query,
  what: 'Bet history',
})

export const transactionsExport = (query: QueryOf<'GET /api/admin/transactions/export'>): ListExport => ({
  path: '/api/admin/transactions/export',
  query,
  what: 'Transactions',
})
