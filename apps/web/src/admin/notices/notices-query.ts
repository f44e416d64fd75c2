import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiQuery, type QueryOf } from '../../shared/api/queries.ts'

export const noticesQuery = (query: QueryOf<'GET /api/admin/notices'>) =>
  queryOptions({ ...apiQuery('GET /api/admin/notices', { query }), staleTime: 0, placeholderData: keepPreviousData })
