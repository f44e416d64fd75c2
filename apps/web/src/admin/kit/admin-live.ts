import type { QueryClient } from '@tanstack/react-query'
import { create } from 'zustand'
import type { AdminList } from '@mupiira/contract/events.ts'
import type { OperationKey } from '@mupiira/contract/operations.ts'
import { refetchAtMost } from '../../state/refetch-at-most.ts'
import { tasksQuery } from './tasks.ts'

/** Whether the console receives live updates. */
export const useAdminLive = create<{ readonly isLive: boolean }>(() => ({ isLive: false }))

/** The polling interval while live updates do not arrive; false while they arrive. */
export const useAdminPollingMs = (everyMs: number): number | false =>
  useAdminLive(({ isLive }) => (isLive ? false : everyMs))

/** The operations whose responses contain the data of each list. */
const OPERATIONS_BY_LIST: { readonly [L in AdminList]: readonly OperationKey[] } = {
  alerts: ['GET /api/admin/alerts'],
  bets: [
    'GET /api/admin/bets',
    'GET /api/admin/bets/{id}',
    'GET /api/admin/stats',
    'GET /api/admin/risk',
    'GET /api/admin/games/{id}/markets',
    'GET /api/admin/games/{id}/scores',
  ],
  transactions: [
    'GET /api/admin/transactions',
    'GET /api/admin/transactions/{id}',
    'GET /api/admin/transactions/totals',
    'GET /api/admin/withdrawal-reviews',
  ],
  games: [
    'GET /api/admin/games',
    'GET /api/admin/games/{id}/markets',
    'GET /api/admin/risk/prices',
    'GET /api/admin/trading',
  ],
  fixtures: ['GET /api/admin/fixtures'],
  users: ['GET /api/admin/users', 'GET /api/admin/users/counts', 'GET /api/admin/users/{id}'],
  settings: ['GET /api/admin/settings', 'GET /api/admin/risk/prices'],
  notices: ['GET /api/admin/notices'],
}
/** A table that changes more often would be hard to read. */
const MIN_INTERVAL_MS = 2_000
/** Live scores change games all the time, and few of them change the work that waits. */
const TASKS_EVERY_MS = 5_000
const LISTS_WITH_TASKS: readonly AdminList[] = ['alerts', 'games', 'transactions']

/** Refetches these lists if they are on screen. */
export function followLists(client: QueryClient, lists: readonly AdminList[]): void {
  for (const key of new Set(lists.flatMap((list) => OPERATIONS_BY_LIST[list])))
    refetchAtMost(client, [key], MIN_INTERVAL_MS)
  if (lists.some((list) => LISTS_WITH_TASKS.includes(list))) followTasks(client)
}

/** Counts the work that waits again. */
export const followTasks = (client: QueryClient): void => refetchAtMost(client, tasksQuery.queryKey, TASKS_EVERY_MS)
