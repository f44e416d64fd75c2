import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Every event refetches, but never while a request is under way. */
export const AS_OFTEN_AS_PUBLISHED_MS = 0
/** TICK-09 */
export const MY_BETS_EVERY_MS = 1000
/** TICK-10 */
export const TICKET_EVERY_MS = 2000

/** When each query was last refetched, by client and key. */
const askedAt = new WeakMap<QueryClient, Map<string, number>>()

/**
 * Refetches the mounted queries under a key: now, or once `everyMs` have passed since the last time. Any number of events
 * in between makes one request. A request under way is not aborted, or a slow connection would never get an answer; it
 * may be older than the event, so another one follows.
 */
export function refetchAtMost(client: QueryClient, queryKey: QueryKey, everyMs: number): void {
  const asked = askedAt.get(client) ?? new Map<string, number>()
  askedAt.set(client, asked)
  const name = JSON.stringify(queryKey)
  const dueMs = (asked.get(name) ?? -Infinity) + everyMs
  const nowMs = performance.now()
  // Scheduled already.
  if (dueMs > nowMs + everyMs) return
  const atMs = Math.max(dueMs, nowMs)
  asked.set(name, atMs)
  const ask = () => {
    const isUnderWay = client.isFetching({ queryKey, type: 'active' }) > 0
    const answered = client.invalidateQueries({ queryKey }, { cancelRefetch: false })
    if (!isUnderWay) return
    // The request that follows covers every event until then.
    asked.set(name, Infinity)
    void answered.then(() => {
      asked.set(name, atMs)
      refetchAtMost(client, queryKey, everyMs)
    })
  }
  if (dueMs <= nowMs) ask()
  else setTimeout(ask, dueMs - nowMs)
}
