import { useApi } from '../shared/api/queries.ts'
import { usePollingMs } from './connectivity.ts'
import { useUser } from './session.ts'

/** DATA-42, and the greatest age while nothing is pushed. */
const FRESH_MS = 30_000

/** The player's balance in UGX; null for a visitor. Pushed while live updates arrive, else asked every 30 s. */
export function useBalance(): number | null {
  const user = useUser()
  const refetchMs = usePollingMs(FRESH_MS)
  const { data } = useApi('GET /api/wallet', {}, { enabled: user !== null, staleMs: FRESH_MS, refetchMs })
  if (user === null) return null
  return data?.balance ?? Number(user.balance)
}

/** Unread notifications of the player. */
export function useUnread(): number {
  const user = useUser()
  const refetchMs = usePollingMs(FRESH_MS)
  const { data } = useApi(
    'GET /api/notifications',
    { query: { limit: 1 } },
    { enabled: user !== null, staleMs: FRESH_MS, refetchMs },
  )
  return data?.unread ?? 0
}
