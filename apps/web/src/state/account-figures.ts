import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ugxFromNumber } from '@mupiira/domain/money/ugx.ts'
import { useApi } from '../shared/api/queries.ts'
import { usePollingMs } from './connectivity.ts'
import { useUser } from './session.ts'

/** The staleness limit (DATA-42) and the polling interval without a stream. */
const FRESH_MS = 30_000

/** The player's balance in UGX; null for a visitor. Live updates push it; otherwise it is polled every 30 s. */
export function useBalance(): number | null {
  const client = useQueryClient()
  const user = useUser()
  const refetchMs = usePollingMs(FRESH_MS)
  const { data } = useApi('GET /api/wallet', {}, { enabled: user !== null, staleMs: FRESH_MS, refetchMs })
  const balance = data?.balance ?? Number(user?.balance)
  const isUnreadable = user !== null && !isAmount(balance)
  useEffect(() => {
    // An unreadable balance (WALT-15, INVALID_BALANCE_FORMAT) is rare, so the repair code loads on demand.
    if (isUnreadable) void import('./balance-repair.ts').then(({ repairBalance }) => repairBalance(client))
  }, [client, isUnreadable])
  return user === null || isUnreadable ? null : balance
}

const isAmount = (balance: unknown): boolean => typeof balance === 'number' && ugxFromNumber(balance).ok

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
