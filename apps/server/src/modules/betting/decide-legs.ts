import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import type { Sql, Tx } from '../../kernel/db/sql.ts'
import { OUTCOME, resultColumns, type ResultInForce } from './claims.ts'

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
export type TicketToDecide = Pick<SettledTicket, 'id' | 'corrections'>

type MovedRow = Omit<SettledTicket, 'status' | 'payout'> & { status: 'pending' | 'won' | 'lost'; payout: Ugx | null }

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
      join unnest($2::uuid[], $3::int[], $4::timestamptz[], $5::tstzmultirange[]) as g (id, version, first_live, moved) on g.id = t.game_id
      join claim_outcomes o on o.game_id = t.game_id and o.version = g.version and o.market = t.market and o.selection = t.selection
  ), decided as (
    update ticket_legs l set outcome = d.outcome, decided_at = $6, result_version = d.version
      from due d where l.ctid = d.place and l.outcome is null and d.outcome is not null
    returning l.ticket_id, l.outcome, d.status, d.corrections
  ), counted as (
    select ticket_id, status, corrections, count(*)::int2 as legs, bool_or(outcome = 'lost') as lost,
           bool_and(outcome in ('won', 'lost')) as plain
      from decided group by ticket_id, status, corrections
  ), moved as (
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
    from moved
   where "wasOpen" and ((status in ('won', 'lost') and settled_at = $6) or (status = 'pending' and open_legs = 0))`

/** Applies stored outcomes to a chunk in one statement. Safe to repeat: it only decides undecided legs. */
export async function decideLegs(
  tx: Tx,
  games: readonly ResultInForce[],
  tickets: TicketIds,
  now: Date,
): Promise<{ settled: SettledTicket[]; toDecide: TicketToDecide[] }> {
  const rows = await tx.query<MovedRow>(DECIDE, [tickets, ...resultColumns(games), now], 'betting-decide-legs')
  const settled: SettledTicket[] = []
  const toDecide: TicketToDecide[] = []
  for (const { status, payout, ...ticket } of rows) {
    if (status === 'pending') toDecide.push(ticket)
    else if (payout !== null) settled.push({ ...ticket, status, payout })
  }
  return { settled, toDecide }
}
