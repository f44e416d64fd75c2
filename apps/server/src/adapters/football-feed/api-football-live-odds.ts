import { type Score, sameScore } from '@mupiira/domain/match/goals.ts'
import type { Clock } from '../../kernel/clock.ts'
import { type FeedAnswer, type FeedGame, type LiveOddsOutcome } from '../../modules/catalogue/ports.ts'
import type { Page } from './api-football-call.ts'
import { matchIdOf } from './api-football-fixture.ts'
import { field, type FeedRow, rowsIn, text } from './feed-row.ts'

/** Three missed updates of the provider. An older row does not show that nothing is happening. */
const MAX_AGE_MS = 15_000
/** The provider rounds its times to seconds. A later time means that one of the two clocks is wrong. */
const MAX_AHEAD_MS = 2_000
const MAX_REMEMBERED = 5_000

/** Adds what a response shows about stops to a match of the same poll. */
export type LiveStops = (game: FeedGame) => FeedGame

/** Without a recent row of the match, penalties and reviews are unknown, so the match takes no bets. */
export const unknownStops: LiveStops = (game) => ({ ...game, incidents: null })

/**
 * /odds/live of API-Football has no odds that the product uses, but two flags for each live match: `stopped` by the
 * referee, and `blocked` by the bookmaker, as during a dangerous attack, a penalty or a review. The start of a stop
 * counts as one alert, so a stop that no report has shown suspends the game too. A restart begins to count again, which
 * is one more alert. Without a recent row of a match, penalties and reviews are unknown, because the events list them
 * only when they are over. A row with another score than the match disputes it: the list of matches has no time of its
 * own, and may be the older one.
 *
 * The rows of the last response apply until the next one, so a missing response closes no game for the first seconds.
 * Each match has the age of its row, and a bet is decided only by a row that is newer than its delay.
 */
export function createLiveStops(request: () => Promise<FeedAnswer<Page>>, clock: Clock) {
  const counted = new Map<string, Stops>()
  let shown: ReadonlyMap<string, Shown> = new Map()
  let shownRequestedAtMs = Number.NEGATIVE_INFINITY
  let ended: LiveOddsOutcome[] = []

  function receive(rows: readonly FeedRow[], requestedAtMs: number): void {
    if (counted.size >= MAX_REMEMBERED) counted.clear()
    const listed = new Map<string, Shown>()
    for (const row of rows) {
      const updatedAtMs = updateOf(row)
      const isCurrent = requestedAtMs - updatedAtMs <= MAX_AGE_MS && updatedAtMs <= requestedAtMs + MAX_AHEAD_MS
      if (!isInPlay(row) || !hasOdds(row) || !isCurrent) continue
      const matchId = matchIdOf(text(field(row['fixture'], 'id')))
      listed.set(matchId, { updatedAtMs, score: scoreOf(row) })
      const before = counted.get(matchId) ?? NO_STOPS
      const isStopped = showsStop(row)
      counted.set(matchId, { isStopped, alerts: before.alerts + (isStopped && !before.isStopped ? 1 : 0) })
    }
    shown = listed
    shownRequestedAtMs = requestedAtMs
  }

  return {
    /** Requests the rows. A response that arrives after that of a later request is ignored. */
    async request(): Promise<void> {
      const requestedAtMs = clock.now().getTime()
      const response = await request()
      ended.push(response.ok ? 'RECEIVED' : response.error)
      if (response.ok && requestedAtMs >= shownRequestedAtMs) receive(response.value.rows, requestedAtMs)
    },

    /**
     * The outcomes of the requests that ended since the last poll. A response that arrives after its poll belongs to
     * the next one. `LATE` only if none ended and the rows of the last response no longer apply.
     */
    outcomes(pollMs: number): readonly LiveOddsOutcome[] {
      const outcomes = ended
      ended = []
      return outcomes.length === 0 && pollMs - shownRequestedAtMs > MAX_AGE_MS ? ['LATE'] : outcomes
    },

    /** What the last response shows for the matches of a poll that began at this time. */
    at(pollMs: number): LiveStops {
      const rows = shown
      return (game) => {
        const row = rows.get(game.matchId)
        const ageMs = row === undefined ? Number.POSITIVE_INFINITY : Math.max(0, pollMs - row.updatedAtMs)
        if (row === undefined || ageMs > MAX_AGE_MS) return unknownStops(game)
        const isScoreDisputed = game.score !== null && row.score !== null && !sameScore(game.score, row.score)
        const stops = counted.get(game.matchId) ?? NO_STOPS
        return { ...game, ...stops, ageMs, ...(isScoreDisputed && { isScoreDisputed }) }
      }
    },
  }
}

type Shown = { readonly updatedAtMs: number; readonly score: Score | null }
type Stops = { readonly isStopped: boolean; readonly alerts: number }
const NO_STOPS: Stops = { isStopped: false, alerts: 0 }

const isInPlay = (row: FeedRow): boolean => field(row['status'], 'finished') === false

const valuesOf = (row: FeedRow): readonly FeedRow[] => rowsIn(row['odds']).flatMap((bet) => rowsIn(bet['values']))

const hasOdds = (row: FeedRow): boolean => valuesOf(row).length > 0

/** When the provider updated the row; NaN if unknown. */
const updateOf = (row: FeedRow): number => Date.parse(text(row['update']))

function scoreOf(row: FeedRow): Score | null {
  const goals = (side: string): unknown => field(field(row['teams'], side), 'goals')
  const [home, away] = [goals('home'), goals('away')]
  return typeof home === 'number' && typeof away === 'number' ? { home, away } : null
}

/** All values are suspended at some stops that set neither flag. */
const showsStop = (row: FeedRow): boolean =>
  field(row['status'], 'stopped') === true ||
  field(row['status'], 'blocked') === true ||
  valuesOf(row).every(({ suspended }) => suspended === true)
