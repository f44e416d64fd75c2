import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiQuery } from '../../shared/api/queries.ts'

export const MIN_LENGTH = 2

export const searchQuery = (q: string) =>
  queryOptions({
    ...apiQuery('GET /api/admin/search', { query: { q } }),
    enabled: q.length >= MIN_LENGTH,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
