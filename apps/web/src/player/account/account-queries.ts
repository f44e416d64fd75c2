import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '../../shared/api/queries.ts'

/** The e-mail address for account recovery. */
export const emailQuery = apiQuery('GET /api/auth/email', {})

export const sessionsQuery = queryOptions({ ...apiQuery('GET /api/auth/sessions', {}), staleTime: 0 })
