import type { StartedGame } from '@mupiira/domain/cashout/live-state.ts'
import { type MatchProgress, NOT_STARTED } from '@mupiira/domain/markets/reachable-results.ts'
import { HALF_MINUTES, matchClock, partOfMinute } from '@mupiira/domain/match/clock.ts'
import { firstGoal } from '@mupiira/domain/match/goals.ts'
import { manualElapsed } from '@mupiira/domain/match/manual-run.ts'
import { MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import type { GameRow } from '../catalogue/index.ts'
import { scoreShown } from './present.ts'

/** The state of a started game at `now`, from its feed or from the manual clock. */
export function startedGame(game: GameRow, now: Date): StartedGame {
  const score = { home: game.homeScore ?? 0, away: game.awayScore ?? 0 }
  const halfTime =
    game.halfTimeHomeScore === null || game.halfTimeAwayScore === null
      ? null
      : { home: game.halfTimeHomeScore, away: game.halfTimeAwayScore }
  const { source, knockOut, goalsComplete, redCards, lastGoalAt, lastIncidentAt, lastAlertAt, goalEvents: goals } = game
  const known = { source, knockOut, goalsComplete, redCards, lastIncidentAt, lastAlertAt, halfTime, goals }
  if (source === 'feed') {
    const { minutesPassed: minute, status, atHalfTime, feedReportedAt: seenAt } = game
    const reported = { reportsIncidents: game.incidents !== null, isStopped: game.playStopped }
    const clock = matchClock({ source, status, minute, halfTime: atHalfTime })
    const part = partOfMinute(game.minuteAt, now)
    return { ...known, clock, minute, partOfMinute: part, score, lastGoalAt, seenAt, ...reported }
  }
  // Read the manual clock now, because the row is updated up to 30 s later.
  const firstLiveAt = game.firstLiveAt ?? game.startTime
  const minutesPassed = manualElapsed({ firstLiveAt, clockOffset: game.clockOffset }, now)
  const clock = matchClock({ source, status: 'live', minutesPassed, breakDuration: game.breakDuration })
  const shown = game.goalEvents.length === 0 ? null : scoreShown(game, clock)
  return {
    ...known,
    clock,
    minute: clock.minute,
    partOfMinute: 0,
    score: shown === null ? score : { home: shown.homeScore ?? 0, away: shown.awayScore ?? 0 },
    lastGoalAt: lastManualGoal(game, clock.minute, firstLiveAt),
    seenAt: null,
    reportsIncidents: true,
    isStopped: false,
  }
}

/**
 * Time of the last goal of a manual match. A goal that the clock has reached but the row has not counted was scored
 * when the clock reached it. Other goals keep the time in the row, even if staff changes the clock.
 */
function lastManualGoal(game: GameRow, minute: number, firstLiveAt: Date): Date | null {
  const counted = (game.homeScore ?? 0) + (game.awayScore ?? 0)
  const reached = game.goalEvents.map((goal) => goal.minute).filter((each) => each <= minute)
  const moments = reached
    .toSorted((a, b) => a - b)
    .slice(counted)
    .map((each) => each + (each > HALF_MINUTES ? game.breakDuration : 0) - game.clockOffset)
    .map((elapsed) => firstLiveAt.getTime() + elapsed * MINUTE_MS)
  const latest = Math.max(game.lastGoalAt?.getTime() ?? 0, ...moments)
  return latest === 0 ? null : new Date(latest)
}

/** What is known of a match at `now`, for the final scores that it can still end with. */
export function progressOf(game: GameRow, now: Date): MatchProgress {
  if (game.status === 'upcoming') return NOT_STARTED
  const { clock, score, halfTime, goals } = startedGame(game, now)
  const isFirstHalf = clock.phase === 'not-started' || clock.phase === 'first-half'
  const known = goals.filter(({ minute }) => game.status !== 'live' || game.source === 'feed' || minute <= clock.minute)
  return {
    score,
    isFirstHalf,
    halfTime: isFirstHalf ? null : clock.phase === 'half-time' ? score : halfTime,
    // A feed can list fewer goals than the score has.
    firstToScore: known.length === score.home + score.away ? (firstGoal(known)?.team ?? null) : null,
  }
}
