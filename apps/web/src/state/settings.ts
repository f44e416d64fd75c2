import type { PublicSettings } from '@mupiira/contract/platform.ts'
import { useApi } from '../shared/api/queries.ts'

const FRESH_MS = 5 * 60_000

/** The public settings; undefined until loaded. The stream updates them. */
export const usePublicSettings = (): PublicSettings | undefined =>
  useApi('GET /api/settings', {}, { staleMs: FRESH_MS }).data
