import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** No minimum interval: every event causes a refetch, but only one request runs at a time. */
export const NO_MIN_INTERVAL_MS = 0
export const MY_BETS_EVERY_MS = 1000
export const TICKET_EVERY_MS = 2000

/** The time of the last refetch per client and key. */
const askedAt = new WeakMap<QueryClient, Map<string, number>>()

/**
 * Refetches the mounted queries under a key, now or `everyMs` after the last time. Events in between share one request.
 * A running request is not aborted, because a slow connection would never get a response; since its response may be
 * older than the event, another request follows.
 */
export function refetchAtMost(client: QueryClient, queryKey: QueryKey, everyMs: number): void {
  const requested = askedAt.get(client) ?? new Map<string, number>()
  askedAt.set(client, requested)
  const name = JSON.stringify(queryKey)
  const dueMs = (requested.get(name) ?? -Infinity) + everyMs
  const nowMs = performance.now()
  // A request is already scheduled.
  if (dueMs > nowMs + everyMs) return
  const atMs = Math.max(dueMs, nowMs)
  requested.set(name, atMs)
  const refetch = () => {
    const isUnderWay = client.isFetching({ queryKey, type: 'active' }) > 0
    const answered = client.invalidateQueries({ queryKey }, { cancelRefetch: false })
    if (!isUnderWay) return
    // The next request also covers all events that arrive before it starts.
    requested.set(name, Infinity)
    void answered.then(() => {
      requested.set(name, atMs)
      refetchAtMost(client, queryKey, everyMs)
    })
  }
  if (dueMs <= nowMs) refetch()
  else setTimeout(refetch, dueMs - nowMs)
}
