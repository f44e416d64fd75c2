// Queries that several features use. The queries of a single feature are in its folder.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { queryText } from '../../shared/api/client.ts'
import { apiQuery, type QueryOf } from '../../shared/api/queries.ts'
import type { ServerExport } from './export-button.tsx'

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

export const auditExport = (filter: QueryOf<'GET /api/admin/audit/export.csv'>): ServerExport => ({
  href: `/api/admin/audit/export.csv${queryText(filter)}`,
  name: 'audit-log.csv',
  done: 'Audit log exported successfully',
})

export const betsExport = (filter: QueryOf<'GET /api/admin/bets/export.csv'>): ServerExport => ({
  href: `/api/admin/bets/export.csv${queryText(filter)}`,
  name: 'bet-history.csv',
  done: 'Bet history exported successfully',
})

export const transactionsExport = (filter: QueryOf<'GET /api/admin/transactions/export.csv'>): ServerExport => ({
  href: `/api/admin/transactions/export.csv${queryText(filter)}`,
  name: 'transactions.csv',
  done: 'Transactions exported successfully',
})
