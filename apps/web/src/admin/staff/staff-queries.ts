import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '../../shared/api/queries.ts'

export const staffQuery = queryOptions({ ...apiQuery('GET /api/admin/staff', {}), staleTime: 0 })
