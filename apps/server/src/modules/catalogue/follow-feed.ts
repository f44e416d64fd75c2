import type { MatchOdds } from '@mupiira/domain/pricing/types.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { ingestFeed } from './ingest-feed.ts'
import type { FeedGame, FootballFeed } from './ports.ts'
import { feedGamesUnderWay } from './queries.ts'

const DAY_MS = 86_400_000
/** The week ahead and the odds are asked for seldom: a feed's quota is counted in requests per hour. */
const WEEK_EVERY_MS = 60_000

/**
 * Follows a feed, one turn a call. Every turn asks for the matches that are being played; when one of ours that should
 * be played is not among them (it has ended, or has not begun), the days around now are asked for; once a minute the
 * whole week with its odds. Answers whether the feed told anything.
 */
export function feedFollower(kernel: Kernel, feed: FootballFeed): () => Promise<boolean> {
  let weekAt = Number.NEGATIVE_INFINITY
  let odds: ReadonlyMap<string, MatchOdds> = new Map()

  async function askWeek(now: Date): Promise<readonly FeedGame[] | null> {
    const [from, to] = [new Date(now.getTime() - DAY_MS), new Date(now.getTime() + 8 * DAY_MS)]
    const [games, prices] = await Promise.all([feed.games(from, to), feed.odds(from, to)])
    if (prices.ok) odds = prices.value
    if (!games.ok) return failed(games.error)
    weekAt = now.getTime()
    return games.value
  }

  async function askNow(now: Date): Promise<readonly FeedGame[] | null> {
    const live = await feed.liveGames(now)
    if (!live.ok && live.error !== 'REFUSED') return failed(live.error)
    // A feed refuses an empty list: no match is live, as far as it says.
    const playing = live.ok ? live.value : []
    const told = new Set(playing.map((game) => game.matchId))
    const missing = (await feedGamesUnderWay(kernel.workerDb, now)).some((matchId) => !told.has(matchId))
    if (!missing) return playing
    const days = await feed.games(new Date(now.getTime() - DAY_MS), now)
    return days.ok ? days.value : failed(days.error)
  }

  function failed(failure: string): null {
    kernel.log.warn({ failure }, 'the football feed had no answer')
    return null
  }

  return async () => {
    const now = kernel.clock.now()
    const games = now.getTime() - weekAt >= WEEK_EVERY_MS ? await askWeek(now) : await askNow(now)
    if (games === null) return false
    const count = await ingestFeed(kernel, games, odds, kernel.clock.now())
    if (count.changed > 0) kernel.log.debug(count, 'the football feed told news')
    return true
  }
}
