import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import { remainingOdds } from '@mupiira/domain/pricing/same-game.ts'
import { decideTicket, type TicketDecision, type TicketGame } from '@mupiira/domain/ticket/decide.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'
import { type LegRow, legsOf, type TicketRow, ticketsById } from '../tickets/ticket-rows.ts'
import { OUTCOME, resultColumns, type ResultInForce } from './outcomes.ts'

/** Ticket ids as a PostgreSQL array literal, passed through without parsing. */
export type TicketIds = string

/**
 * Tickets with undecided legs on these games, in chunks ordered by id for locality on disk. A ticket with legs on
 * several games is decided once for all of them.
 */
export async function openTickets(sql: Sql, gameIds: readonly string[], ticketsAtOnce: number): Promise<TicketIds[]> {
  const rows = await sql.query<{ tickets: TicketIds }>(
    `select array_agg(ticket_id order by ticket_id)::text as tickets
       from (select ticket_id, (row_number() over (order by ticket_id) - 1) / $2::int as chunk
               from (select distinct ticket_id from ticket_legs where game_id = any($1::uuid[]) and outcome is null) due) numbered
      group by chunk order by chunk`,
    [gameIds, ticketsAtOnce],
  )
  return rows.map(({ tickets }) => tickets)
}

export const ticketIds = (...ids: readonly string[]): TicketIds => `{${ids.join(',')}}`
export const idsOf = (tickets: TicketIds): string[] => tickets.slice(1, -1).split(',')

/** A ticket that a decision ended. */
export type SettledTicket = {
  readonly id: string
  readonly userId: string
  readonly bookingCode: string
  readonly totalStake: Ugx
  readonly status: 'won' | 'lost' | 'void'
  readonly payout: Ugx
  /** Number of earlier corrections; the ordinal of the payout. */
  readonly corrections: number
}

/** A ticket whose legs are all decided and whose payout differs from the promised one. */
type TicketToDecide = Pick<SettledTicket, 'id' | 'corrections'>

type DecidedRow = Omit<SettledTicket, 'status' | 'payout'> & { status: 'pending' | 'won' | 'lost'; payout: Ugx | null }

// Legs first, then tickets. Each leg is decided once, so a ticket's count of open legs falls once per leg, even when
// chunks repeat or overlap. A lost leg ends the ticket at once (D42). When all legs have won, the payout is the promised
// one. A leg is found by its `ctid`; a leg that another transaction has just decided no longer matches. If a correction
// commits while the update waits for a ticket, the update sees the corrected ticket. Legs are read by ticket before any
// join: reading them by game would scan all legs of all games for each chunk.
const DECIDE = `
  with leg as materialized (
    select l.ctid as place, l.ticket_id, l.game_id, l.market, l.selection, t.status, t.corrections, t.rulebook, t.created_at
      from unnest($1::uuid[]) as u (id)
      join tickets t on t.id = u.id
      join ticket_legs l on l.ticket_id = u.id
     where l.outcome is null
  ), due as materialized (
    select t.place, t.ticket_id, t.status, t.corrections, g.version, ${OUTCOME} as outcome
      from leg t
      join unnest($2::uuid[], $3::int[], $4::timestamptz[], $5::tstzmultirange[]) as g (id, version, first_live, affected) on g.id = t.game_id
      join claim_outcomes o on o.game_id = t.game_id and o.version = g.version and o.market = t.market and o.selection = t.selection
  ), decided as (
    update ticket_legs l set outcome = d.outcome, decided_at = $6, result_version = d.version
      from due d where l.ctid = d.place and l.outcome is null and d.outcome is not null
    returning l.ticket_id, l.outcome, d.status, d.corrections
  ), counted as (
    select ticket_id, status, corrections, count(*)::int2 as legs, bool_or(outcome = 'lost') as lost,
           bool_and(outcome in ('won', 'lost')) as plain
      from decided group by ticket_id, status, corrections
  ), updated as (
    update tickets t
       set open_legs = t.open_legs - c.legs,
           plain = t.plain and c.plain,
           status = case when t.status <> 'pending' then t.status
                         when c.lost then 'lost'
                         when t.open_legs = c.legs and t.plain and c.plain then 'won' else 'pending' end,
           payout = case when t.status <> 'pending' then t.payout
                         when c.lost then 0
                         when t.open_legs = c.legs and t.plain and c.plain then t.potential_win end,
           bonus_paid = case when t.status = 'pending' and not c.lost and t.open_legs = c.legs and t.plain and c.plain
                             then t.bonus else t.bonus_paid end,
           settled_at = case when t.status <> 'pending' then t.settled_at
                             when c.lost or (t.open_legs = c.legs and t.plain and c.plain) then $6::timestamptz end,
           updated_at = $6
      from counted c where t.id = c.ticket_id
    returning t.id, t.user_id, t.booking_code, t.total_stake, t.status, t.payout, t.corrections, t.open_legs, t.settled_at,
              c.status = 'pending' or c.corrections <> t.corrections as "wasOpen"
  )
  select id, user_id as "userId", booking_code as "bookingCode", total_stake as "totalStake", status, payout, corrections
    from updated
   where "wasOpen" and ((status in ('won', 'lost') and settled_at = $6) or (status = 'pending' and open_legs = 0))`

/** Applies stored outcomes to a chunk in one statement. Safe to repeat: it only decides undecided legs. */
export async function decideLegs(
  tx: Tx,
  games: readonly ResultInForce[],
  tickets: TicketIds,
  now: Date,
): Promise<{ settled: SettledTicket[]; toDecide: TicketToDecide[] }> {
  const rows = await tx.query<DecidedRow>(DECIDE, [tickets, ...resultColumns(games), now], 'betting-decide-legs')
  const settled: SettledTicket[] = []
  const toDecide: TicketToDecide[] = []
  for (const { status, payout, ...ticket } of rows) {
    if (status === 'pending') toDecide.push(ticket)
    else if (payout !== null) settled.push({ ...ticket, status, payout })
  }
  return { settled, toDecide }
}

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
