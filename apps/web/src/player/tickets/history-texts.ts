import type {
  LegDecision,
  SettledResult,
  SettlementTrail,
  Ticket,
  TicketDetail,
  TicketSelection,
  TicketStatusChange,
} from '@mupiira/contract/tickets.ts'
import { moneyText } from '../../shared/format/amounts.ts'

const VOID_REASONS: Record<NonNullable<SettledResult['voidReason']>, string> = {
  CANCELLED: 'the game was cancelled',
  NO_RESULT_IN_TIME: 'the game had no final result within 24 hours',
  MOVED: 'the game was rescheduled by 24 hours or more',
  RETIRED: 'a player or team retired or did not appear',
}

const DECIDERS: Record<SettledResult['decidedBy'], string> = {
  feed: 'official feed',
  clock: 'game clock',
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
function resultText(result: SettledResult): string {
  const { homeScore, awayScore } = result
  if (homeScore === null || awayScore === null) return 'No result'
  const halfTime = halfTimeText(result)
  return `${homeScore} – ${awayScore}${halfTime === null ? '' : ` (${halfTime})`}`
}

const halfTimeText = ({ halfTimeHomeScore: home, halfTimeAwayScore: away }: SettledResult): string | null =>
  home === null || away === null ? null : `half time ${home} – ${away}`

/** Why all bets on a leg's game, or only this bet, are void; null for a leg settled by its result. */
const voidReason = ({ placedAfterStart, result }: LegDecision): string | null =>
  placedAfterStart ? 'placed after kick-off' : result.voidReason && VOID_REASONS[result.voidReason]

/** The outcome of a decision and its reason: "WON: result 2 – 0 (half time 1 – 0), official feed". */
export function decisionText(decision: LegDecision): string {
  const { before, outcome, result } = decision
  const summary = before === null ? outcomeText(outcome) : `Corrected: ${outcomeText(before)} → ${outcomeText(outcome)}`
  const reason = voidReason(decision) ?? `result ${resultText(result)}, ${DECIDERS[result.decidedBy]}`
  return `${summary}${before === null ? ': ' : ', '}${reason}`
}

/** The reason of a decision without its outcome and score: "Half time 1 – 0, official feed". */
export function onlyDecisionText(decision: LegDecision): string {
  const { result } = decision
  const halfTime = halfTimeText(result)
  const decider = DECIDERS[result.decidedBy]
  const text = voidReason(decision) ?? (halfTime === null ? decider : `${halfTime}, ${decider}`)
  return text.charAt(0).toUpperCase() + text.slice(1)
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

/** The text of a status change if it is the ticket's only one. The ticket's badge and total return show the rest. */
export const onlyStatusChangeText = ({ status }: TicketStatusChange): string =>
  status === 'won' || status === 'lost' || status === 'pending' ? 'Settled' : STATUS_NAMES[status]

/** The text of a status change, with the amount. For a corrected result, the text names the game (D21). */
export function statusChangeText(
  move: TicketStatusChange,
  selections: readonly Pick<TicketSelection, 'gameId' | 'match'>[],
): string {
  const deducted = (move.payoutBefore ?? 0) > 0 ? `${moneyText(move.payoutBefore ?? 0)} deducted` : null
  const isRefund = move.status === 'void' || move.status === 'cancelled'
  const paid = (move.payout ?? 0) > 0 ? `${moneyText(move.payout ?? 0)} ${isRefund ? 'refunded' : 'paid'}` : null
  const money = [deducted, paid].filter((text) => text !== null).join(', ')
  const statusLine = money === '' ? statusText(move.status) : `${statusText(move.status)}: ${money}`
  if (move.cause !== 'corrected') return statusLine
  const match = selections.find(({ gameId }) => gameId === move.gameId)?.match ?? 'a game'
  return `Result of ${match} corrected. ${statusLine}`
}

/** A history stored by an older version has no partial cashouts. */
type StoredTrail = Pick<SettlementTrail, 'moves'> & Partial<Pick<SettlementTrail, 'parts'>>

/** The steps of a ticket after its placement, oldest first. */
export function stepsOf({
  selections,
  trail,
}: Pick<TicketDetail, 'selections'> & { readonly trail: StoredTrail }): readonly {
  readonly at: string
  readonly text: string
}[] {
  const { moves, parts = [] } = trail
  const isOnly = moves.length === 1 && parts.length === 0
  return [
    ...parts.map(({ at, paid }) => ({ at, text: `Partial cashout: ${moneyText(paid)} paid` })),
    ...moves.map((move) => ({
      at: move.at,
      text: isOnly ? onlyStatusChangeText(move) : statusChangeText(move, selections),
    })),
  ].sort((a, b) => a.at.localeCompare(b.at))
}

export const RULEBOOKS: Record<Ticket['rulebook'], string> = {
  house: 'House rules',
  industry: 'Industry rules: a result exactly on the line is void',
}
