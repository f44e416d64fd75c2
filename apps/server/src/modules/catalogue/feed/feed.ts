import type { Sql } from '../../../kernel/db/sql.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { FeedPush, FootballFeed } from '../ports.ts'
import {
  feedGamesInPlay,
  feedLag,
  missingLiveOdds,
  pruneRawChanges,
  silentForMs,
  wasReceivedWithin,
} from './feed.repository.ts'
import { feedPoller } from './follow-feed.ts'
import { createIngest, type feedAlerts } from './ingest-feed.ts'
import { pruneSkips, skippedMatches } from './skips.repository.ts'
import { silenceLimitsOf, watchFeed } from './watch-feed.ts'

const WATCH_EVERY_MS = 5_000

type FeedPorts = {
  readonly feed: FootballFeed | null
  readonly push?: FeedPush | null
  /** Whether live games take bets; the feed is then polled although it pushes scores. */
  readonly isInPlayOn?: () => boolean
}

/** The football feed: its polling, its reports and their age. */
export function createFeed(
  kernel: Kernel,
  { feed, push = null, isInPlayOn }: FeedPorts,
  alerts: ReturnType<typeof feedAlerts>,
) {
  const { config, db, jobs, workerDb } = kernel
  const ingest = createIngest(kernel, alerts)
  const sink = { store: ingest, unreadable: alerts.unreadable, ...(isInPlayOn && { isInPlayOn }) }
  const poller = feed === null ? null : feedPoller(kernel, feed, push, sink)
  const limits = silenceLimitsOf(config)

  if (config.roles.has('worker')) {
    jobs.cron('prune-feed-changes', '*/10 * * * *', async () => {
      const now = kernel.clock.now()
      await pruneRawChanges(workerDb, now)
      await pruneSkips(workerDb, now)
    })
    if (feed !== null && poller !== null) {
      const follow = async () => {
        poller.keepOpen()
        await poller.poll()
      }
      jobs.every('follow-football-feed', config.feedPollMs, follow, { leaderOnly: true })
      const watch = async () => void (await watchFeed(kernel, feed, limits))
      jobs.every('watch-football-feed', WATCH_EVERY_MS, watch, { leaderOnly: true })
    }
  }

  return {
    ingest,
    /** The delay of polled responses behind pushed goals; 0 without pushed goals. */
    lag: (sql: Sql = db) => feedLag(sql),
    /** Why live games lack live odds of their feed; null while they do not. */
    missingLiveOdds: () => missingLiveOdds(db),
    /** How long the feed has not reported while its games are in play; 0 while it reports as often as it is polled. */
    async silenceMs(now: Date): Promise<number> {
      if (feed === null || (await feedGamesInPlay(db, now)).length === 0) return 0
      const silentMs = (await silentForMs(db, 'football')) ?? 0
      return silentMs > limits.liveMs ? silentMs : 0
    },
    /** Matches whose reports were skipped recently. */
    skippedMatches: (now: Date) => skippedMatches(db, now),
    /**
     * Resolves to whether the feed has reported anything recently. Only the leader polls it: another node's cached odds
     * may be hours old and would overwrite newer ones.
     */
    async poll(): Promise<boolean> {
      if (poller === null) return true
      return jobs.leads() ? poller.poll() : wasReceivedWithin(db, 'football', limits.liveMs)
    },
  }
}
