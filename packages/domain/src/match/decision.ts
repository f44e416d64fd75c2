import type { MatchResult, Side, Sport } from '../markets/types.ts'
import type { GameStatus } from '../ticket/states.ts'
import { DEFAULT_MATCH_MINUTES, FULL_MINUTES, isOver, matchClock } from './clock.ts'
import { firstGoal, halfTimeOf, sameScore, scoreOf } from './goals.ts'
import type { GoalEvent, Score } from './goals.ts'
import type { EarlierStart } from './rescheduled.ts'
import { HOUR_MS } from '../time/durations.ts'

/** The known facts of a game for settlement. */
export interface GameForDecision {
  readonly sport: Sport
  readonly source: 'feed' | 'hand'
  readonly status: GameStatus
  readonly startsAt: Date
  /** The previous starts, oldest first (D20). */
  readonly earlierStarts?: readonly EarlierStart[]
  readonly minutesPassed: number
  readonly breakDuration: number | null
  readonly matchDuration: number | null
  /** The score after 90 minutes with stoppage time, if known. Basketball includes overtime; tennis counts sets. */
  readonly score: Score | null
  readonly halfTime: Score | null
  readonly goals: readonly GoalEvent[]
  /**
   * True if every goal is listed with its scorer (D54). Otherwise Goalscorer waits, and First to Score waits unless
   * the score decides it.
   */
  readonly goalsComplete: boolean
  readonly participants?: readonly string[]
  readonly qualifier?: Side | 'nobody'
  readonly retired?: boolean
  /** True if an admin confirmed the stored score, which then overrides the goal events. */
  readonly confirmed?: boolean
}

export type GameDecision =
  | { readonly kind: 'waiting'; readonly reason: 'NOT_FINISHED' | 'NO_SCORE' | 'CONTRADICTION' }
  | { readonly kind: 'void'; readonly reason: 'CANCELLED' | 'NO_RESULT_IN_TIME' | 'MOVED' | 'RETIRED' }
  | { readonly kind: 'result'; readonly result: MatchResult }

const VOID_AFTER_MS = 24 * HOUR_MS
/** A game without a result appears under "To decide" this long after its start (D20). */
export const DECIDE_AFTER_MS = 4 * HOUR_MS

/**
 * The time at which bets become void without a result (SETL-40). If staff entered a start in the past, bets become void
 * a day after the entry, so that another member of staff can check the game.
 */
export function voidDueAt({
  source,
  startsAt,
  earlierStarts = [],
}: Pick<GameForDecision, 'source' | 'startsAt' | 'earlierStarts'>): Date {
  const enteredAt = source === 'hand' ? (earlierStarts.at(-1)?.until.getTime() ?? 0) : 0
  return new Date(Math.max(startsAt.getTime(), enteredAt) + VOID_AFTER_MS)
}

/**
 * Decides how a game's bets are settled now: wait, void or result (SETL-03, 06, 40, 48, D15, D20, D43, D54). A
 * rescheduled game stays open for bets on its new start. The bets placed for an earlier start may be void
 * (`voidSpans`), and have the reason MOVED.
 */
export function decisionOf(game: GameForDecision, now: Date): GameDecision {
  if (game.retired === true) return { kind: 'void', reason: 'RETIRED' }
  if (game.status === 'cancelled') return { kind: 'void', reason: 'CANCELLED' }
  const result = isFinished(game) ? finalResult(game) : 'NOT_FINISHED'
  if (typeof result !== 'string') return { kind: 'result', result }
  // Bets stay valid if the game moves by less than a day, so the day without a result counts from the current start.
  if (now >= voidDueAt(game)) return { kind: 'void', reason: 'NO_RESULT_IN_TIME' }
  return { kind: 'waiting', reason: result }
}

/** Returns whether the game belongs to the console's "To decide" list (D20). */
export function needsDecision(game: GameForDecision, now: Date): boolean {
  const decision = decisionOf(game, now)
  if (decision.kind !== 'waiting') return false
  return decision.reason === 'CONTRADICTION' || now.getTime() - game.startsAt.getTime() >= DECIDE_AFTER_MS
}

// The clock finishes manual games only, after match_duration.
function isFinished(game: GameForDecision): boolean {
  if (isOver(game.status)) return true
  if (game.source !== 'hand' || game.status !== 'live') return false
  const clock = matchClock({ ...game, source: 'hand' })
  return clock.minute >= FULL_MINUTES && game.minutesPassed >= (game.matchDuration ?? DEFAULT_MATCH_MINUTES)
}

function finalResult(game: GameForDecision): MatchResult | 'NO_SCORE' | 'CONTRADICTION' {
  const fromEvents = game.source === 'hand' && game.goals.length > 0 ? scoreOf(game.goals) : null
  const score = game.confirmed === true ? game.score : (fromEvents ?? game.score)
  if (score === null) return 'NO_SCORE'
  if (game.sport !== 'soccer') return { sport: game.sport, ...score }
  if (game.confirmed !== true && contradicts(game)) return 'CONTRADICTION'
  return soccerResult(game, score)
}

/** Returns whether goal events contradict the stored score, or the half-time score exceeds the final score. */
function contradicts(game: GameForDecision): boolean {
  const { score, halfTime, goals } = game
  if (score !== null && halfTime !== null && (halfTime.home > score.home || halfTime.away > score.away)) return true
  if (goals.length === 0)
    return score !== null && game.source === 'feed' && game.goalsComplete && score.home + score.away > 0
  const counted = scoreOf(goals)
  const listed = game.source === 'hand' || game.goalsComplete
  if (score !== null && disagree(counted, score, listed)) return true
  return halfTime !== null && disagree(halfTimeOf(goals), halfTime, listed)
}

// A complete list must match the score. An incomplete list may only have fewer goals.
const disagree = (counted: Score, stored: Score, complete: boolean): boolean =>
  complete ? !sameScore(counted, stored) : counted.home > stored.home || counted.away > stored.away

function soccerResult(game: GameForDecision, score: Score): MatchResult {
  const listed = sameScore(scoreOf(game.goals), score)
  const named = listed && (game.goalsComplete || score.home + score.away === 0)
  const halfTime = game.halfTime ?? (listed ? halfTimeOf(game.goals) : null)
  const first = firstToScore(score, named ? game.goals : null)
  return {
    sport: game.sport,
    home: score.home,
    away: score.away,
    ...(halfTime === null ? {} : { halfTime }),
    ...(first === null ? {} : { firstToScore: first }),
    ...(named && game.goals.every((goal) => isKnown(goal, game)) ? { scorers: scorersOf(game.goals) } : {}),
    ...(game.participants === undefined ? {} : { participants: game.participants }),
    ...(game.qualifier === undefined ? {} : { qualifier: game.qualifier }),
  }
}

// If only one side scored, that side scored first, whatever the goal list contains.
function firstToScore(score: Score, goals: readonly GoalEvent[] | null): Side | 'none' | null {
  if (score.home === 0 && score.away === 0) return 'none'
  if (score.away === 0) return 'home'
  if (score.home === 0) return 'away'
  return goals === null ? null : (firstGoal(goals)?.team ?? null)
}

/**
 * Returns whether the scorer is known or the goal is an own goal. Otherwise Goalscorer waits. With known participants,
 * bets use player ids, so a goal with only a name would make such bets lose.
 */
const isKnown = ({ ownGoal, playerId, scorer }: GoalEvent, { participants }: GameForDecision): boolean =>
  ownGoal === true || (playerId ?? (participants === undefined ? scorer : null) ?? null) !== null

// Own goals have no scorer for Goalscorer.
const scorersOf = (goals: readonly GoalEvent[]): readonly string[] =>
  goals.filter((goal) => goal.ownGoal !== true).flatMap((goal) => goal.playerId ?? goal.scorer ?? [])

/**
 * Returns whether two results settle every bet in the same way. Lists of names are compared as sets, because feeds
 * report them in any order.
 */
export const sameResult = (a: MatchResult, b: MatchResult): boolean => canonicalJson(a) === canonicalJson(b)

const canonicalJson = (result: MatchResult): string =>
  JSON.stringify([
    result.sport,
    [result.home, result.away],
    result.halfTime === undefined ? null : [result.halfTime.home, result.halfTime.away],
    result.firstToScore ?? null,
    result.scorers === undefined ? null : [...new Set(result.scorers)].sort(),
    result.participants === undefined ? null : [...new Set(result.participants)].sort(),
    result.qualifier ?? null,
    result.retired ?? false,
  ])
