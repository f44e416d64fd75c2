import { remainingOdds } from '@mupiira/domain/pricing/same-game.ts'
import { decideTicket, type TicketDecision, type TicketGame } from '@mupiira/domain/ticket/decide.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { SettledTicket, TicketToDecide } from './decide-legs.ts'
import { legsOf, ticketsById } from './queries.ts'
import type { LegRow, TicketRow } from './ticket-row.ts'

/**
 * Ends tickets whose decided legs include voids or halves. Voids count with odds 1.00, halves split the stake, the
 * rest of a same-game combination is repriced, and the bonus is recalculated (SETL-38, SETL-41 to SETL-43).
 */
export async function decideTickets(tx: Tx, tickets: readonly TicketToDecide[], now: Date): Promise<SettledTicket[]> {
  if (tickets.length === 0) return []
  const ids = tickets.map((ticket) => ticket.id)
  const corrections = new Map(tickets.map((ticket) => [ticket.id, ticket.corrections]))
  const rows = await ticketsById(tx, ids)
  const legs = Map.groupBy(await legsOf(tx, ids), (leg) => leg.ticketId)
  const decided = rows.map((row) => ({ row, decision: decideRow(row, legs.get(row.id) ?? []) }))
  const changed = await tx.query<{ id: string }>(
    `update tickets t set status = d.status, payout = d.payout, bonus_paid = d.bonus, settled_at = $4, updated_at = $4
       from unnest($1::uuid[], $2::text[], $3::bigint[], $5::bigint[]) as d (id, status, payout, bonus)
      where t.id = d.id and t.status = 'pending' and t.open_legs = 0
     returning t.id`,
    [
      decided.map(({ row }) => row.id),
      decided.map(({ decision }) => decision.status),
      decided.map(({ decision }) => decision.payoutUgx),
      now,
      decided.map(({ decision }) => decision.bonusUgx),
    ],
    'betting-decide-tickets',
  )
  const ended = new Set(changed.map(({ id }) => id))
  return decided.flatMap(({ row, decision }) =>
    ended.has(row.id) && decision.status !== 'pending'
      ? [settledFrom(row, decision.status, decision, corrections.get(row.id) ?? 0)]
      : [],
  )
}

const settledFrom = (
  row: TicketRow,
  status: SettledTicket['status'],
  decision: TicketDecision,
  corrections: number,
): SettledTicket => ({
  id: row.id,
  userId: row.userId,
  bookingCode: row.bookingCode,
  totalStake: row.totalStake,
  status,
  payout: decision.payoutUgx,
  corrections,
})

function decideRow(row: TicketRow, legs: readonly LegRow[]): TicketDecision {
  const decision = decisionOf(row, legs)
  if (decision.status === 'pending') throw new Error(`ticket ${row.id} has an undecided leg`)
  return decision
}

/** Evaluates a stored ticket by the domain rules. */
export const decisionOf = (row: TicketRow, legs: readonly LegRow[]): TicketDecision =>
  decideTicket(
    [...Map.groupBy(legs, (leg) => leg.gameId).values()].map((members) => gameOf(row, members)),
    {
      stakeUgx: row.totalStake,
      bonus: { minOddsHundredths: row.bonusMinOdds },
      bonusPercent: row.bonusPercentage,
      maxPayoutUgx: row.maxPayout,
    },
  )

function gameOf(row: TicketRow, legs: readonly LegRow[]): TicketGame {
  const [first] = legs
  if (first === undefined) throw new Error('a game of a ticket has a leg')
  const outcomes = legs.map((leg) => leg.outcome ?? ('undecided' as const))
  const { sameGame } = first
  if (sameGame === null) return { oddsHundredths: first.odds, outcomes }
  return {
    oddsHundredths: sameGame.oddsHundredths,
    outcomes,
    repriced: (positions) => {
      const members = positions.flatMap((position) => legs[position] ?? [])
      return remainingOdds(
        sameGame.params,
        members.map(({ market, selection, odds }) => ({ market, selectionId: selection, oddsHundredths: odds })),
        { rulebook: row.rulebook, overroundPercent: sameGame.overroundPercent, players: sameGame.players ?? [] },
      )
    },
  }
}
