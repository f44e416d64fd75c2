import { HOUR_MS } from '@mupiira/domain/time/durations.ts'
import type { Config } from '../../../kernel/config/config.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { FootballFeed } from '../ports.ts'
import { expectReports, syncStale } from './feed.repository.ts'

const REPORTED_AT_ONCE = 500

/** How long a feed may be silent before live games are marked as delayed, and before prices are suspended. */
export type SilenceLimits = { readonly liveMs: number; readonly pricesMs: number }

const LATE_MS = 60_000
const TURNS_MISSED = 3

/** Live games are delayed a minute after the last report, or later when the feed is polled rarely. */
export function silenceLimitsOf({ feedPollMs, feedSilenceMs, footballFeed }: Config): SilenceLimits {
  const { requestsPerHour } = footballFeed
  const turnMs = Math.max(feedPollMs, requestsPerHour === 0 ? 0 : HOUR_MS / requestsPerHour)
  const liveMs = Math.max(LATE_MS, TURNS_MISSED * turnMs)
  return { liveMs, pricesMs: Math.max(liveMs, feedSilenceMs) }
}

/**
 * Marks games as stale when their feed no longer reports them, and unmarks them. Games with another id prefix are
 * always stale. Upcoming games are also stale when odds or fixtures are no longer received. Stale games have suspended
 * prices and a delay notice (isOpen, `delayed`). Returns the number of changed games.
 */
export async function watchFeed(
  kernel: Kernel,
  { idPrefix, weekPollMs }: Pick<FootballFeed, 'idPrefix' | 'weekPollMs'>,
  limits: SilenceLimits,
): Promise<number> {
  await expectReports(kernel.workerDb, ['football', 'football-odds', 'football-week'])
  const weekMs = Math.max(limits.pricesMs, TURNS_MISSED * weekPollMs)
  return kernel.workerDb.transaction(async (tx) => {
    const gameIds = await syncStale(tx, idPrefix, { ...limits, weekMs }, kernel.clock.now())
    if (gameIds.length > 0) kernel.log.warn({ games: gameIds.length }, 'the feed stopped or resumed reporting games')
    for (let at = 0; at < gameIds.length; at += REPORTED_AT_ONCE)
      await kernel.outbox.appendEvents(tx, [
        { type: 'games-changed', data: { gameIds: gameIds.slice(at, at + REPORTED_AT_ONCE) } },
      ])
    return gameIds.length
  })
}
