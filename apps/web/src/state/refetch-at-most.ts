import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Each event at once, but with the care for what is under way. */
export const AS_OFTEN_AS_PUBLISHED_MS = 0
/** TICK-09 */
export const MY_BETS_EVERY_MS = 1000
/** TICK-10 */
export const TICKET_EVERY_MS = 2000

/** When each reading was last asked again, by client and key. */
const askedAt = new WeakMap<QueryClient, Map<string, number>>()

/**
 * Has what is on screen under a key asked again: at once, or as soon as `everyMs` have passed since the last time.
 * However many events come in between make one request. What is under way is not broken off, or a slow line would never
 * see an answer, nor a next page; it may have been answered before the event, so it is followed by another.
 */
export function refetchAtMost(client: QueryClient, queryKey: QueryKey, everyMs: number): void {
  const asked = askedAt.get(client) ?? new Map<string, number>()
  askedAt.set(client, asked)
  const name = JSON.stringify(queryKey)
  const dueMs = (asked.get(name) ?? -Infinity) + everyMs
  const nowMs = performance.now()
  // Somebody waits for it already.
  if (dueMs > nowMs + everyMs) return
  const atMs = Math.max(dueMs, nowMs)
  asked.set(name, atMs)
  const ask = () => {
    const isUnderWay = client.isFetching({ queryKey, type: 'active' }) > 0
    const answered = client.invalidateQueries({ queryKey }, { cancelRefetch: false })
    if (!isUnderWay) return
    // Whoever asks meanwhile is answered by the one that follows.
    asked.set(name, Infinity)
    void answered.then(() => {
      asked.set(name, atMs)
      refetchAtMost(client, queryKey, everyMs)
    })
  }
  if (dueMs <= nowMs) ask()
  else setTimeout(ask, dueMs - nowMs)
}
