import { sameScore, type Score } from '../match/goals.ts'
import { voidsBetsOn } from '../match/rescheduled.ts'

/**
 * Why a delayed bet was not accepted (INP-06). If several reasons apply, the first of this list counts. The reasons up
 * to `GAME_CLOSED` are events on the games, the others come from validating the bet again (decision 0041).
 */
export const DELAYED_BET_REJECTIONS = [
  'TOO_LATE',
  'GOAL',
  'RED_CARD',
  'PENALTY_OR_REVIEW',
  'SUSPENDED',
  'GAME_CLOSED',
  'ODDS_CHANGED',
  'BETTING_STOPPED',
  'ACCOUNT_CLOSED',
  'IN_PLAY_EXCLUDED',
  'EXCLUDED',
  'LIMIT_REACHED',
  'BALANCE',
] as const
export type DelayedBetRejection = (typeof DELAYED_BET_REJECTIONS)[number]

/**
 * What the server knew of a game of the bet at one moment. Stored with the bet at its request and at its decision
 * (INP-16), so times are ISO texts.
 */
export interface GameMoment {
  readonly phase: 'upcoming' | 'live' | 'over'
  /** The scheduled start. Absent in moments that an earlier release stored. */
  readonly startsAt?: string
  /** Identifies the state that live prices depend on: score, cards, incidents and suspension. */
  readonly fingerprint: string
  readonly isSuspended: boolean
  readonly priceVersion: number
  readonly minute: number
  readonly score: Score
  readonly redCards: Score
  readonly lastGoalAt: string | null
  readonly lastIncidentAt: string | null
  /** The last report of the feed, and when its newest response was requested. Null for a manual game. */
  readonly reportedAt: string | null
  readonly requestedAt: string | null
}

type GameEvent = Extract<DelayedBetRejection, 'GOAL' | 'RED_CARD' | 'PENALTY_OR_REVIEW' | 'SUSPENDED' | 'GAME_CLOSED'>

/** What happened on a game between two moments, by the first reason that applies; null if nothing did. */
export function eventBetween(before: GameMoment, now: GameMoment): GameEvent | null {
  // A bet on a game before its kick-off had odds of that time.
  if (before.phase !== now.phase && before.phase === 'upcoming') return 'GAME_CLOSED'
  if (!sameScore(before.score, now.score) || before.lastGoalAt !== now.lastGoalAt) return 'GOAL'
  if (!sameScore(before.redCards, now.redCards)) return 'RED_CARD'
  if (before.lastIncidentAt !== now.lastIncidentAt) return 'PENALTY_OR_REVIEW'
  if (now.isSuspended || before.fingerprint !== now.fingerprint) return 'SUSPENDED'
  return before.phase === now.phase && !isRescheduledByDays(before, now) ? null : 'GAME_CLOSED'
}

/** Whether the game has a new start that the player did not request: a bet on the earlier start is void (D20). */
const isRescheduledByDays = ({ startsAt: before }: GameMoment, { startsAt: now }: GameMoment): boolean =>
  before !== undefined && now !== undefined && voidsBetsOn(new Date(before), new Date(now))

/** The refusals of a bet that is validated again: the codes of placement. */
const REJECTION_OF = {
  ODDS_CHANGED: 'ODDS_CHANGED',
  GAME_MISSING: 'GAME_CLOSED',
  GAME_CLOSED: 'GAME_CLOSED',
  MARKET_UNAVAILABLE: 'SUSPENDED',
  // The combination was allowed at the request, so a game or its prices have changed.
  SAME_MATCH: 'GAME_CLOSED',
  SAME_CATEGORY: 'GAME_CLOSED',
  IMPOSSIBLE_COMBINATION: 'ODDS_CHANGED',
  COMBINATION_TOO_LARGE: 'ODDS_CHANGED',
  LIVE_COMBINATION: 'GAME_CLOSED',
  MAINTENANCE: 'BETTING_STOPPED',
  BETTING_DISABLED: 'BETTING_STOPPED',
  PROFILE_NOT_FOUND: 'ACCOUNT_CLOSED',
  ACCOUNT_SUSPENDED: 'ACCOUNT_CLOSED',
  IN_PLAY_EXCLUDED: 'IN_PLAY_EXCLUDED',
  EXCLUDED: 'EXCLUDED',
  LIMIT_REACHED: 'LIMIT_REACHED',
  DAILY_BET_LIMIT: 'LIMIT_REACHED',
  STAKE_ABOVE_MAXIMUM: 'LIMIT_REACHED',
  STAKE_ABOVE_LIABILITY: 'LIMIT_REACHED',
  LIABILITY_REACHED: 'LIMIT_REACHED',
  // Staff can raise the minimum during the delay.
  INVALID_STAKE: 'LIMIT_REACHED',
  STAKE_BELOW_MINIMUM: 'LIMIT_REACHED',
  STAKE_NOT_POSITIVE: 'LIMIT_REACHED',
  NO_SELECTIONS: 'LIMIT_REACHED',
  TOO_MANY_SELECTIONS: 'LIMIT_REACHED',
  MISSING_BOOKING_CODE: 'LIMIT_REACHED',
  NEGATIVE_BALANCE: 'BALANCE',
  INSUFFICIENT_BALANCE: 'BALANCE',
} as const satisfies { readonly [code: string]: DelayedBetRejection }
export type BetRefusalCode = keyof typeof REJECTION_OF

/** `rejectionOf('INSUFFICIENT_BALANCE')` → 'BALANCE' */
export const rejectionOf = (refusal: BetRefusalCode): DelayedBetRejection => REJECTION_OF[refusal]

export interface DelayedBetState {
  readonly decidesAt: Date
  readonly games: readonly { readonly before: GameMoment; readonly now: GameMoment }[]
  /** When the response with the oldest data on a live game was requested; null if no feed reports a live game. */
  readonly feedRequestedAt: Date | null
  /** Why a selection takes no bets now, or null. */
  readonly unavailable: BetRefusalCode | null
}

/** The most that staff adds to the delay of a player's live bets (INP-12). */
export const MAX_ADDED_DELAY_SECONDS = 30

/** A later decision is a rejection: the server or the feed was down, and the odds are too old. */
export const TOO_LATE_MS = 15_000

/**
 * What to do with a delayed bet at `now`, before its player and odds are validated: reject it, wait, or validate it.
 * Events on the games reject it at once, so that a suspension that ends before the delay does also counts. After the
 * delay it waits for data that the feed was asked for after the delay: an older response may miss a goal.
 */
export function delayedBetStep(state: DelayedBetState, now: Date): DelayedBetRejection | 'wait' | 'validate' {
  const { decidesAt, games, feedRequestedAt, unavailable } = state
  if (now.getTime() - decidesAt.getTime() > TOO_LATE_MS) return 'TOO_LATE'
  const found = new Set<DelayedBetRejection | null>(games.map(({ before, now: after }) => eventBetween(before, after)))
  if (unavailable !== null) found.add(rejectionOf(unavailable))
  const first = DELAYED_BET_REJECTIONS.find((reason) => found.has(reason))
  if (first !== undefined) return first
  if (now < decidesAt) return 'wait'
  return feedRequestedAt !== null && feedRequestedAt < decidesAt ? 'wait' : 'validate'
}
