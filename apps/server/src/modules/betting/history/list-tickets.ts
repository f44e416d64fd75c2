import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import type { TicketStatus } from '@mupiira/domain/ticket/states.ts'
import { isLate, type Paging, type Walk, walkFromNewest } from '../../../kernel/db/late-page.ts'
import type { Sql } from '../../../kernel/db/sql.ts'
import { countTallied, placeTallied } from './ticket-tally.ts'

/** The tickets that staff has filtered for. */
export type TicketFilter = {
  readonly status: TicketStatus | null
  /** Placed from `from` (inclusive) to `until` (exclusive). */
  readonly from: Date | null
  readonly until: Date | null
  /** null for all players; otherwise tickets that match the code or a player. */
  readonly search: { readonly codeBeginsWith: string | null; readonly userIds: readonly string[] } | null
}

/** A source of rows `t (id, created_at, status)` with its condition and parameters. */
type FilteredTickets = { readonly from: string; readonly where: string; readonly values: readonly unknown[] }

/** Each part of a search uses its own index; open and settled tickets of a player have one each. */
const FOUND = `(
    select id, created_at, status from tickets where booking_code ~>=~ $1 and booking_code ~<~ $2
    union select id, created_at, status from tickets where user_id = any($3::uuid[]) and status = 'pending'
    union select id, created_at, status from tickets where user_id = any($3::uuid[]) and status <> 'pending'
  )`

/** Sorts after all code characters (capital letters and digits). */
const LAST = '~'

function filteredTickets({ status, from, until, search }: TicketFilter): FilteredTickets {
  const code = search?.codeBeginsWith ?? null
  const values: unknown[] = search === null ? [] : [code ?? '', code === null ? '' : code + LAST, search.userIds]
  const conditions = [
    ...(status === null ? [] : [`t.status = $${values.push(status)}`]),
    ...(from === null ? [] : [`t.created_at >= $${values.push(from)}`]),
    ...(until === null ? [] : [`t.created_at < $${values.push(until)}`]),
  ]
  return {
    from: search === null ? 'tickets t' : `${FOUND} t`,
    where: conditions.length === 0 ? 'true' : conditions.join(' and '),
    values,
  }
}

/** One page of matching tickets, newest first, with the total. Scans ids only, and on late pages only the days of the page. */
export async function ticketIdsOnPage(
  sql: Sql,
  filter: TicketFilter,
  paging: Paging,
): Promise<{ ids: string[]; total: number }> {
  if (filter.search !== null || !isLate(paging)) {
    const [ids, total] = await Promise.all([walkIds(sql, filter, walkFromNewest(paging)), countTicketsIn(sql, filter)])
    return { ids, total }
  }
  const { stretches, total } = await placeTallied(sql, filter, paging)
  const walked = await Promise.all(
    stretches.map(({ from, until, walk }) => walkIds(sql, { ...filter, from, until }, walk, true)),
  )
  return { ids: walked.flat(), total }
}

async function walkIds(
  sql: Sql,
  filter: TicketFilter,
  { order, skipped, taken }: Walk,
  isStretch = false,
): Promise<string[]> {
  const inOrder = `order by t.created_at ${order}, t.id ${order}`
  const { from, where, values } = isStretch ? stretchOf(filter, inOrder) : filteredTickets(filter)
  const rows = await sql.query<{ id: string }>(
    `select t.id from ${from} where ${where} ${inOrder}
      limit $${values.length + 1} offset $${values.length + 2}`,
    [...values, taken, skipped],
  )
  const ids = rows.map(({ id }) => id)
  return order === 'asc' ? ids.reverse() : ids
}

/**
 * Reads the open tickets of some days in date order. The planner assumes that open tickets are spread over the whole
 * year and would otherwise sort all of them.
 */
function stretchOf(filter: TicketFilter, inOrder: string): FilteredTickets {
  if (filter.status !== 'pending') return filteredTickets(filter)
  const { from, where, values } = filteredTickets({ ...filter, status: null })
  const all = `(select t.id, t.created_at, t.status from ${from} where ${where} ${inOrder} offset 0) t`
  return { from: all, where: `t.status = 'pending'`, values }
}

/** The exact number of matches. Without a search it comes from the tally of days and statuses. */
async function countTicketsIn(sql: Sql, filter: TicketFilter): Promise<number> {
  if (filter.search === null) return countTallied(sql, filter)
  const { from, where, values } = filteredTickets(filter)
  const [row] = await sql.query<{ count: number }>(`select count(*)::int as count from ${from} where ${where}`, values)
  return row?.count ?? 0
}

/** A ticket in an export. */
export type ExportedTicket = {
  readonly id: string
  readonly bookingCode: string
  readonly userId: string
  readonly totalStake: Ugx
  readonly totalOdds: string
  readonly potentialWin: Ugx
  readonly payout: Ugx | null
  readonly status: TicketStatus
  readonly createdAt: Date
  readonly updatedAt: Date
}
export type TicketCursor = { readonly createdAt: Date; readonly id: string }

/** The next matching tickets after a given one, newest first. */
export function exportedTickets(
  sql: Sql,
  filter: TicketFilter,
  after: TicketCursor | null,
  most: number,
): Promise<ExportedTicket[]> {
  const { from, where, values } = filteredTickets(filter)
  const at = values.length
  return sql.query<ExportedTicket>(
    `select f.id, f.booking_code as "bookingCode", f.user_id as "userId", f.total_stake as "totalStake",
            f.total_odds::text as "totalOdds", f.potential_win as "potentialWin", f.payout, f.status,
            f.created_at as "createdAt", f.updated_at as "updatedAt"
       from (select t.id, t.created_at from ${from}
              where ${where} and ($${at + 1}::timestamptz is null or (t.created_at, t.id) < ($${at + 1}, $${at + 2}::uuid))
              order by t.created_at desc, t.id desc limit $${at + 3}) t
       join tickets f on f.id = t.id
      order by t.created_at desc, t.id desc`,
    [...values, after?.createdAt ?? null, after?.id ?? null, most],
  )
}
