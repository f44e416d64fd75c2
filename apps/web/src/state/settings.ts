import { queryOptions, useQuery } from '@tanstack/react-query'
import type { PublicSettings } from '@mupiira/contract/platform.ts'
import { apiQuery } from '../shared/api/queries.ts'

const FRESH_MS = 5 * 60_000
const RETRY_MS = 30_000

export const settingsQuery = queryOptions({
  ...apiQuery('GET /api/settings', {}),
  staleTime: FRESH_MS,
  refetchInterval: ({ state }) => (state.data === undefined && state.errorUpdateCount > 0 ? RETRY_MS : false),
})

/** The public settings; undefined until loaded. The stream updates them. */
export const usePublicSettings = (): PublicSettings | undefined => useQuery(settingsQuery).data

/** True if the settings could not be loaded and none are stored on the device, even during a retry. */
export function useAreSettingsMissing(): boolean {
  const { data, errorUpdateCount, fetchStatus } = useQuery(settingsQuery)
  return data === undefined && (errorUpdateCount > 0 || fetchStatus === 'paused')
}
