import type { RefreshScores } from './game-facts.ts'

/** A node polls its feed at most this often, however many viewers press Refresh. */
const AT_MOST_EVERY_MS = 10_000

/** The score update on demand (LIVE-09). Without a feed it always succeeds. */
export function refresher(follow: (() => Promise<boolean>) | null): RefreshScores {
  if (follow === null) return async () => true
  let requestedAtMs = Number.NEGATIVE_INFINITY
  let asking: Promise<boolean> = Promise.resolve(true)
  return (now) => {
    if (now.getTime() - requestedAtMs >= AT_MOST_EVERY_MS) {
      requestedAtMs = now.getTime()
      asking = follow()
    }
    return asking
  }
}
