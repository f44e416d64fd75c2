import type {
  LegDecision,
  SettledResult,
  Ticket,
  TicketDetail,
  TicketMove,
  TicketSelection,
} from '@mupiira/contract/tickets.ts'
import { moneyText } from '../../shared/format/amounts.ts'

const VOID_REASONS: Record<NonNullable<SettledResult['voidReason']>, string> = {
  CANCELLED: 'the game was cancelled',
  NO_RESULT_IN_TIME: 'the game had no final result within 24 hours',
  MOVED: 'the game was moved by 24 hours or more',
  RETIRED: 'a side retired or did not appear',
}

const DECIDERS: Record<SettledResult['decidedBy'], string> = {
  feed: 'official feed',
  clock: 'match clock',
  operator: 'our staff',
}

const OUTCOMES: Record<NonNullable<LegDecision['outcome']>, string> = {
  won: 'WON',
  lost: 'LOST',
  void: 'VOID',
  'half-won': 'HALF WON',
  'half-lost': 'HALF LOST',
}

const outcomeText = (outcome: LegDecision['outcome']): string => (outcome === null ? 'OPEN AGAIN' : OUTCOMES[outcome])

/** The result that decided a leg: "2 – 0 (half time 1 – 0)". */
function resultText({ homeScore, awayScore, halfTimeHomeScore, halfTimeAwayScore }: SettledResult): string {
  if (homeScore === null || awayScore === null) return 'No result'
  const score = `${homeScore} – ${awayScore}`
  if (halfTimeHomeScore === null || halfTimeAwayScore === null) return score
  return `${score} (half time ${halfTimeHomeScore} – ${halfTimeAwayScore})`
}

/** The outcome of a decision and its reason: "WON", "by 2 – 0 (half time 1 – 0), official feed". */
export function decisionText({ before, outcome, placedAfterStart, result }: LegDecision): {
  readonly summary: string
  readonly reason: string
} {
  const summary = before === null ? outcomeText(outcome) : `Corrected: ${outcomeText(before)} → ${outcomeText(outcome)}`
  if (placedAfterStart) return { summary, reason: 'placed after kick-off' }
  if (result.voidReason !== null) return { summary, reason: VOID_REASONS[result.voidReason] }
  return { summary, reason: `result ${resultText(result)}, ${DECIDERS[result.decidedBy]}` }
}

/**
 * The decisions of a leg, oldest first. For a cancelled ticket none are shown, because its selections are cancelled
 * (TICK-21).
 */
export function decisionsOf(
  { status, trail }: Pick<TicketDetail, 'status' | 'trail'>,
  { selectionId, gameId }: Pick<TicketSelection, 'selectionId' | 'gameId'>,
): readonly LegDecision[] {
  if (status === 'cancelled') return []
  return trail.legs.filter((leg) => leg.selectionId === selectionId && leg.gameId === gameId)
}

const STATUS_NAMES: Record<Exclude<Ticket['status'], 'pending'>, string> = {
  won: 'Won',
  lost: 'Lost',
  void: 'Void',
  cancelled: 'Cancelled',
  cashout: 'Cashed out',
}

const statusText = (status: Ticket['status']): string => (status === 'pending' ? 'Open again' : STATUS_NAMES[status])

/** The text of a status change, with the amount. For a corrected result, the text names the game (D21). */
export function moveText(move: TicketMove, selections: readonly Pick<TicketSelection, 'gameId' | 'match'>[]): string {
  const deducted = (move.payoutBefore ?? 0) > 0 ? `${moneyText(move.payoutBefore ?? 0)} deducted` : null
  const isRefund = move.status === 'void' || move.status === 'cancelled'
  const paid = (move.payout ?? 0) > 0 ? `${moneyText(move.payout ?? 0)} ${isRefund ? 'refunded' : 'paid'}` : null
  const money = [deducted, paid].filter((text) => text !== null).join(', ')
  const statusLine = money === '' ? statusText(move.status) : `${statusText(move.status)}: ${money}`
  if (move.cause !== 'corrected') return statusLine
  const match = selections.find(({ gameId }) => gameId === move.gameId)?.match ?? 'a game'
  return `Result of ${match} corrected. ${statusLine}`
}

export const RULEBOOKS: Record<Ticket['rulebook'], string> = {
  house: 'House rules',
  industry: 'Industry rules: a result exactly on the line is void',
}
