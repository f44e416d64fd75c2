import type { MatchClock } from '../match/clock.ts'
import type { GoalEvent, Score } from '../match/goals.ts'
import { firstGoal, halfTimeOf, sameScore, scoreOf } from '../match/goals.ts'
import type { InPlayState } from '../pricing/in-play.ts'
import { err, ok } from '../result.ts'
import type { Result } from '../result.ts'

/** The reason why a ticket has no offer (D22). */
export type CashoutReason =
  | 'NOT_PENDING'
  | 'LEG_LOST'
  | 'NOT_PRICED'
  | 'SUSPENDED'
  | 'GOAL'
  | 'INCIDENT'
  | 'POSSIBLE_GOAL'
  | 'NO_NEWS'
  | 'BEING_DECIDED'
  | 'WAITS_FOR_RESULT'

/** The reason why a live game has no price. */
export const LIVE_STATE_REASONS = [
  'NO_NEWS',
  'GOAL',
  'INCIDENT',
  'POSSIBLE_GOAL',
  'NOT_PRICED',
  'BEING_DECIDED',
] as const satisfies readonly CashoutReason[]
export type LiveStateReason = (typeof LIVE_STATE_REASONS)[number]

/** The known state of a game that has started. */
export interface StartedGame {
  readonly source: 'feed' | 'hand'
  readonly knockOut: boolean
  readonly clock: MatchClock
  /** The minute reported by the feed. The displayed clock stops at 90. */
  readonly minute: number
  /** The part of that minute that is over: 0 to 5/6, in steps of ten seconds (INP-03). */
  readonly partOfMinute: number
  readonly score: Score
  readonly halfTime: Score | null
  readonly goals: readonly GoalEvent[]
  readonly goalsComplete: boolean
  readonly redCards: Score
  readonly lastGoalAt: Date | null
  /** The time of the last red card, penalty or review. */
  readonly lastIncidentAt: Date | null
  /**
   * The time of the last report of danger, such as a corner, or of the end of a stop or of a dispute about the score.
   */
  readonly lastAlertAt: Date | null
  /** True while the feed reports that bets are stopped, as during a penalty. */
  readonly isStopped: boolean
  /** False if the feed cannot report penalties and reviews. */
  readonly reportsIncidents: boolean
  /** The time of the feed's last report; ignored for a manual game. */
  readonly seenAt: Date | null
}

/** How long a live game has no price after an event, and without news from its feed. Milliseconds. */
export interface ClosedTimes {
  readonly afterGoalMs: number
  /** After a red card, a penalty or a review. */
  readonly afterIncidentMs: number
  readonly silenceMs: number
}

const CASHOUT_TIMES: ClosedTimes = { afterGoalMs: 10_000, afterIncidentMs: 60_000, silenceMs: 30_000 }
// Feeds report stoppage time of the second half as this minute; a later minute means extra time.
const STOPPAGE_MINUTE = 91

/** Returns the in-play state for the model, or the reason for no offer (TICK-42). */
export function liveState(
  game: StartedGame,
  now: Date,
  { afterGoalMs, afterIncidentMs, silenceMs } = CASHOUT_TIMES,
): Result<InPlayState, LiveStateReason> {
  const { clock, score } = game
  const within = (at: Date | null, ms: number): boolean => at !== null && now.getTime() - at.getTime() < ms
  if (game.source === 'feed' && !within(game.seenAt, silenceMs + 1)) return err('NO_NEWS')
  if (clock.phase === 'not-started' || clock.phase === 'full-time') return err('BEING_DECIDED')
  // If the feed does not report penalties and reviews, the player could know more than the model.
  if (!game.reportsIncidents) return err('NOT_PRICED')
  if (within(game.lastGoalAt, afterGoalMs)) return err('GOAL')
  if (within(game.lastIncidentAt, afterIncidentMs)) return err('INCIDENT')
  if (game.isStopped || within(game.lastAlertAt, afterGoalMs)) return err('POSSIBLE_GOAL')
  // The score may include extra time, but bets settle on ninety minutes.
  if (clock.overtime && (game.knockOut || game.minute > STOPPAGE_MINUTE)) return err('NOT_PRICED')
  const goals = game.goals.filter((goal) => goal.minute <= game.minute)
  const listed = sameScore(scoreOf(goals), score)
  const known = game.goalsComplete && listed
  return ok({
    phase: clock.phase,
    minute: minuteOf(game),
    score,
    halfTime: halfTimeNow(game, listed),
    firstToScore: known ? (firstGoal(goals)?.team ?? null) : null,
    redCards: game.redCards,
    scorers: known ? scorersOf(goals) : null,
  })
}

const minuteOf = ({ clock, minute, partOfMinute }: StartedGame): number =>
  clock.phase === 'half-time' ? clock.minute : minute + partOfMinute

/**
 * Returns the player ids of the scorers, or null if one is unknown. Bets use these ids, so without this check the offer
 * on the unknown scorer would be too low.
 */
function scorersOf(goals: readonly GoalEvent[]): string[] | null {
  const scorers = goals.filter((goal) => goal.ownGoal !== true).map((goal) => goal.playerId ?? null)
  return scorers.includes(null) ? null : scorers.filter((id) => id !== null)
}

function halfTimeNow({ clock, halfTime, goals, score }: StartedGame, listed: boolean): Score | null {
  if (clock.phase === 'first-half') return null
  if (clock.phase === 'half-time') return score
  const found = halfTime ?? (listed ? halfTimeOf(goals) : null)
  return found !== null && found.home <= score.home && found.away <= score.away ? found : null
}
