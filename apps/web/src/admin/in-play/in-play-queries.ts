import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '../../shared/api/queries.ts'

export const inPlayQuery = queryOptions({ ...apiQuery('GET /api/admin/in-play', {}), staleTime: 0 })
