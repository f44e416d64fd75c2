import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../shared/api/client.ts'
import { apiQuery, type QueryOf } from '../../shared/api/queries.ts'

export const noticesQuery = (query: QueryOf<'GET /api/admin/notices'>) =>
  queryOptions({ ...apiQuery('GET /api/admin/notices', { query }), staleTime: 0, placeholderData: keepPreviousData })

/** Fetches a page for an export. The page is not cached. */
export const fetchNotices = (query: QueryOf<'GET /api/admin/notices'>) => api('GET /api/admin/notices', { query })
