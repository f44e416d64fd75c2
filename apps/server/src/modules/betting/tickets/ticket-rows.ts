import type { MarketId, Outcome, Player, Rulebook } from '@mupiira/domain/markets/types.ts'
import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import type { OddsHundredths } from '@mupiira/domain/odds/odds.ts'
import type { ModelParams } from '@mupiira/domain/pricing/types.ts'
import type { TicketStatus } from '@mupiira/domain/ticket/states.ts'
import type { Sql } from '../../../kernel/db/sql.ts'

/** A row of `tickets`. */
export type TicketRow = {
  readonly id: string
  readonly userId: string
  readonly bookingCode: string
  readonly totalStake: Ugx
  /** Text with two decimals, because total odds can exceed any number type. */
  readonly totalOdds: string
  readonly bonusPercentage: number
  readonly potentialWin: Ugx
  /** As promised at placement. */
  readonly bonus: Ugx
  /** The bonus part of the payout; zero until the ticket has won. */
  readonly bonusPaid: Ugx
  readonly maxPayout: Ugx
  readonly bonusMinOdds: number
  readonly rulebook: Rulebook
  readonly status: TicketStatus
  readonly payout: Ugx | null
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly settledAt: Date | null
}

/** How the legs of one game were priced together, stored so that the remaining legs can be repriced (D27). */
export type SameGame = {
  readonly oddsHundredths: OddsHundredths
  readonly overroundPercent: number
  readonly params: ModelParams
  /** The line-ups, when a leg is on a goalscorer. */
  readonly players?: readonly Player[]
}

/** A row of `ticket_legs`. */
export type LegRow = {
  readonly ticketId: string
  readonly legNo: number
  readonly gameId: string
  readonly market: MarketId
  readonly selection: string
  readonly odds: OddsHundredths
  readonly sameGame: SameGame | null
  readonly outcome: Outcome | null
}

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
