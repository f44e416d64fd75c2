import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '../../shared/api/queries.ts'

const FRESH_MS = 5_000

/** The player's limits and exclusion. Opening a screen refetches them, unless they are only a few seconds old. */
export const limitsQuery = queryOptions({ ...apiQuery('GET /api/protection/limits', {}), staleTime: FRESH_MS })

export const netResultQuery = (since: string) => apiQuery('GET /api/protection/net-result', { query: { since } })
