import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** When each reading was last asked again, by client and key. */
const askedAt = new WeakMap<QueryClient, Map<string, number>>()

/**
 * Has what is on screen under a key asked again: at once, or as soon as `everyMs` have passed since the last time.
 * However many events come in between make one request.
 */
export function refetchAtMost(client: QueryClient, queryKey: QueryKey, everyMs: number): void {
  let asked = askedAt.get(client)
  if (asked === undefined) askedAt.set(client, (asked = new Map()))
  const name = JSON.stringify(queryKey)
  const dueMs = (asked.get(name) ?? -Infinity) + everyMs
  const nowMs = performance.now()
  // Somebody waits for it already.
  if (dueMs > nowMs + everyMs) return
  asked.set(name, Math.max(dueMs, nowMs))
  const ask = () => void client.invalidateQueries({ queryKey })
  if (dueMs <= nowMs) ask()
  else setTimeout(ask, dueMs - nowMs)
}
