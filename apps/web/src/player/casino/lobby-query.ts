import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '../../shared/api/queries.ts'

const FRESH_MS = 10 * 60_000

export const lobbyQuery = queryOptions({ ...apiQuery('GET /api/casino/games', {}), staleTime: FRESH_MS })
