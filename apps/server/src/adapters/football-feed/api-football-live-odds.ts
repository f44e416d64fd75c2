import { type Score, sameScore } from '@mupiira/domain/match/goals.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { FeedAnswer, FeedGame } from '../../modules/catalogue/ports.ts'
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

/** Without a response of the same poll, penalties and reviews are unknown, so the match takes no bets. */
export const unknownStops: LiveStops = (game) => ({ ...game, incidents: null })

/**
 * /odds/live of API-Football has no odds that the product uses, but two flags for each live match: `stopped` by the
 * referee, and `blocked` by the bookmaker, as during a dangerous attack, a penalty or a review. The begin of a stop
 * counts as one alert, so a stop that no report has shown suspends the game too. A restart begins to count again, which
 * is one more alert. Without a recent row of a match, penalties and reviews are unknown, because the events list them
 * only when they are over. A row with another score than the match disputes it: the list of matches has no time of its
 * own, and may be the older one.
 */
export function createLiveStops(request: () => Promise<FeedAnswer<Page>>, clock: Clock): () => Promise<LiveStops> {
  const counted = new Map<string, Stops>()

  return async () => {
    const requestedAtMs = clock.now().getTime()
    const response = await request()
    if (!response.ok) return unknownStops
    if (counted.size >= MAX_REMEMBERED) counted.clear()
    const shown = new Map<string, Shown>()
    for (const row of response.value.rows) {
      const ageMs = ageOf(row, requestedAtMs)
      if (!isInPlay(row) || !hasOdds(row) || ageMs > MAX_AGE_MS) continue
      const matchId = matchIdOf(text(field(row['fixture'], 'id')))
      shown.set(matchId, { ageMs, score: scoreOf(row) })
      const before = counted.get(matchId) ?? NO_STOPS
      const isStopped = showsStop(row)
      counted.set(matchId, { isStopped, alerts: before.alerts + (isStopped && !before.isStopped ? 1 : 0) })
    }
    return (game) => {
      const row = shown.get(game.matchId)
      if (row === undefined) return unknownStops(game)
      const isScoreDisputed = game.score !== null && row.score !== null && !sameScore(game.score, row.score)
      const { ageMs } = row
      return { ...game, ...(counted.get(game.matchId) ?? NO_STOPS), ageMs, ...(isScoreDisputed && { isScoreDisputed }) }
    }
  }
}

type Shown = { readonly ageMs: number; readonly score: Score | null }
type Stops = { readonly isStopped: boolean; readonly alerts: number }
const NO_STOPS: Stops = { isStopped: false, alerts: 0 }

const isInPlay = (row: FeedRow): boolean => field(row['status'], 'finished') === false

const valuesOf = (row: FeedRow): readonly FeedRow[] => rowsIn(row['odds']).flatMap((bet) => rowsIn(bet['values']))

const hasOdds = (row: FeedRow): boolean => valuesOf(row).length > 0

/** The time since the provider's last update of the row, in milliseconds. */
function ageOf(row: FeedRow, nowMs: number): number {
  const updatedAtMs = Date.parse(text(row['update']))
  const isKnown = updatedAtMs <= nowMs + MAX_AHEAD_MS
  return isKnown ? Math.max(0, nowMs - updatedAtMs) : Number.POSITIVE_INFINITY
}

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
