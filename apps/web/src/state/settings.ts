import { queryOptions, useQuery } from '@tanstack/react-query'
import type { PublicSettings } from '@mupiira/contract/platform.ts'
import { apiQuery } from '../shared/api/queries.ts'

const FRESH_MS = 5 * 60_000

export const settingsQuery = queryOptions({ ...apiQuery('GET /api/settings', {}), staleTime: FRESH_MS })

/** The public settings; undefined until loaded. The stream updates them. */
export const usePublicSettings = (): PublicSettings | undefined => useQuery(settingsQuery).data
