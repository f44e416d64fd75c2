import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '../../shared/api/queries.ts'

export const riskQuery = queryOptions({ ...apiQuery('GET /api/admin/risk', {}), staleTime: 0 })

export const offModelQuery = queryOptions({ ...apiQuery('GET /api/admin/risk/prices', {}), staleTime: 0 })
