import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '../../shared/api/queries.ts'

export const settingsQuery = queryOptions({ ...apiQuery('GET /api/admin/settings', {}), staleTime: 0 })
