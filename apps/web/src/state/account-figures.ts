import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ugxFromNumber } from '@mupiira/domain/money/ugx.ts'
import { usePollingMs } from './connectivity.ts'
import { useUser } from './session.ts'
import { apiQuery } from '../shared/api/queries.ts'

/** The staleness limit and the polling interval without a stream. */
const FRESH_MS = 30_000

const walletQuery = queryOptions({ ...apiQuery('GET /api/wallet', {}), staleTime: FRESH_MS })

/** The latest notification, and how many are unread. */
const latestQuery = queryOptions({
  ...apiQuery('GET /api/notifications', { query: { limit: 1 } }),
  staleTime: FRESH_MS,
})

/** The player's balance in UGX; null for a visitor. Live updates push it; otherwise it is polled every 30 s. */
export function useBalance(): number | null {
  const client = useQueryClient()
  const user = useUser()
  const { data } = useQuery({ ...walletQuery, enabled: user !== null, refetchInterval: usePollingMs(FRESH_MS) })
  const balance = data?.balance ?? Number(user?.balance)
  const isUnreadable = user !== null && !isAmount(balance)
  useEffect(() => {
    // An unreadable balance is rare, so the repair code loads on demand.
    if (isUnreadable) void import('./balance-repair.ts').then(({ repairBalance }) => repairBalance(client))
  }, [client, isUnreadable])
  return user === null || isUnreadable ? null : balance
}

const isAmount = (balance: unknown): boolean => typeof balance === 'number' && ugxFromNumber(balance).ok

export function useUnread(): number {
  const user = useUser()
  const { data } = useQuery({ ...latestQuery, enabled: user !== null, refetchInterval: usePollingMs(FRESH_MS) })
  return data?.unread ?? 0
}
