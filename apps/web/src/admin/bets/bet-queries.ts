import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '../../shared/api/queries.ts'

export const betQuery = (id: string) =>
  queryOptions({ ...apiQuery('GET /api/admin/bets/{id}', { params: { id } }), staleTime: 0 })
