import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import { remainingOdds } from '@mupiira/domain/pricing/same-game.ts'
import { decideTicket, type TicketDecision, type TicketGame } from '@mupiira/domain/ticket/decide.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'
import { type LegRow, legsOf, stakePartsOf, type TicketRow, ticketsById } from '../tickets/tickets.repository.ts'
import { applyOutcomes, endTickets, lockPayees, type ResultInForce, type TicketIds } from './decisions.repository.ts'

/** A ticket that a decision ended. */
export type SettledTicket = {
  readonly id: string
  readonly userId: string
  readonly bookingCode: string
  readonly totalStake: Ugx
  readonly status: 'won' | 'lost' | 'void'
  readonly payout: Ugx
  /** Number of earlier corrections, which is the ordinal of the payout. */
  readonly corrections: number
}

/** Locks the accounts of players. Returns the time at which the tickets are decided, read after taking the locks. */
export type LockAccounts = (userIds: readonly string[]) => Promise<Date>

type Settling = Omit<SettledTicket, 'status' | 'payout'>

/**
 * Applies stored outcomes to a chunk and ends all tickets that are decided. Safe to repeat: it only decides undecided
 * legs. The caller pays in the same transaction. Locks the tickets, then the accounts to pay, and then reads the clock.
 */
export async function decideTickets(
  tx: Tx,
  games: readonly ResultInForce[],
  tickets: TicketIds,
  lockAccounts: LockAccounts,
): Promise<SettledTicket[]> {
  const now = await lockAccounts(await lockPayees(tx, games, tickets))
  const settled: SettledTicket[] = []
  const toDecide: Settling[] = []
  for (const { status, payout, ...ticket } of await applyOutcomes(tx, games, tickets, now)) {
    if (status === 'pending') toDecide.push(ticket)
    else if (payout !== null) settled.push({ ...ticket, status, payout })
  }
  return toDecide.length === 0 ? settled : [...settled, ...(await decideByRules(tx, toDecide, now))]
}

/**
 * Ends tickets whose decided legs include voids or halves. Voids count with odds 1.00, halves split the stake, the
 * remaining legs of a same-game combination are repriced, and the bonus is recalculated.
 */
async function decideByRules(tx: Tx, tickets: readonly Settling[], now: Date): Promise<SettledTicket[]> {
  const ids = tickets.map(({ id }) => id)
  const [rows, allLegs] = await Promise.all([ticketsById(tx, ids), legsOf(tx, ids)])
  const legs = Map.groupBy(allLegs, (leg) => leg.ticketId)
  const settling = new Map(tickets.map((ticket) => [ticket.id, ticket]))
  const decided = rows.flatMap((row) => {
    const { status, payoutUgx: payout, bonusUgx: bonus } = decisionOf(row, legs.get(row.id) ?? [])
    if (status === 'pending') throw new Error(`ticket ${row.id} has an undecided leg`)
    const ticket = settling.get(row.id)
    return ticket === undefined ? [] : [{ ...ticket, status, payout, bonus }]
  })
  const ended = await endTickets(tx, decided, now)
  return decided.filter(({ id }) => ended.has(id))
}

/** The games of a ticket's undecided legs. */
export async function openGamesOf(sql: Sql, ticketId: string): Promise<string[]> {
  const legs = await legsOf(sql, [ticketId])
  return [...new Set(legs.flatMap((leg) => (leg.outcome === null ? [leg.gameId] : [])))]
}

/** Evaluates a stored ticket by the domain rules. */
export const decisionOf = (row: TicketRow, legs: readonly LegRow[]): TicketDecision =>
  decideTicket(
    [...Map.groupBy(legs, (leg) => leg.gameId).values()].map((members) => gameOf(row, members)),
    {
      ...stakePartsOf(row),
      bonus: { minOddsHundredths: row.bonusMinOdds },
      bonusPercent: row.bonusPercentage,
      maxPayoutUgx: row.maxPayout,
    },
  )

function gameOf(row: TicketRow, legs: readonly LegRow[]): TicketGame {
  const [first] = legs
  if (first === undefined) throw new Error('a game of the ticket has no leg')
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
