import type { Sql } from '../../kernel/db/sql.ts'
import type { LegRow, TicketRow } from './ticket-row.ts'
import type { TicketStatus } from '@mupiira/domain/ticket/states.ts'

const COLUMNS = `id, user_id as "userId", booking_code as "bookingCode", total_stake as "totalStake", total_odds::text as "totalOdds",
  bonus_percentage as "bonusPercentage", potential_win as "potentialWin", bonus, bonus_paid as "bonusPaid", max_payout as "maxPayout",
  bonus_min_odds as "bonusMinOdds", rulebook, status, payout, created_at as "createdAt", updated_at as "updatedAt", settled_at as "settledAt"`

export type TicketPage = {
  readonly userId: string
  readonly tab: 'open' | 'settled' | 'all'
  readonly status: TicketStatus | null
  /** Return tickets before this one; null starts at the newest. */
  readonly before: string | null
  readonly limit: number
}

const AFTER_ALL = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const part = (condition: string): string =>
  `(select ${COLUMNS} from tickets where user_id = $1 and id < $2 and ${condition} and ($4::text is null or status = $4) order by id desc limit $3)`
const OPEN = part(`status = 'pending'`)
const SETTLED = part(`status <> 'pending'`)
const PAGES = {
  open: OPEN,
  settled: SETTLED,
  // Each half uses its own index and reads only the page.
  all: `select * from (${OPEN} union all ${SETTLED}) both_tabs order by id desc limit $3`,
}

/** A player's own tickets, newest first. */
export const ticketsOf = (sql: Sql, { userId, tab, status, before, limit }: TicketPage): Promise<TicketRow[]> =>
  sql.query<TicketRow>(PAGES[tab], [userId, before ?? AFTER_ALL, limit, status], `betting-tickets-${tab}`)

export async function ticketsById(sql: Sql, ids: readonly string[]): Promise<TicketRow[]> {
  if (ids.length === 0) return []
  return sql.query<TicketRow>(
    `select ${COLUMNS} from tickets where id = any($1::uuid[])`,
    [ids],
    'betting-tickets-by-id',
  )
}

/** Legs of tickets, in the order of each ticket. */
export const legsOf = (sql: Sql, ticketIds: readonly string[]): Promise<LegRow[]> =>
  sql.query<LegRow>(
    `select ticket_id as "ticketId", leg_no as "legNo", game_id as "gameId", market, selection, odds, same_game as "sameGame", outcome
       from ticket_legs where ticket_id = any($1::uuid[]) order by ticket_id, leg_no`,
    [ticketIds],
    'betting-legs',
  )

/** Open and settled tickets of a player. The settled count is the total minus the open ones. */
export async function countTickets(sql: Sql, userId: string): Promise<{ open: number; settled: number }> {
  const [row] = await sql.query<{ open: number; placed: number }>(
    `select (select count(*) from tickets where user_id = $1 and status = 'pending')::int as open,
            coalesce((select placed from player_counters where user_id = $1), 0) as placed`,
    [userId],
    'betting-count',
  )
  const open = row?.open ?? 0
  return { open, settled: (row?.placed ?? 0) - open }
}

/** Number of tickets that are neither void nor cancelled. At zero the next bet counts as a first bet (SLIP-35). */
export async function openTickets(sql: Sql, userId: string): Promise<number> {
  const [row] = await sql.query<{ standing: number }>(
    'select standing from player_counters where user_id = $1',
    [userId],
    'betting-standing',
  )
  return row?.standing ?? 0
}
