import { isOver } from '@mupiira/domain/match/clock.ts'
import { type EarlierStart, type VoidSpan, voidSpans } from '@mupiira/domain/match/rescheduled.ts'
import type { GameRow, Decision } from './game-row.ts'

export type Starts = Pick<GameRow, 'startTime' | 'earlierStarts'>

export const VOID_RESCHEDULED: Decision = { kind: 'void', reason: 'MOVED' }

type Start = Pick<GameRow, 'startTime'>

export const isRescheduled = (before: Start, after: Start): boolean =>
  after.startTime.getTime() !== before.startTime.getTime()

/** The row's earlier starts in the form of the domain rules. */
export const earlierStartsOf = ({ earlierStarts }: Pick<GameRow, 'earlierStarts'>) =>
  earlierStarts.map(({ startsAt, until }) => ({ startsAt: new Date(startsAt), until: new Date(until) }))

export const storedStarts = (starts: readonly EarlierStart[]): GameRow['earlierStarts'] =>
  starts.map(({ startsAt, until }) => ({ startsAt: startsAt.toISOString(), until: until.toISOString() }))

/** Whether the game has ever begun, even if it is upcoming again after a manual postponement. */
export const hasEverStarted = (game: Starts & Pick<GameRow, 'status' | 'firstLiveAt'>, now: Date): boolean =>
  game.status !== 'upcoming' ||
  game.firstLiveAt !== null ||
  [game.startTime, ...earlierStartsOf(game).map(({ startsAt }) => startsAt)].some((start) => start <= now)

const spansOf = (game: Starts): readonly VoidSpan[] => voidSpans(earlierStartsOf(game), game.startTime)

/**
 * Whether the bets on every start until the kick-off are void. A match that has begun takes no bets on the starts that
 * replace its own.
 */
export function hasVoidedBetsUntilKickOff(game: Starts & Pick<GameRow, 'firstLiveAt'>): boolean {
  const earlier = earlierStartsOf(game)
  const begins = game.firstLiveAt ?? new Date(Number.POSITIVE_INFINITY)
  const played = earlier.filter((_, at) => (earlier[at - 1]?.until ?? begins) <= begins)
  const spans = spansOf(game)
  return played.length > 0 && played.every(({ until }) => isWithin(spans, until))
}

export const hasAffectedBets = (game: Starts): boolean => spansOf(game).length > 0

/**
 * Whether the line-ups were published for a start that was later rescheduled by a day or more, so that its bets are
 * void.
 */
export const hasOutdatedLineUps = (game: Starts & Pick<GameRow, 'lineUpsAt' | 'createdAt'>): boolean =>
  isWithin(spansOf(game), game.lineUpsAt ?? game.createdAt)

const isWithin = (spans: readonly VoidSpan[], at: Date): boolean =>
  spans.some(({ from, until }) => (from === null || at > from) && at <= until)

const asRange = ({ from, until }: VoidSpan): string => `(${from?.toISOString() ?? ''},${until.toISOString()}]`

/** Placement times of bets that are void because the game was rescheduled, as a PostgreSQL multirange. */
export const affectedBetsOf = (game: Starts): string => `{${spansOf(game).map(asRange).join()}}`

/**
 * Placement times of void bets as PostgreSQL multiranges: of bets for the time before the start, and of bets in play.
 */
export type VoidTimes = { readonly beforeStart: string; readonly inPlay: string }

/**
 * Placement times of void bets on a manual match by its current start: bets placed before it was rescheduled (D20), or
 * after the actual or expected kick-off (SETL-46), except bets in play. A postponed match begins again at its new
 * start.
 */
export function voidTimesOf(game: Starts & Pick<GameRow, 'status' | 'firstLiveAt'>): VoidTimes {
  const isPlayed = game.status === 'live' || isOver(game.status)
  const begins = (isPlayed ? game.firstLiveAt : null) ?? game.startTime
  const rescheduled = spansOf(game).map(asRange)
  const afterStart = `(${begins.toISOString()},)`
  return { beforeStart: `{${[...rescheduled, afterStart].join()}}`, inPlay: `{${rescheduled.join()}}` }
}

/**
 * Whether a bet placed at `takenAt` is void with any result: placed after kick-off and not in play (SETL-46), or before
 * a rescheduling (D20). Until settlement decides it, such a bet is worth its stake.
 */
export const isVoidFor = (
  game: Starts & Pick<GameRow, 'firstLiveAt'>,
  { takenAt, inPlay }: { readonly takenAt: Date; readonly inPlay: boolean },
): boolean => (!inPlay && game.firstLiveAt !== null && takenAt > game.firstLiveAt) || isWithin(spansOf(game), takenAt)
