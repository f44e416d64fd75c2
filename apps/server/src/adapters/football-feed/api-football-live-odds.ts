import type { Clock } from '../../kernel/clock.ts'
import type { FeedAnswer, FeedGame } from '../../modules/catalogue/ports.ts'
import type { Page } from './api-football-call.ts'
import { matchIdOf } from './api-football-fixture.ts'
import { field, type FeedRow, rowsIn, text } from './feed-row.ts'

/** An older response does not show that nothing is happening. */
const FRESH_MS = 15_000

export type LiveStops = {
  /** Requests which matches take bets now. */
  refresh(): Promise<void>
  /**
   * The match with its stops as alerts. Without a recent row of the match, penalties and reviews are unknown, because
   * the events list them only when they are over.
   */
  appliedTo(game: FeedGame): FeedGame
}

type Stops = { readonly count: number; readonly seenAtMs: number }

/**
 * /odds/live of API-Football has no odds that the product uses, but two flags for each live match: `stopped` by the
 * referee, and `blocked` by the bookmaker, as during a dangerous attack, a penalty or a review. Each response with a
 * stop counts as one alert, so a game stays suspended until the stop has ended. A restart begins to count again, which
 * is one more alert.
 */
export function createLiveStops(request: () => Promise<FeedAnswer<Page>>, clock: Clock): LiveStops {
  let stops: ReadonlyMap<string, Stops> = new Map()

  return {
    async refresh() {
      const requestedAtMs = clock.now().getTime()
      const response = await request()
      if (!response.ok) return
      stops = new Map(
        response.value.rows.filter(isInPlay).map((row) => {
          const matchId = matchIdOf(text(field(row['fixture'], 'id')))
          const before = stops.get(matchId)?.count ?? 0
          return [matchId, { count: before + (isStopped(row) ? 1 : 0), seenAtMs: requestedAtMs }]
        }),
      )
    },
    appliedTo(game) {
      const known = stops.get(game.matchId)
      const isRecent = known !== undefined && clock.now().getTime() - known.seenAtMs <= FRESH_MS
      return isRecent ? { ...game, alerts: known.count } : { ...game, incidents: null }
    },
  }
}

const isInPlay = (row: FeedRow): boolean => field(row['status'], 'finished') === false

/** All values are suspended at some stops that set neither flag. */
function isStopped(row: FeedRow): boolean {
  const values = rowsIn(row['odds']).flatMap((bet) => rowsIn(bet['values']))
  return (
    field(row['status'], 'stopped') === true ||
    field(row['status'], 'blocked') === true ||
    values.every(({ suspended }) => suspended === true)
  )
}
