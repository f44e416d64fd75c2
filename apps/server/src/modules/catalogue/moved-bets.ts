import { isOver } from '@mupiira/domain/match/clock.ts'
import { type MovedSpan, movedSpans } from '@mupiira/domain/match/moved.ts'
import type { GameRow, Decision } from './game-row.ts'

export type Starts = Pick<GameRow, 'startTime' | 'earlierStarts'>

export const MOVED: Decision = { kind: 'void', reason: 'MOVED' }

/** The row's earlier starts as the rules read them. */
export const earlierStartsOf = ({ earlierStarts }: Pick<GameRow, 'earlierStarts'>) =>
  earlierStarts.map(({ startsAt, until }) => ({ startsAt: new Date(startsAt), until: new Date(until) }))

/**
 * Whether it has begun, be it that it is to come again: whoever put it off, and gave it another start, has seen what there
 * was of it.
 */
export const hasEverBegun = (game: Starts & Pick<GameRow, 'status' | 'firstLiveAt'>, now: Date): boolean =>
  game.status !== 'upcoming' ||
  game.firstLiveAt !== null ||
  [game.startTime, ...earlierStartsOf(game).map(({ startsAt }) => startsAt)].some((start) => start <= now)

// Where all bets of before are moved ones the game's own verdict says so, and a correction of it decides all of them.
function spansOf({ startTime, earlierStarts }: Starts): readonly MovedSpan[] {
  const spans = movedSpans(earlierStartsOf({ earlierStarts }), startTime)
  return spans.length === earlierStarts.length ? [] : spans
}

export const hasMovedBets = (game: Starts): boolean => spansOf(game).length > 0

const inWords = ({ from, until }: MovedSpan): string => `(${from?.toISOString() ?? ''},${until.toISOString()}]`

/** When the bets were taken that are void because the game was moved since, as PostgreSQL writes a multirange of times. */
export const movedBetsOf = (game: Starts): string => `{${spansOf(game).map(inWords).join()}}`

/**
 * When bets on a match by hand are void that were taken then, by the start that it has, as PostgreSQL writes a multirange:
 * moved since (D20), or after it has begun, or will have (SETL-46). One that has been put off begins anew by its start.
 */
export function voidTimesOf(game: Starts & Pick<GameRow, 'status' | 'firstLiveAt'>): string {
  const isPlayed = game.status === 'live' || isOver(game.status)
  const begins = (isPlayed ? game.firstLiveAt : null) ?? game.startTime
  return `{${[...spansOf(game).map(inWords), `(${begins.toISOString()},)`].join()}}`
}

/**
 * Whether a bet taken then is void, however its game ends: it had begun (SETL-46), or was moved since (D20). Settlement says
 * so when it comes to it; until then the bet is worth its stake, and not what the game has come to.
 */
export const isVoidFor = (game: Starts & Pick<GameRow, 'firstLiveAt'>, takenAt: Date): boolean =>
  (game.firstLiveAt !== null && takenAt > game.firstLiveAt) ||
  spansOf(game).some(({ from, until }) => (from === null || takenAt > from) && takenAt <= until)
