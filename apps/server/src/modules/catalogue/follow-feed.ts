import type { MatchOdds } from '@mupiira/domain/pricing/types.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { ingestFeed } from './ingest-feed.ts'
import type { FootballFeed } from './ports.ts'

const DAY_MS = 86_400_000
/** Odds are asked for seldom: a feed's quota is counted in requests per hour. */
const ODDS_EVERY_MS = 60_000
const WEEK_EVERY_MS = 60_000

/** Follows a feed: matches of yesterday to tomorrow on every turn, the week ahead and the odds once a minute. */
export function feedFollower(kernel: Kernel, feed: FootballFeed): () => Promise<void> {
  let weekAt = 0
  let oddsAt = 0
  let odds: ReadonlyMap<string, MatchOdds> = new Map()

  return async () => {
    const now = kernel.clock.now()
    const at = now.getTime()
    const wholeWeek = at - weekAt >= WEEK_EVERY_MS
    const games = await feed.games(new Date(at - DAY_MS), new Date(at + (wholeWeek ? 8 : 1) * DAY_MS))
    if (!games.ok) {
      kernel.log.warn({ failure: games.error }, 'the football feed had no answer')
      return
    }
    if (at - oddsAt >= ODDS_EVERY_MS || wholeWeek) {
      const answer = await feed.odds(new Date(at - DAY_MS), new Date(at + 8 * DAY_MS))
      if (answer.ok) {
        odds = answer.value
        oddsAt = at
      }
    }
    const count = await ingestFeed(kernel, games.value, odds, now)
    if (wholeWeek) weekAt = at
    if (count.changed > 0) kernel.log.debug(count, 'the football feed told news')
  }
}
