import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { TimelineKind } from '@mupiira/domain/access/timeline-kinds.ts'
import { api } from '../../shared/api/client.ts'
import { apiQuery, type QueryOf } from '../../shared/api/queries.ts'
import type { ListExport } from '../kit/export-button.tsx'

export const userCountsQuery = (query: QueryOf<'GET /api/admin/users/counts'>) =>
  queryOptions({
    ...apiQuery('GET /api/admin/users/counts', { query }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

export const usersQuery = (query: QueryOf<'GET /api/admin/users'>) =>
  queryOptions({ ...apiQuery('GET /api/admin/users', { query }), staleTime: 0, placeholderData: keepPreviousData })

export const usersExport = (query: QueryOf<'GET /api/admin/users/export'>): ListExport => ({
  path: '/api/admin/users/export',
  query,
  what: 'Users',
})

export const userLedgerQuery = (id: string, query: QueryOf<'GET /api/admin/users/{id}/ledger'>) =>
  queryOptions({
    ...apiQuery('GET /api/admin/users/{id}/ledger', { params: { id }, query }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

export const ledgerExport = (id: string, query: QueryOf<'GET /api/admin/users/{id}/ledger/export'>): ListExport => ({
  path: `/api/admin/users/${id}/ledger/export`,
  query,
  what: 'Ledger',
})

export const lifetimeQuery = (id: string) =>
  queryOptions({ ...apiQuery('GET /api/admin/users/{id}/lifetime', { params: { id } }), staleTime: 0 })

/** The timeline of an account, page by page. `kind` is '' for all kinds. */
export const timelineQuery = (id: string, kind: string) =>
  infiniteQueryOptions({
    queryKey: ['GET /api/admin/users/{id}/timeline', { id, kind }],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        ...(kind === '' ? {} : { kind: kind as TimelineKind }),
        ...(pageParam === null ? {} : { cursor: pageParam }),
      }
      return api('GET /api/admin/users/{id}/timeline', { params: { id }, query }, { signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

export const relatedQuery = (id: string) =>
  queryOptions({ ...apiQuery('GET /api/admin/users/{id}/related', { params: { id } }), staleTime: 0 })

export const tagsQuery = queryOptions(apiQuery('GET /api/admin/user-tags', {}))
