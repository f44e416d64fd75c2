import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from './api/queries.ts'

const FRESH_MS = 2 * 60_000

/** The sports of the games that can be bet on, with their leagues and counts. */
export const sportsQuery = queryOptions({ ...apiQuery('GET /api/sports', {}), staleTime: FRESH_MS })
