import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '../../shared/api/queries.ts'

const REFRESH_MS = 60_000

export const chainsQuery = queryOptions({
  ...apiQuery('GET /api/admin/aviator/chains', {}),
  staleTime: 0,
  refetchInterval: REFRESH_MS,
})
