import { type Ugx, ugx } from '@mupiira/domain/money/ugx.ts'
import type { TicketStatus } from '@mupiira/domain/ticket/states.ts'
import { dayKey } from '@mupiira/domain/time/kampala.ts'
import type { Sql } from '../../../kernel/db/sql.ts'

/** All tickets of one status placed on one day in Kampala, as they stand now. */
export type DayOfTickets = {
  readonly day: string
  readonly status: TicketStatus
  readonly tickets: number
  readonly stakeUgx: Ugx
  readonly payoutUgx: Ugx
}

type Row = { day: string; status: TicketStatus; tickets: string; stake: string; payout: string }

/** Whole days, exact: what was folded, and what has changed since. A part of a day is not told apart. */
export async function tallied(
  sql: Sql,
  { from, until }: { readonly from: Date | null; readonly until: Date | null },
): Promise<DayOfTickets[]> {
  const rows = await sql.query<Row>(
    `select day::text, status, sum(tickets)::text as tickets, sum(stake)::text as stake, sum(payout)::text as payout
       from (select day, status, tickets, stake, payout from ticket_tally
             union all select day, status, tickets, stake, payout from ticket_tally_change) both_parts
      where day >= coalesce($1::date, '-infinity') and day < coalesce($2::date, 'infinity')
      group by day, status having sum(tickets) <> 0 order by day, status`,
    [from === null ? null : dayKey(from), until === null ? null : dayKey(until)],
    'betting-tallied',
  )
  return rows.map(({ day, status, tickets, stake, payout }) => ({
    day,
    status,
    tickets: Number(tickets),
    stakeUgx: ugx(BigInt(stake)),
    payoutUgx: ugx(BigInt(payout)),
  }))
}

// Folded in one statement: a reader sees a change in one of the two places, never in both or none.
const FOLD = `
  with taken as (
    delete from ticket_tally_change where id in (select id from ticket_tally_change order by id limit $1)
    returning day, status, tickets, stake, payout
  )
  insert into ticket_tally as t (day, status, tickets, stake, payout)
  select day, status, sum(tickets), sum(stake), sum(payout) from taken group by day, status
  on conflict (day, status) do update
    set tickets = t.tickets + excluded.tickets, stake = t.stake + excluded.stake, payout = t.payout + excluded.payout`

const CHANGES_AT_ONCE = 20_000

/** Folds the changes that have gathered. */
export const foldTicketTally = (sql: Sql): Promise<number> => sql.change(FOLD, [CHANGES_AT_ONCE])
