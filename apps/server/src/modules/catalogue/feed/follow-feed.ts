import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import { databaseAhead } from '../../../kernel/clock-offset.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { absentGames } from './absent-games.ts'
import { type LagMeter, lagMeter } from './feed-lag.ts'
import { feedGamesInPlay, quotedGames, storeLags, wasReceived } from './feed.repository.ts'
import { type LateOdds, lateOdds } from './late-odds.ts'
import { liveOddsMonitor } from './live-odds-state.ts'
import type { Ingest } from './ingest-feed.ts'
import type { FeedAnswer, FeedFailure, FeedGame, FeedOdds, FeedPush, FootballFeed } from '../ports.ts'
import { pushedScores } from './pushed-scores.ts'
import { type ScoreDisputes, scoreDisputes } from './score-disputes.ts'
import { withdrawOdds } from './withdraw-odds.ts'

/**
 * While scores are pushed, the live list is polled no more often than this, unless live games take bets: a bet in play
 * is accepted only on a report that was requested after its delay.
 */
const POLL_BESIDE_PUSH_MS = 30_000
/** After this many missed polls, this node assumes that another node has followed the feed. */
const MISSED_POLLS = 12
/** A response is written in parts of this many matches, so that a pushed event waits for one part at most. */
const MATCHES_PER_TURN = 25

export type FeedPoller = {
  /** Polls the feed, or joins the running poll. Resolves to whether the feed has reported anything recently. */
  poll(): Promise<boolean>
  /** Keeps the push connection open. The leading node calls this before each poll. */
  keepOpen(): void
}

/** Where the reports of the feed go, and whether live games take bets. */
type FeedSink = {
  readonly store: Ingest
  readonly unreadable: (rows: number) => void
  readonly isInPlayOn?: () => boolean
}

/**
 * Follows a feed. Each poll requests live matches, and our matches that should be live but are missing (ended, or not
 * started). The week with its odds is requested at the interval of the feed. Pushed live scores are written as they
 * arrive; polling then only verifies them. If the request for the week fails, the same poll requests the live scores.
 */
export function feedPoller(
  kernel: Kernel,
  feed: FootballFeed,
  push: FeedPush | null,
  { store, unreadable, isInPlayOn = () => false }: FeedSink,
): FeedPoller {
  const late = lateOdds()
  const writer = createFeedWriter(kernel, { idPrefix: feed.idPrefix, late, store })
  const polls = feedPolling(kernel, feed, { writer, late, unreadable, isInPlayOn })
  const meter = lagMeter()
  const disputes = scoreDisputes()
  const pushed =
    push === null
      ? null
      : pushedScores(kernel, observed(push, meter, disputes), (games) => writer.take({ games, showsFeedIsUp: true }))
  let requestedScoresAtMs = Number.NEGATIVE_INFINITY
  let lastPollAtMs = Number.NEGATIVE_INFINITY
  let underWay: Promise<boolean> | null = null

  async function runPoll(): Promise<boolean> {
    const now = kernel.clock.now()
    const isWeekDue = polls.isWeekDue(now)
    const isReceived = await receiveScores(now, isWeekDue)
    // Odds are requested after the scores, so that slow odds do not delay scores.
    if (!isWeekDue && late.areDue(now)) await polls.lateOdds(now)
    return isReceived
  }

  const requestScores = async (now: Date, isWeekDue: boolean): Promise<Reported | null> =>
    (isWeekDue ? await polls.week(now) : null) ?? (await polls.live(now, isWeekDue))

  async function receiveScores(now: Date, isWeekDue: boolean): Promise<boolean> {
    const requestedAtMs = performance.now()
    if (requestedAtMs - lastPollAtMs > MISSED_POLLS * kernel.config.feedPollMs) {
      writer.forget()
      meter.forget()
    }
    lastPollAtMs = requestedAtMs
    const isEnough = pushed?.isFresh() === true && requestedAtMs - requestedScoresAtMs < POLL_BESIDE_PUSH_MS
    if (!isWeekDue && isEnough && !isInPlayOn()) return true
    requestedScoresAtMs = requestedAtMs
    const [report, { leastMs }] = await Promise.all([requestScores(now, isWeekDue), databaseAhead(kernel.workerDb)])
    if (report === null) return false
    await takeAnswer({ ...report, requestedAt: new Date(now.getTime() + leastMs) }, requestedAtMs)
    return report.showsFeedIsUp
  }

  /** Pushed scores that arrived after the request are newer than its response. */
  async function takeAnswer(report: Reported, requestedAtMs: number): Promise<void> {
    const answered = liveFirst(disputes.answered(report.games, requestedAtMs, pushed?.isFresh() === true))
    const reported = new Set(answered.map(({ matchId }) => matchId))
    const perTurn = pushed === null ? Math.max(1, answered.length) : MATCHES_PER_TURN
    for (let from = 0; from === 0 || from < answered.length; from += perTurn) {
      const games = answered
        .slice(from, from + perTurn)
        .filter(({ matchId }) => pushed?.wasReportedSince(matchId, requestedAtMs) !== true)
      pushed?.dropQueued(games)
      await writer.take({ ...report, games, reported })
    }
    await storeLags(kernel.workerDb, meter.answered(report.games, requestedAtMs), kernel.clock.now())
  }

  return {
    keepOpen: () => pushed?.keepOpen(),
    // If two requests ran at the same time, the older response could arrive last and overwrite a goal or newer odds.
    poll: () => (underWay ??= runPoll().finally(() => (underWay = null))),
  }
}

/** Waiting bets are decided on the reports of live games. */
const liveFirst = (games: readonly FeedGame[]): readonly FeedGame[] => {
  const isLive = ({ status }: FeedGame): boolean => status.kind === 'live'
  return [...games.filter(isLive), ...games.filter((game) => !isLive(game))]
}

const observed = (push: FeedPush, meter: LagMeter, disputes: ScoreDisputes): FeedPush => ({
  open: (receive) =>
    push.open((games) => {
      const atMs = performance.now()
      meter.pushed(games, atMs)
      receive(disputes.pushed(games, atMs))
    }),
})

const NO_NEW_ODDS: FeedOdds['quotes'] = new Map()

/** Writes the feed's data in the order of its arrival. */
function createFeedWriter(
  kernel: Kernel,
  { idPrefix, late, store }: { idPrefix: string; late: LateOdds; store: Ingest },
) {
  let last: Promise<unknown> = Promise.resolve()
  /** Our quoted games that were missing from the last odds response. */
  let unquoted: ReadonlySet<string> = new Set()

  function queued(work: () => Promise<void>): Promise<void> {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }

  async function ingest(
    games: readonly FeedGame[],
    odds: FeedOdds['quotes'],
    { requestedAt = null, reported }: Pick<Reported, 'reported'> & { readonly requestedAt?: Date | null } = {},
  ): Promise<void> {
    const count = await store(games, odds, kernel.clock.now(), requestedAt, reported)
    if (count.changed > 0) kernel.log.debug(count, 'the football feed reported changes')
  }

  return {
    /**
     * Odds are stored only in the poll that received them. Later they could overwrite newer odds, here or on another
     * node.
     */
    take: ({ games, showsFeedIsUp, odds = NO_NEW_ODDS, ...rest }: Reported): Promise<void> =>
      queued(async () => {
        if (showsFeedIsUp) await wasReceived(kernel.workerDb, 'football')
        late.received(games)
        await ingest(games, odds, rest)
      }),

    /**
     * A response with odds does not prove that live scores still arrive. Pushed scores are written first, so that their
     * games are known.
     */
    async takeLateOdds(prices: FeedAnswer<FeedOdds>, now: Date): Promise<void> {
      if (prices.ok) await queued(() => ingest(late.matchesFor(prices, [], now), prices.value.quotes))
    },

    /**
     * A single omission may be an error of the feed. Odds missing from two responses in a row are withdrawn (decision
     * 0027).
     */
    withdrawUnquoted: ({ quotes, until }: FeedOdds): Promise<void> =>
      queued(async () => {
        const priced = await quotedGames(kernel.workerDb, until)
        const missing = priced.filter((matchId) => isFromFeed(idPrefix, matchId) && !quotes.has(matchId))
        const withdrawnIds = missing.filter((matchId) => unquoted.has(matchId))
        const withdrawn = await withdrawOdds(kernel, withdrawnIds, kernel.clock.now())
        if (withdrawn > 0) kernel.log.warn({ games: withdrawn }, 'odds of games were withdrawn')
        unquoted = new Set(missing)
        await wasReceived(kernel.workerDb, 'football-odds')
      }),

    /** Forgets the last response, because another node has followed the feed in the meantime. */
    forget(): void {
      unquoted = new Set()
      late.forget()
    },
  }
}

/** The data of a poll, and whether it shows that the feed is up. */
type Reported = {
  readonly games: readonly FeedGame[]
  readonly showsFeedIsUp: boolean
  readonly odds?: FeedOdds['quotes']
  /**
   * When the data was requested, by the database's clock. Absent for pushed data, because a push may not contain all
   * events up to its arrival.
   */
  readonly requestedAt?: Date
  /** All matches of the response; absent if these are all. */
  readonly reported?: ReadonlySet<string>
}

/** Whether a match belongs to the feed with this id prefix. Games of another feed may still be on offer. */
const isFromFeed = (idPrefix: string, matchId: string): boolean =>
  idPrefix === '' ? !matchId.includes(':') : matchId.startsWith(idPrefix)

type PollDeps = {
  readonly writer: {
    takeLateOdds(prices: FeedAnswer<FeedOdds>, now: Date): Promise<void>
    withdrawUnquoted(odds: FeedOdds): Promise<void>
  }
  readonly late: LateOdds
  readonly unreadable: (rows: number) => void
  readonly isInPlayOn: () => boolean
}

/** The requests of a poll. Each returns null when the feed has no valid response. */
function feedPolling(kernel: Kernel, feed: FootballFeed, { writer, late, unreadable, isInPlayOn }: PollDeps) {
  let weekAtMs = Number.NEGATIVE_INFINITY
  const absent = absentGames()
  const liveOddsEnded = liveOddsMonitor(kernel)
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
    isWeekDue: (now: Date): boolean => now.getTime() - weekAtMs >= feed.weekPollMs,

    /** Requests the matches of the week ahead and their odds. */
    async week(now: Date): Promise<Reported | null> {
      const [from, to] = weekOf(now)
      // When the quota allows only one request, fetch the overdue odds first.
      const first = late.areLate() ? feed.odds(from, to) : null
      const [games, prices] = await Promise.all([feed.games(from, to), first ?? feed.odds(from, to)])
      await receiveOdds(prices, to, now)
      await liveOddsEnded(games.liveOdds ?? [])
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

    /** Requests the odds of the week again, without its matches, because some odds were missing. */
    async lateOdds(now: Date): Promise<void> {
      const [from, to] = weekOf(now)
      const prices = await feed.odds(from, to)
      await receiveOdds(prices, to, now)
      await writer.takeLateOdds(prices, now)
    },

    /** Requests live matches, and our matches that should be live but are missing from the list. */
    async live(now: Date, isWeekLate: boolean): Promise<Reported | null> {
      const live = await feed.liveGames(now, isInPlayOn())
      await liveOddsEnded(live.liveOdds ?? [])
      if (!live.ok && live.error !== 'REFUSED') return failed(live.error)
      // The feed answers REFUSED instead of an empty list, so no match is live.
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
