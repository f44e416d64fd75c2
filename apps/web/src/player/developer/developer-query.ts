import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '../../shared/api/queries.ts'

export const developerQuery = queryOptions({ ...apiQuery('GET /api/developer', {}), staleTime: 0 })
