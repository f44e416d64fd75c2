import { isDeepStrictEqual } from 'node:util'
import { MARKET_IDS } from '@mupiira/domain/markets/types.ts'
import { canTransition, gameStates } from '@mupiira/domain/ticket/states.ts'
import { isOver } from '@mupiira/domain/match/clock.ts'
import { withEarlierStart } from '@mupiira/domain/match/rescheduled.ts'
import { type GameForDecision, type GameDecision, decisionOf, voidDueAt } from '@mupiira/domain/match/decision.ts'
import { fairMatch } from '@mupiira/domain/pricing/margin.ts'
import { fitModel } from '@mupiira/domain/pricing/fit.ts'
import { isQuoteFresh } from '@mupiira/domain/pricing/quote-age.ts'
import { isBettable } from '@mupiira/domain/match/bettable.ts'
import type { OutboxEvent } from '../../../kernel/outbox/event.ts'
import { type BaseOdds, haveSameOdds, matchOddsOf } from './base-odds.ts'
import type { GameRow, Decision } from './game-row.ts'
import { withEventTimes } from './event-times.ts'
import { earlierStartsOf, hasOutdatedLineUps, isRescheduled, storedStarts } from './affected-bets.ts'
import type { Written } from './games.repository.ts'
import { isDisputedByFeed } from './taken-over.ts'

/** Whether the game is suspended by staff, with its league, or during a pending decision. */
export const isSuspended = (game: Pick<GameRow, 'suspended' | 'scopeSuspended' | 'startApprovalPending'>): boolean =>
  game.suspended || game.scopeSuspended || game.startApprovalPending

/** Whether the game accepts bets now. An old quote closes it, because players may know more than the quote (D22b). */
export const isOpen = (game: GameRow, now: Date): boolean => isBeforeStart(game, now) && hasFreshQuote(game, now)

/** Whether the feed's quote is recent. Odds that staff enter do not expire. */
export const hasFreshQuote = ({ source, quotedAt, startTime }: GameRow, now: Date): boolean =>
  source === 'hand' || isQuoteFresh(quotedAt, startTime, now)

/**
 * Whether the game has not begun (D15), is not suspended and has prices. A taken-over game must not have begun in its
 * feed either.
 */
export function isBeforeStart(game: GameRow, now: Date): boolean {
  if (game.hidden || isSuspended(game) || game.stale || game.held || game.model === null || game.resultVersion > 0)
    return false
  if (isDisputedByFeed(game, { home: game.homeScore ?? 0, away: game.awayScore ?? 0 })) return false
  return isBettable(
    {
      status: game.status,
      startsAt: game.startTime,
      minute: game.minutesPassed,
      goals: game.goalEvents.length,
      scoreKnown: (game.homeScore ?? 0) + (game.awayScore ?? 0) > 0,
    },
    now,
  )
}

/** Changes the base odds: fits the model again and increases the price version. */
export function withOdds(game: GameRow, odds: BaseOdds, now: Date): GameRow {
  if (haveSameOdds(game, odds)) return game
  // A football match needs a draw price (decision 0027), because a draw loses both sides.
  const lacksDraw = odds.drawOdds === null && game.sport === 'soccer'
  const entered = matchOddsOf(odds)
  const fair = entered === null || lacksDraw ? null : fairMatch(entered)
  const model = fair?.ok === true ? fitModel(fair.value, game.sport) : null
  const drawPossible = odds.drawOdds !== null
  return { ...game, ...odds, model, drawPossible, priceVersion: game.priceVersion + 1, pricedAt: now }
}

/**
 * Applies a change and its consequences: winner, first live time, last goal, decision. Ignores a status that the state
 * table does not allow, because feeds and clocks may propose any status.
 */
export function applyChange(game: GameRow, change: Partial<GameRow>, now: Date): GameRow {
  const isMove = change.status !== undefined && canTransition(gameStates, game.status, change.status)
  let next: GameRow = { ...game, ...change, status: isMove ? change.status : game.status }
  if (isRescheduled(game, next)) {
    const given = { startsAt: game.startTime, until: now }
    next = { ...next, earlierStarts: storedStarts(withEarlierStart(earlierStartsOf(game), given, next.startTime)) }
    // The line-ups of the earlier date do not apply, unless this change brings new ones.
    if (next.players === game.players && hasOutdatedLineUps(next)) next = { ...next, players: [], lineUpsAt: null }
  }
  // Our clock starts a feed's match on schedule, but only the feed confirms the kick-off.
  if (next.firstLiveAt === null && (change.status === 'live' || isOver(next.status)))
    next = { ...next, firstLiveAt: actualKickOff(next, now) }
  next = withEventTimes(game, next, now)
  if (next.minutesPassed !== game.minutesPassed || next.atHalfTime !== game.atHalfTime)
    next = { ...next, minuteAt: now }
  // Goalscorer prices depend on the line-ups.
  if (next.model !== null && !isDeepStrictEqual(next.players, game.players))
    next = { ...next, priceVersion: game.priceVersion + 1, pricedAt: now }
  next = decided(withSuspensions(game, next, now), now)
  return isDeepStrictEqual(next, game) ? game : { ...next, updatedAt: now }
}

/** Records the times of new suspensions, because a waiting bet must not miss one that has ended (INP-06). */
function withSuspensions(before: GameRow, after: GameRow, now: Date): GameRow {
  const markets = MARKET_IDS.filter(
    (market) => after.controls[market]?.suspended === true && before.controls[market]?.suspended !== true,
  )
  const marketSuspensions = {
    ...after.marketSuspensions,
    ...Object.fromEntries(markets.map((market) => [market, now.toISOString()])),
  }
  const suspendedAt = isHalted(after) && !isHalted(before) ? now : after.suspendedAt
  return { ...after, suspendedAt, marketSuspensions }
}

/** Whether the game takes no bets because it is suspended, or because its reports contradict each other. */
const isHalted = (game: GameRow): boolean =>
  isSuspended(game) || game.held || game.scoreDisputed || game.reportedResult !== null

/**
 * The actual kick-off of a match that is reported as live for the first time: its announced start if that has passed,
 * otherwise now. A match may be brought forward and reported late, so that bets were placed after kick-off (SETL-46).
 */
export const actualKickOff = ({ startTime }: Pick<GameRow, 'startTime'>, now: Date): Date =>
  startTime < now ? startTime : now

/** Decides the game once it can be decided. Later changes are corrections. */
function decided(game: GameRow, now: Date): GameRow {
  if (game.resultVersion > 0) return game
  const reported = decisionFor(game, now)
  if (game.held && reported.kind === 'result' && !isVoidByTime(game, now)) return game
  const decision = game.held && reported.kind === 'result' ? NO_RESULT_IN_TIME : reported
  if (decision.kind === 'waiting')
    return isOver(game.status) && game.finishedAt === null ? { ...game, finishedAt: now } : game
  return { ...game, ...consequences(game, decision), decision, resultVersion: 1, finishedAt: game.finishedAt ?? now }
}

const NO_RESULT_IN_TIME: Decision = { kind: 'void', reason: 'NO_RESULT_IN_TIME' }

/** A held game of a feed gets no result. If staff enters no result either, the game is void after the usual time. */
const isVoidByTime = (game: GameRow, now: Date): boolean =>
  game.source === 'feed' && now >= voidDueAt(forDecision(game))

/** Applies the decision rules to everything known about a game. */
export const decisionFor = (game: GameRow, now: Date): GameDecision => decisionOf(forDecision(game), now)

export const forDecision = (game: GameRow): GameForDecision => ({
  sport: game.sport,
  source: game.source,
  status: game.status,
  startsAt: game.startTime,
  earlierStarts: earlierStartsOf(game),
  minutesPassed: game.minutesPassed,
  breakDuration: game.breakDuration,
  matchDuration: game.matchDuration,
  score: score(game.homeScore, game.awayScore),
  halfTime: score(game.halfTimeHomeScore, game.halfTimeAwayScore),
  goals: game.goalEvents,
  goalsComplete: game.goalsComplete,
  ...(game.participants === null ? {} : { participants: game.participants }),
  ...(game.qualifier === null ? {} : { qualifier: game.qualifier }),
  retired: game.retired,
  confirmed: game.resultConfirmed,
})

/** Field changes that follow from a decision. */
export function consequences(game: GameRow, decision: Decision): Partial<GameRow> {
  if (decision.kind === 'void') return { status: withoutResult(game.status, decision.reason) }
  const { home, away, halfTime } = decision.result
  return {
    status: isOver(game.status) ? game.status : 'finished',
    homeScore: home,
    awayScore: away,
    halfTimeHomeScore: halfTime?.home ?? game.halfTimeHomeScore,
    halfTimeAwayScore: halfTime?.away ?? game.halfTimeAwayScore,
    winner: home > away ? 'home' : home < away ? 'away' : 'draw',
  }
}

/** A voided game leaves the upcoming and live lists. A postponed or abandoned game can still be cancelled. */
function withoutResult(status: GameRow['status'], reason: string): GameRow['status'] {
  if (reason === 'CANCELLED') return canTransition(gameStates, status, 'cancelled') ? 'cancelled' : status
  if (status !== 'upcoming' && status !== 'live') return status
  if (reason === 'RETIRED') return 'finished'
  return 'abandoned'
}

const score = (home: number | null, away: number | null): { home: number; away: number } | null =>
  home === null || away === null ? null : { home, away }

declare module '../../../kernel/outbox/event.ts' {
  interface EventData {
    'games-changed': { readonly gameIds: readonly string[] }
    'game-finished': { readonly gameId: string }
  }
}

/** Events of changed games: one for all of them, and one for each new decision. */
export function eventsOf(changes: readonly Written[]): OutboxEvent[] {
  if (changes.length === 0) return []
  const finished = changes.filter(({ before, after }) => after.resultVersion > (before?.resultVersion ?? 0))
  return [
    { type: 'games-changed', data: { gameIds: changes.map(({ after }) => after.id) } },
    ...finished.map(({ after }) => ({ type: 'game-finished' as const, data: { gameId: after.id } })),
  ]
}
