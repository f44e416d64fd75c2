import { type RawBuilder, sql } from 'kysely'
import { type Ugx, ugx } from '@mupiira/domain/money/ugx.ts'
import type { TicketStatus } from '@mupiira/domain/ticket/states.ts'
import { HOUR_MS } from '@mupiira/domain/time/durations.ts'
import { dayKey, startOfDay } from '@mupiira/domain/time/kampala.ts'
import { type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql } from '../../../kernel/db/sql.ts'
import { figuresOf, filledUntil, type RollupSource } from '../../../kernel/rollups.ts'

type At = RawBuilder<Date>

/** The settlements and corrections of tickets in a period, with the state before and after each. */
export const ticketChanges = (from: At, until: At) => sql`
  select settled_at as at, id as ticket, created_at, total_stake, cashed_stake, potential_win, 'pending' as status_before,
         null::bigint as payout_before, 0::bigint as bonus_before, status, payout, bonus_paid as bonus
    from tickets
   where settled_at >= ${from} and settled_at < ${until} and (corrections = 0 or 'pending' =
         (select c.status from ticket_corrections c where c.ticket_id = tickets.id and c.ordinal = tickets.corrections))
  union all
  select c.settled_before, t.id, t.created_at, t.total_stake, c.cashed_stake, t.potential_win, 'pending', null, 0,
         c.status_before, c.payout_before, c.bonus_before
    from ticket_corrections c join tickets t on t.id = c.ticket_id
   where c.settled_before >= ${from} and c.settled_before < ${until} and (c.ordinal = 1 or 'pending' =
         (select p.status from ticket_corrections p where p.ticket_id = c.ticket_id and p.ordinal = c.ordinal - 1))
  union all
  select c.created_at, t.id, t.created_at, t.total_stake, c.cashed_stake, t.potential_win, c.status_before,
         c.payout_before, c.bonus_before, c.status, c.payout, c.bonus
    from ticket_corrections c join tickets t on t.id = c.ticket_id
   where c.created_at >= ${from} and c.created_at < ${until}`

/**
 * Tickets by day of placement and status. When a ticket settles, the hour of the settlement counts one pending ticket
 * less and one won or lost ticket more. A partial cashout moves its stake from pending to cashed out, without a ticket.
 * The state of a ticket before a correction is in `ticket_corrections`.
 */
const TICKETS: RollupSource<'entries' | 'amount' | 'payout' | 'bonus' | 'liability'> = {
  name: 'tickets',
  figures: ['entries', 'amount', 'payout', 'bonus', 'liability'],
  oldest: q.selectFrom('tickets').select(({ fn }) => fn.min('created_at').as('at')),
  changes: (from, until) => sql`
    select created_at as at, kampala_day(created_at) as day, array['pending'] as key, 1 as entries, total_stake as amount,
           0::bigint as payout, 0::bigint as bonus, potential_win as liability
      from tickets where created_at >= ${from} and created_at < ${until}
    union all
    select at, kampala_day(created_at), array[side.status], sign, sign * (total_stake - cashed_stake),
           sign * coalesce(side.payout, 0), sign * side.bonus,
           case when side.status = 'pending' then sign * of_stake_left(potential_win, total_stake, cashed_stake) else 0 end
      from (${ticketChanges(from, until)}) change
     cross join lateral (values
       (-1, status_before, payout_before, bonus_before), (1, change.status, change.payout, change.bonus)
     ) side (sign, status, payout, bonus)
    union all
    select p.created_at, kampala_day(t.created_at), array[side.status], 0, side.sign * p.stake,
           case when side.status = 'cashout' then p.paid else 0 end, 0,
           case when side.status = 'pending'
                then of_stake_left(t.potential_win, t.total_stake, t.total_stake - p.stake_left)
                     - of_stake_left(t.potential_win, t.total_stake, t.total_stake - p.stake_left - p.stake) else 0 end
      from ticket_parts p join tickets t on t.id = p.ticket_id
     cross join (values (-1, 'pending'), (1, 'cashout')) side (sign, status)
     where p.created_at >= ${from} and p.created_at < ${until}`,
}

/** A player's first ticket of a day in Kampala: one entry for each player of the day. */
const PLAYERS: RollupSource<'entries'> = {
  name: 'players',
  figures: ['entries'],
  oldest: q.selectFrom('tickets').select(({ fn }) => fn.min('created_at').as('at')),
  changes: (from, until) => sql`
    select min(created_at) as at, kampala_day(created_at) as day, '{}'::text[] as key, 1 as entries
      from tickets where created_at >= date_trunc('day', ${from}::timestamptz, 'Africa/Kampala') and created_at < ${until}
     group by user_id, kampala_day(created_at) having min(created_at) >= ${from}`,
}

export const TICKET_ROLLUPS = [TICKETS, PLAYERS] as const

/** All tickets of one status placed on one day in Kampala, in their current state. */
export type DayOfTickets = {
  readonly day: string
  readonly status: TicketStatus
  readonly tickets: number
  readonly stakeUgx: Ugx
  readonly payoutUgx: Ugx
}
export type TicketSums = Omit<DayOfTickets, 'day'> & { readonly placed: 'today' | 'yesterday' | 'other' }
/** The open tickets at one moment: their number, their stakes, and the payout if all of them win. */
export type OpenLiability = {
  readonly at: Date
  readonly tickets: number
  readonly stakeUgx: Ugx
  readonly payoutUgx: Ugx
}
export type PlayersOfDay = { readonly day: string; readonly players: number }

type Range = { readonly from: Date | null; readonly until: Date | null }

const status = sql<TicketStatus>`key[1]`
const tickets = sql<bigint>`sum(entries)::bigint`
const stake = sql<bigint>`sum(amount)::bigint`
const payout = sql<bigint>`sum(payout)::bigint`

const byDay = statement((p: Params<{ since: Date; from: Date | null; until: Date | null }>) =>
  q
    .selectFrom(figuresOf(TICKETS, p.since).as('figures'))
    .select(['day', status.as('status'), tickets.as('tickets'), stake.as('stake'), payout.as('payout')])
    // A ticket has no changes before its day, so skip the earlier hours.
    .where('hour', '>=', sql<Date>`coalesce(${p.from}::timestamptz, '-infinity')`)
    .where('day', '>=', sql<string>`coalesce(kampala_day(${p.from}::timestamptz), '-infinity')`)
    .where('day', '<', sql<string>`coalesce(kampala_day(${p.until}::timestamptz), 'infinity')`)
    .groupBy(['day', 'status'])
    .having((e) => e.or([e(tickets, '<>', 0n), e(stake, '<>', 0n), e(payout, '<>', 0n)]))
    .orderBy('day')
    .orderBy('status'),
)

/** The exact totals of complete days. */
export async function ticketsByDay(db: Sql, range: Range): Promise<DayOfTickets[]> {
  const rows = await db.run(byDay({ since: await filledUntil(db, TICKETS), ...range }))
  return rows.map(({ day, status: of, ...sums }) => ({ day, status: of, ...presented(sums) }))
}

const around = statement((p: Params<{ since: Date; today: string; yesterday: string }>) => {
  const placed = sql<
    TicketSums['placed']
  >`case day when ${p.today}::date then 'today' when ${p.yesterday}::date then 'yesterday' else 'other' end`
  return q
    .selectFrom(figuresOf(TICKETS, p.since).as('figures'))
    .select([placed.as('placed'), status.as('status'), tickets.as('tickets'), stake.as('stake'), payout.as('payout')])
    .groupBy(['placed', 'status'])
})

/** All tickets by status, with separate figures for today and yesterday. */
export async function ticketsAround(db: Sql, today: Date, yesterday: Date): Promise<TicketSums[]> {
  const since = await filledUntil(db, TICKETS)
  const rows = await db.run(around({ since, today: dayKey(today), yesterday: dayKey(yesterday) }))
  return rows.map(({ placed, status: of, ...sums }) => ({ placed, status: of, ...presented(sums) }))
}

const presented = ({ tickets: count, ...sums }: { tickets: bigint; stake: bigint; payout: bigint }) => ({
  tickets: Number(count),
  stakeUgx: ugx(sums.stake),
  payoutUgx: ugx(sums.payout),
})

const bonusSum = statement((p: Params<{ since: Date; from: Date; until: Date }>) =>
  q
    .selectFrom(figuresOf(TICKETS, p.since).as('figures'))
    .select(sql<bigint>`coalesce(sum(bonus), 0)::bigint`.as('bonus'))
    .where('hour', '>=', p.from)
    .where('hour', '<', p.until),
)

/** Win bonuses paid on a day in Kampala, minus bonuses that corrections reversed on that day. */
export async function bonusesOn(db: Sql, day: Date): Promise<Ugx> {
  const until = new Date(day.getTime() + 24 * HOUR_MS)
  const row = await db.first(bonusSum({ since: await filledUntil(db, TICKETS), from: day, until }))
  return ugx(row?.bonus ?? 0n)
}

const openByHour = statement((p: Params<{ since: Date; from: Date; until: Date }>) => {
  const hour = sql<Date>`greatest(hour, ${p.from}::timestamptz - interval '1 hour')`
  return q
    .selectFrom(figuresOf(TICKETS, p.since).as('figures'))
    .select([hour.as('at'), tickets.as('tickets'), stake.as('stake'), sql<bigint>`sum(liability)::bigint`.as('payout')])
    .where(sql`key[1]`, '=', 'pending')
    .where('hour', '<=', p.until)
    .groupBy('at')
    .orderBy('at')
})

/** The open tickets at the beginning of each hour since `from`, and now. */
export async function liabilitySince(db: Sql, from: Date, now: Date): Promise<OpenLiability[]> {
  const changes = await db.run(openByHour({ since: await filledUntil(db, TICKETS), from, until: now }))
  const byHour = new Map(changes.map((each) => [each.at.getTime(), each]))
  const sum = { tickets: 0n, stake: 0n, payout: 0n }
  const points: OpenLiability[] = []
  const add = (hour: number): void => {
    const change = byHour.get(hour)
    if (change === undefined) return
    sum.tickets += change.tickets
    sum.stake += change.stake
    sum.payout += change.payout
  }
  let hour = from.getTime()
  for (; hour <= now.getTime(); hour += HOUR_MS) {
    add(hour - HOUR_MS)
    points.push({ at: new Date(hour), ...presented(sum) })
  }
  add(hour - HOUR_MS)
  return [...points, { at: now, ...presented(sum) }]
}

const playersOfDays = statement((p: Params<{ since: Date; from: Date }>) =>
  q
    .selectFrom(figuresOf(PLAYERS, p.since).as('figures'))
    .select(['day', sql<number>`sum(entries)::int`.as('players')])
    .where('hour', '>=', p.from)
    .groupBy('day')
    .orderBy('day'),
)

/** The number of players with a bet, for each day since `from` that has one. */
export const playersByDay = async (db: Sql, from: Date): Promise<PlayersOfDay[]> =>
  db.run(playersOfDays({ since: await filledUntil(db, PLAYERS), from: startOfDay(from) }))
