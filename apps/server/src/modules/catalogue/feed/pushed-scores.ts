import type { Kernel } from '../../../kernel/kernel.ts'
import type { FeedGame, FeedPush } from '../ports.ts'

/** After a longer silence the connection does not replace polling. */
const FRESH_MS = 15_000
const MAX_REMEMBERED = 5_000

export type PushedScores = {
  /** Whether the feed is currently pushing. */
  isFresh(): boolean
  /** Whether a match was pushed after `sinceMs`, a time of this process's monotonic clock. */
  wasReportedSince(matchId: string, sinceMs: number): boolean
  /** Drops queued scores of these games, because a later response is newer. */
  dropQueued(games: readonly FeedGame[]): void
  /** Opens the connection if needed. It closes after a while without further calls. */
  keepOpen(): void
}

/**
 * Writes pushed scores. Scores that arrive during a write are written together in the next batch, the latest per match.
 */
export function pushedScores(
  kernel: Kernel,
  push: FeedPush,
  take: (games: readonly FeedGame[]) => Promise<void>,
): PushedScores {
  const waiting = new Map<string, FeedGame>()
  const reportedAtMs = new Map<string, number>()
  const leaseMs = Math.max(30_000, 5 * kernel.config.feedPollMs)
  let lastReceivedAtMs = Number.NEGATIVE_INFINITY
  let isTaking = false
  let connection: { close(): void } | null = null
  let lease: NodeJS.Timeout | undefined

  function receive(games: readonly FeedGame[]): void {
    lastReceivedAtMs = performance.now()
    if (reportedAtMs.size > MAX_REMEMBERED) reportedAtMs.clear()
    for (const game of games) {
      waiting.set(game.matchId, game)
      reportedAtMs.set(game.matchId, lastReceivedAtMs)
    }
    if (!isTaking) void takeAll()
  }

  async function takeAll(): Promise<void> {
    isTaking = true
    try {
      while (waiting.size > 0 && !kernel.stopping.aborted) {
        const games = [...waiting.values()]
        waiting.clear()
        await take(games)
      }
    } catch (error) {
      // The next poll requests all live scores.
      kernel.log.warn({ err: error }, 'pushed scores could not be stored')
    } finally {
      isTaking = false
    }
  }

  function close(): void {
    clearTimeout(lease)
    connection?.close()
    connection = null
  }
  kernel.stopping.addEventListener('abort', close)

  return {
    isFresh: () => performance.now() - lastReceivedAtMs < FRESH_MS,
    wasReportedSince: (matchId, sinceMs) => (reportedAtMs.get(matchId) ?? Number.NEGATIVE_INFINITY) >= sinceMs,
    dropQueued(games) {
      for (const { matchId } of games) waiting.delete(matchId)
    },
    keepOpen() {
      if (kernel.stopping.aborted) return
      connection ??= push.open(receive)
      clearTimeout(lease)
      lease = setTimeout(close, leaseMs)
      lease.unref()
    },
  }
}
