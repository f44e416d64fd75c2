import { type Ugx, ugx } from '@mupiira/domain/money/ugx.ts'
import type { TicketStatus } from '@mupiira/domain/ticket/states.ts'
import { dayKey } from '@mupiira/domain/time/kampala.ts'
import { type Paging, placeByDays } from '../../../kernel/db/late-page.ts'
import type { Sql } from '../../../kernel/db/sql.ts'

/** All tickets of one status placed on one day in Kampala, in their current state. */
export type DayOfTickets = {
  readonly day: string
  readonly status: TicketStatus
  readonly tickets: number
  readonly stakeUgx: Ugx
  readonly payoutUgx: Ugx
}

export type TicketSums = Omit<DayOfTickets, 'day'> & { readonly placed: 'today' | 'yesterday' | 'other' }

type Row = { day: string; status: TicketStatus; tickets: string; stake: string; payout: string }

/** Exact totals of complete days: folded rows plus pending changes. Times of day are ignored. */
export async function tallied(
  sql: Sql,
  { from, until }: { readonly from: Date | null; readonly until: Date | null },
): Promise<DayOfTickets[]> {
  const rows = await sql.query<Row>(
    `select day::text, status, sum(tickets)::text as tickets, sum(stake)::text as stake, sum(payout)::text as payout
       from ${BOTH} where day >= coalesce($1::date, '-infinity') and day < coalesce($2::date, 'infinity')
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

const BOTH = `(select day, status, tickets, stake, payout from ticket_tally
             union all select day, status, tickets, stake, payout from ticket_tally_change) both_parts`

type Counted = {
  readonly from: Date | null
  readonly until: Date | null
  readonly status: TicketStatus | null
}
const COUNTED = `from ${BOTH}
      where day >= coalesce($1::date, '-infinity') and day < coalesce($2::date, 'infinity') and ($3::text is null or status = $3)`
const countedBy = ({ from, until, status }: Counted) => [
  from === null ? null : dayKey(from),
  until === null ? null : dayKey(until),
  status,
]

/** Number of tickets of a status (null for all) placed on complete days. */
export async function countTallied(sql: Sql, counted: Counted): Promise<number> {
  const [row] = await sql.query<{ tickets: string }>(
    `select coalesce(sum(tickets), 0)::text as tickets ${COUNTED}`,
    countedBy(counted),
    'betting-tallied-count',
  )
  return Number(row?.tickets ?? 0)
}

/** The position of a late page, and the total. */
export const placeTallied = (sql: Sql, counted: Counted, paging: Paging) =>
  placeByDays(
    sql,
    `select day, sum(tickets) as count ${COUNTED} group by day`,
    countedBy(counted),
    paging,
    'betting-tallied-place',
  )

/** All tickets by status; two days are separate. A few rows for the dashboard. */
export async function talliedAround(sql: Sql, today: Date, yesterday: Date): Promise<TicketSums[]> {
  const rows = await sql.query<Omit<Row, 'day'> & Pick<TicketSums, 'placed'>>(
    `select case day when $1::date then 'today' when $2::date then 'yesterday' else 'other' end as placed, status,
            sum(tickets)::text as tickets, sum(stake)::text as stake, sum(payout)::text as payout
       from ${BOTH} group by 1, 2`,
    [dayKey(today), dayKey(yesterday)],
    'betting-tallied-around',
  )
  return rows.map(({ tickets, stake, payout, ...row }) => ({
    ...row,
    tickets: Number(tickets),
    stakeUgx: ugx(BigInt(stake)),
    payoutUgx: ugx(BigInt(payout)),
  }))
}

// Folds in one statement, so that a reader sees each change exactly once.
const FOLD = `
  with taken as (
    delete from ticket_tally_change where id in (select id from ticket_tally_change order by id limit $1)
    returning day, status, tickets, stake, payout
  )
  insert into ticket_tally as t (day, status, tickets, stake, payout)
  select day, status, sum(tickets), sum(stake), sum(payout) from taken group by day, status
  on conflict (day, status) do update
    set tickets = t.tickets + excluded.tickets, stake = t.stake + excluded.stake, payout = t.payout + excluded.payout`

const FOLD_BONUSES = `
  with taken as (
    delete from bonus_tally_change where id in (select id from bonus_tally_change order by id limit $1) returning day, bonus
  )
  insert into bonus_tally as t (day, bonus) select day, sum(bonus) from taken group by day
  on conflict (day) do update set bonus = t.bonus + excluded.bonus`

const CHANGES_AT_ONCE = 20_000

export async function foldTicketTally(sql: Sql): Promise<void> {
  await sql.change(FOLD, [CHANGES_AT_ONCE])
  await sql.change(FOLD_BONUSES, [CHANGES_AT_ONCE])
}

/** Win bonuses paid on a day in Kampala, minus bonuses taken back by corrections on that day. */
export async function bonusesOn(sql: Sql, day: Date): Promise<Ugx> {
  const [row] = await sql.query<{ bonus: bigint }>(
    `select coalesce(sum(bonus), 0)::bigint as bonus
       from (select day, bonus from bonus_tally union all select day, bonus from bonus_tally_change) both_parts
      where day = $1::date`,
    [dayKey(day)],
    'betting-bonuses-on',
  )
  return ugx(row?.bonus ?? 0n)
}
