import type { MatchResult, Side, Sport } from '../markets/types.ts'
import type { GameStatus } from '../ticket/states.ts'
import { DEFAULT_MATCH_MINUTES, FULL_MINUTES, isOver, matchClock } from './clock.ts'
import { firstGoal, halfTimeOf, sameScore, scoreOf } from './goals.ts'
import type { GoalEvent, Score } from './goals.ts'
import { type EarlierStart, voidSpans } from './rescheduled.ts'
import { HOUR_MS } from '../time/durations.ts'

/** All that is known of a game when it is to be settled. */
export interface GameForDecision {
  readonly sport: Sport
  readonly source: 'feed' | 'hand'
  readonly status: GameStatus
  readonly startsAt: Date
  /** The starts that it had before, the first one first (D20). */
  readonly earlierStarts?: readonly EarlierStart[]
  readonly minutesPassed: number
  readonly breakDuration: number | null
  readonly matchDuration: number | null
  /** The score of 90 minutes with stoppage time, when known (basketball: overtime included; tennis: sets). */
  readonly score: Score | null
  readonly halfTime: Score | null
  readonly goals: readonly GoalEvent[]
  /** Every goal is listed with its scorer (D54); false holds Goalscorer, and First to Score where the score leaves it open. */
  readonly goalsComplete: boolean
  readonly participants?: readonly string[]
  readonly qualifier?: Side | 'nobody'
  readonly retired?: boolean
  /** An admin has confirmed the stored score; it takes precedence over the goal events. */
  readonly confirmed?: boolean
}

export type GameDecision =
  | { readonly kind: 'waiting'; readonly reason: 'NOT_FINISHED' | 'NO_SCORE' | 'CONTRADICTION' }
  | { readonly kind: 'void'; readonly reason: 'CANCELLED' | 'NO_RESULT_IN_TIME' | 'MOVED' | 'RETIRED' }
  | { readonly kind: 'result'; readonly result: MatchResult }

const VOID_AFTER_MS = 24 * HOUR_MS
/** A game without a result is listed under "To decide" this long after its start (D20). */
export const DECIDE_AFTER_MS = 4 * HOUR_MS

/**
 * When the bets of a game without a result become void by time alone (SETL-40). For a start that staff entered in the past
 * it is a day after the entry, so that another member of staff has a day to check it.
 */
export function voidDueAt({
  source,
  startsAt,
  earlierStarts = [],
}: Pick<GameForDecision, 'source' | 'startsAt' | 'earlierStarts'>): Date {
  const typedAt = source === 'hand' ? (earlierStarts.at(-1)?.until.getTime() ?? 0) : 0
  return new Date(Math.max(startsAt.getTime(), typedAt) + VOID_AFTER_MS)
}

/** The basis on which a game's bets are settled now: wait, void or the result (SETL-03, 06, 40, 48, D15, D20, D43, D54). */
export function decisionOf(game: GameForDecision, now: Date): GameDecision {
  if (game.retired === true) return { kind: 'void', reason: 'RETIRED' }
  if (game.status === 'cancelled') return { kind: 'void', reason: 'CANCELLED' }
  // The game continues while any bet was taken with a start less than a day before the present start.
  const earlier = game.earlierStarts ?? []
  if (earlier.length > 0 && voidSpans(earlier, game.startsAt).length === earlier.length)
    return { kind: 'void', reason: 'MOVED' }

  const result = isFinished(game) ? finalResult(game) : 'NOT_FINISHED'
  if (typeof result !== 'string') return { kind: 'result', result }
  // A game moved by less than a day keeps its bets: the day is counted from the start that is announced now.
  if (now >= voidDueAt(game)) return { kind: 'void', reason: 'NO_RESULT_IN_TIME' }
  return { kind: 'waiting', reason: result }
}

/** The game belongs on the console's list of games to decide (D20). */
export function needsDecision(game: GameForDecision, now: Date): boolean {
  const verdict = decisionOf(game, now)
  if (verdict.kind !== 'waiting') return false
  return verdict.reason === 'CONTRADICTION' || now.getTime() - game.startsAt.getTime() >= DECIDE_AFTER_MS
}

// The clock finishes only manual games, and only after match_duration (SETL-03).
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

/** Events and stored scores of a finished game disagree, or the half-time score exceeds the final one. */
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

// A complete list must make the score exactly; an incomplete one may only fall short of it.
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

// A side that kept the other at nil scored first, whatever the list of goals says.
function firstToScore(score: Score, goals: readonly GoalEvent[] | null): Side | 'none' | null {
  if (score.home === 0 && score.away === 0) return 'none'
  if (score.away === 0) return 'home'
  if (score.home === 0) return 'away'
  return goals === null ? null : (firstGoal(goals)?.team ?? null)
}

/**
 * Whether the scorer of a goal is known, or the goal is an own goal; otherwise Goalscorer waits (D54). Where participants are
 * known, bets name players by id, so a goal with only a name would make bets on that player lose.
 */
const isKnown = ({ ownGoal, playerId, scorer }: GoalEvent, { participants }: GameForDecision): boolean =>
  ownGoal === true || (playerId ?? (participants === undefined ? scorer : null) ?? null) !== null

// An own goal has no scorer for Goalscorer (D54).
const scorersOf = (goals: readonly GoalEvent[]): readonly string[] =>
  goals.filter((goal) => goal.ownGoal !== true).flatMap((goal) => goal.playerId ?? goal.scorer ?? [])

/** Whether two results decide every bet alike. Lists of names are sets, as feeds report them in any order. */
export const sameResult = (a: MatchResult, b: MatchResult): boolean => written(a) === written(b)

const written = (result: MatchResult): string =>
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
