import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { LateOdds } from './late-odds.ts'
import type { FeedAnswer, FeedFailure, FeedGame, FeedOdds, FootballFeed } from '../ports.ts'
import { feedGamesInPlay, wasReceived } from './feed.repository.ts'

const MISSING_EVERY_MS = 20_000

/** The data of a turn, and whether it shows that the feed is up. */
export type Reported = {
  readonly games: readonly FeedGame[]
  readonly showsFeedIsUp: boolean
  readonly odds?: FeedOdds['quotes']
  /** When the data was requested, by the database's clock. Absent for pushed data, because later events may be missing. */
  readonly requestedAt?: Date
}

/** Whether a match belongs to the feed with this id prefix. Games of another feed may still be on offer. */
export const isFromFeed = (idPrefix: string, matchId: string): boolean =>
  idPrefix === '' ? !matchId.includes(':') : matchId.startsWith(idPrefix)

type PollDeps = {
  readonly writer: {
    takeLateOdds(prices: FeedAnswer<FeedOdds>, now: Date): Promise<void>
    withdrawUnquoted(odds: FeedOdds): Promise<void>
  }
  readonly late: LateOdds
  readonly unreadable: (rows: number) => void
}

/** The requests of a turn. Each returns null when the feed has no valid response. */
export function feedPolling(kernel: Kernel, feed: FootballFeed, { writer, late, unreadable }: PollDeps) {
  let weekAtMs = Number.NEGATIVE_INFINITY
  const absent = absentGames()
  const failures = kernel.metrics.counter('feed_failures', 'Requests that the football feed did not answer', [
    'what',
    'failure',
  ] as const)

  function failed(failure: FeedFailure, what: 'games' | 'odds' = 'games'): null {
    failures.inc({ what, failure })
    if (failure === 'QUOTA') kernel.log.debug({ what }, 'no request to the football feed: its quota is used up')
    else kernel.log.warn({ failure, what }, 'the football feed did not answer')
    return null
  }

  async function receiveOdds(answer: FeedAnswer<FeedOdds>, to: Date, now: Date): Promise<void> {
    late.answered(answer, to, now)
    if (answer.ok) await writer.withdrawUnquoted(answer.value)
    else failed(answer.error, 'odds')
  }

  return {
    isWeekDue: (now: Date): boolean => now.getTime() - weekAtMs >= feed.weekEveryMs,

    /** Requests the matches of the week ahead and their odds. */
    async week(now: Date): Promise<Reported | null> {
      const [from, to] = weekOf(now)
      // When the quota allows only one request, fetch the overdue odds first.
      const first = late.areLate() ? feed.odds(from, to) : null
      const [games, prices] = await Promise.all([feed.games(from, to), first ?? feed.odds(from, to)])
      await receiveOdds(prices, to, now)
      if (!games.ok) {
        await writer.takeLateOdds(prices, now)
        return failed(games.error)
      }
      await wasReceived(kernel.workerDb, 'football-week')
      weekAtMs = now.getTime()
      unreadable(games.unreadable ?? 0)
      const odds = prices.ok ? { odds: prices.value.quotes } : {}
      return { games: late.matchesFor(prices, games.value, now), showsFeedIsUp: true, ...odds }
    },

    /** Only the odds that were missing when their week was received. */
    async lateOdds(now: Date): Promise<void> {
      const [from, to] = weekOf(now)
      const prices = await feed.odds(from, to)
      await receiveOdds(prices, to, now)
      await writer.takeLateOdds(prices, now)
    },

    /** Live matches, and our matches that should be live but are missing from the list. */
    async live(now: Date, isWeekLate: boolean): Promise<Reported | null> {
      const live = await feed.liveGames(now)
      if (!live.ok && live.error !== 'REFUSED') return failed(live.error)
      // A feed refuses an empty list, so a refusal means that no match is live.
      const playing = live.ok ? live.value : []
      if (live.ok) unreadable(live.unreadable ?? 0)
      const listed = new Set(playing.map((game) => game.matchId))
      const underWay = await feedGamesInPlay(kernel.workerDb, now)
      const missing = underWay.filter((matchId) => isFromFeed(feed.idPrefix, matchId) && !listed.has(matchId))
      // If one of our matches should be live and the feed refuses all requests, the feed counts as down.
      const showsFeedIsUp = live.ok || (missing.length === 0 && !isWeekLate)
      if (!absent.shouldBeRequested(missing, now)) return { games: playing, showsFeedIsUp }
      const found = await feed.matches(missing, now)
      if (found.ok) return { games: [...playing, ...found.value], showsFeedIsUp: true }
      absent.wereNotAnswered()
      return failed(found.error) ?? { games: playing, showsFeedIsUp }
    },
  }
}

const weekOf = (now: Date) => [new Date(now.getTime() - DAY_MS), new Date(now.getTime() + 8 * DAY_MS)] as const

/** A match that has just left the live list is requested at once, because it has probably ended. Later requests are periodic. */
function absentGames() {
  let before: ReadonlySet<string> = new Set()
  let requestedAtMs = Number.NEGATIVE_INFINITY
  return {
    shouldBeRequested(absent: readonly string[], now: Date): boolean {
      const hasOneLeft = absent.some((matchId) => !before.has(matchId))
      before = new Set(absent)
      if (absent.length === 0 || (!hasOneLeft && now.getTime() - requestedAtMs < MISSING_EVERY_MS)) return false
      requestedAtMs = now.getTime()
      return true
    },
    wereNotAnswered(): void {
      requestedAtMs = Number.NEGATIVE_INFINITY
    },
  }
}
