import type { Ticket, TicketSelection } from '@mupiira/contract/tickets.ts'
import { paidOf } from '../../shared/format/ticket-amounts.ts'
import { startText } from '../../shared/format/times.ts'
import type { BadgeTone } from '../../shared/ui/surfaces.tsx'

type Label = { readonly text: string; readonly tone: BadgeTone }

const STATUS: Record<Ticket['status'], Label> = {
  pending: { text: 'RUNNING', tone: 'live' },
  won: { text: 'WON', tone: 'up' },
  lost: { text: 'LOST', tone: 'down' },
  cancelled: { text: 'CANCELLED', tone: 'muted' },
  void: { text: 'VOID', tone: 'muted' },
  cashout: { text: 'CASHOUT', tone: 'muted' },
}

export const statusLabel = (status: Ticket['status']): Label => STATUS[status]

const OVER: ReadonlySet<string> = new Set(['finished', 'completed', 'settled'])

/** The score and state of a leg's game, or its start: "2 – 0 FT", "1 – 0", "Tomorrow 18:00". */
export function gameText(
  leg: Pick<TicketSelection, 'homeScore' | 'awayScore' | 'gameStatus' | 'gameTime'>,
  now: Date,
): string {
  if (leg.homeScore === null || leg.awayScore === null || leg.gameStatus === 'upcoming')
    return startText(leg.gameTime, now)
  const score = `${leg.homeScore} – ${leg.awayScore}`
  return OVER.has(leg.gameStatus) ? `${score} FT` : score
}

/**
 * The label and amount of the last line (TICK-17 to TICK-20). The total return of a settled ticket includes its partial
 * cashouts.
 */
export function returnOf(ticket: Pick<Ticket, 'status' | 'potentialWin' | 'payout' | 'cashedOut'>): {
  readonly name: string
  readonly amount: number
} {
  if (ticket.status === 'pending') return { name: 'Potential return', amount: ticket.potentialWin }
  return { name: 'Total return', amount: paidOf(ticket.status === 'lost' ? { ...ticket, payout: 0 } : ticket) }
}

/**
 * The bonus line (TICK-14): the promised bonus of an open ticket, or the paid bonus of a settled ticket. After a void
 * selection, the percentage can differ (SETL-43).
 */
export function bonusOf({
  status,
  bonusPercentage,
  bonus,
  bonusPaid,
}: Pick<Ticket, 'status' | 'bonusPercentage' | 'bonus' | 'bonusPaid'>): {
  readonly name: string
  readonly amount: number
} {
  const amount = status === 'pending' ? bonus : bonusPaid
  return { name: amount === bonus ? `Bonus ${bonusPercentage}%` : 'Bonus', amount }
}

/**
 * A ticket with an incomplete selection (match, selection or numeric odds missing) is shown with an empty list
 * (TICK-28).
 */
export function readableLegs(ticket: Pick<Ticket, 'selections'>): readonly TicketSelection[] {
  const readable = ticket.selections.every(
    (leg) => leg.match !== '' && leg.selectionLabel !== '' && Number.isFinite(leg.odds),
  )
  return readable ? ticket.selections : []
}

/**
 * The games with several selections and their joint odds (D27). Tickets stored by an older version have no joint odds.
 */
export const jointGamesOf = (ticket: Pick<Ticket, 'selections'> & Partial<Pick<Ticket, 'jointOdds'>>) =>
  (ticket.jointOdds ?? []).map(({ gameId, odds }) => ({
    gameId,
    odds,
    match: ticket.selections.find((leg) => leg.gameId === gameId)?.match ?? '',
  }))
