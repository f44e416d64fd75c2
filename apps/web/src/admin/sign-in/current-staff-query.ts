import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '../../shared/api/queries.ts'

/** The member of staff who is logged in. */
export const currentStaffQuery = queryOptions({ ...apiQuery('GET /api/admin/me', {}), staleTime: 0 })
