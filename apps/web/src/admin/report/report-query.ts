import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '../../shared/api/queries.ts'

export const reportQuery = (day: string) =>
  queryOptions({ ...apiQuery('GET /api/admin/report', { query: { day } }), staleTime: 0 })
