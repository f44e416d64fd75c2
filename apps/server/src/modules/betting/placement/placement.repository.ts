import { sql } from 'kysely'
import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import type { OddsHundredths } from '@mupiira/domain/odds/odds.ts'
import { dayKey } from '@mupiira/domain/time/kampala.ts'
import { insertRows } from '../../../kernel/db/insert-rows.ts'
import { inLockOrder } from '../../../kernel/db/locks.ts'
import { anyOf, type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'
import type { LegRow, TicketRow } from '../tickets/tickets.repository.ts'

const insertTickets = insertRows('tickets', {
  id: 'uuid',
  user_id: 'uuid',
  booking_code: 'text',
  total_stake: 'int8',
  total_odds: 'numeric',
  bonus_percentage: 'int2',
  potential_win: 'int8',
  bonus: 'int8',
  max_payout: 'int8',
  bonus_min_odds: 'int4',
  rulebook: 'text',
  status: 'text',
  legs: 'int2',
  open_legs: 'int2',
  client: 'text',
  address: 'text',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
})
const insertLegs = insertRows('ticket_legs', {
  ticket_id: 'uuid',
  leg_no: 'int2',
  game_id: 'uuid',
  market: 'text',
  selection: 'text',
  odds: 'int4',
  base_odds: 'int4',
  price_version: 'int4',
  price_step: 'int8',
  same_game: 'jsonb',
})

/** The origin of the request, for the record. */
export type Origin = { readonly client: string; readonly address: string }

export type NewTicket = {
  readonly ticket: TicketRow
  /** Legs with everything needed to compute their prices again (PLAY-06). */
  readonly legs: readonly (LegRow & {
    readonly baseOdds: OddsHundredths
    readonly priceVersion: number
    readonly priceStep: number
  })[]
}

const ticketRow = ({ ticket, legs, client, address }: NewTicket & Origin) => ({
  id: ticket.id,
  user_id: ticket.userId,
  booking_code: ticket.bookingCode,
  total_stake: ticket.totalStake,
  total_odds: ticket.totalOdds,
  bonus_percentage: ticket.bonusPercentage,
  potential_win: ticket.potentialWin,
  bonus: ticket.bonus,
  max_payout: ticket.maxPayout,
  bonus_min_odds: ticket.bonusMinOdds,
  rulebook: ticket.rulebook,
  status: ticket.status,
  legs: legs.length,
  open_legs: legs.length,
  client,
  address,
  created_at: ticket.createdAt,
  updated_at: ticket.createdAt,
})

const legRow = (leg: NewTicket['legs'][number]) => ({
  ticket_id: leg.ticketId,
  leg_no: leg.legNo,
  game_id: leg.gameId,
  market: leg.market,
  selection: leg.selection,
  odds: leg.odds,
  base_odds: leg.baseOdds,
  price_version: leg.priceVersion,
  price_step: BigInt(leg.priceStep),
  same_game: leg.sameGame === null ? null : JSON.stringify(leg.sameGame),
})

/**
 * Writes the tickets of a batch, their legs and their players' counters. Throws on a duplicate booking code; the
 * batch is then repeated with new codes.
 */
export async function writeTickets(tx: Tx, tickets: readonly (NewTicket & Origin)[], now: Date): Promise<void> {
  if (tickets.length === 0) return
  await Promise.all([
    tx.change(insertTickets(tickets.map(ticketRow))),
    tx.change(insertLegs(tickets.flatMap(({ legs }) => legs.map(legRow)))),
    tx.change(count({ userIds: tickets.map(({ ticket }) => ticket.userId), day: dayKey(now) })),
  ])
}

const count = statement(
  (p: Params<{ userIds: readonly string[]; day: string }>) => sql`
    insert into player_counters as b (user_id, placed, valid_tickets, day, placed_on_day)
    select user_id, count(*), count(*), ${p.day}::date, count(*)
      from unnest(${p.userIds}::uuid[]) as placed (user_id) group by user_id order by user_id
    on conflict (user_id) do update
      set placed = b.placed + excluded.placed,
          valid_tickets = b.valid_tickets + excluded.valid_tickets,
          placed_on_day = excluded.placed_on_day + case when b.day >= excluded.day then b.placed_on_day else 0 end,
          day = greatest(b.day, excluded.day)`,
)

export type Counters = {
  /** Tickets that count for the first-bet minimum (SLIP-35): at zero the next bet is a first bet. */
  readonly validTickets: number
  readonly today: number
  /** The stake limit that staff has set for the player; null without one. */
  readonly mostStake: Ugx | null
}

const counters = statement(
  (p: Params<{ userIds: readonly string[]; day: string }>) => sql<Counters & { userId: string }>`
    select user_id as "userId", valid_tickets as "validTickets",
           case when day >= ${p.day}::date then placed_on_day else 0 end as today, most_stake as "mostStake"
      from player_counters where user_id = any(${p.userIds}::uuid[])`,
)

/** The counters of players who have placed a bet. Lock their accounts first. */
export async function readCounters(tx: Tx, userIds: readonly string[], now: Date): Promise<Map<string, Counters>> {
  const rows = await tx.run(counters({ userIds: inLockOrder(userIds), day: dayKey(now) }))
  return new Map(rows.map((row) => [row.userId, row]))
}

const adjust = statement(
  (p: Params<{ uncounted: readonly string[]; counted: readonly string[] }>) => sql`
    update player_counters b set valid_tickets = b.valid_tickets + changed.tickets
      from (select user_id, sum(change)::int as tickets
              from (select unnest(${p.uncounted}::uuid[]) as user_id, -1 as change
                    union all select unnest(${p.counted}::uuid[]), 1) each_ticket
             group by user_id) changed
     where b.user_id = changed.user_id`,
)

/**
 * Updates the counts of valid tickets (SLIP-35): a ticket that is void, cancelled, or cashed out before its first
 * start no longer counts; a corrected void counts again. One user id per ticket; lock the accounts first (decision 0020).
 */
export async function adjustTicketCounts(
  tx: Tx,
  { uncounted = [], counted = [] }: { readonly uncounted?: readonly string[]; readonly counted?: readonly string[] },
): Promise<void> {
  if (uncounted.length + counted.length > 0) await tx.change(adjust({ uncounted, counted }))
}

const validTickets = statement((p: Params<{ userId: string }>) =>
  q.selectFrom('player_counters').select('valid_tickets as count').where('user_id', '=', p.userId),
)

export const countValidTickets = async (db: Sql, userId: string): Promise<number> =>
  (await db.first(validTickets({ userId })))?.count ?? 0

const limits = statement((p: Params<{ userIds: readonly string[] }>) =>
  q
    .selectFrom('player_counters')
    .select(['user_id as userId', 'most_stake as mostStake'])
    .where('user_id', '=', anyOf(p.userIds))
    .where('most_stake', 'is not', null),
)

/** Stake limits that staff has set, by player. Players without one are absent. */
export async function stakeLimits(db: Sql, userIds: readonly string[]): Promise<Map<string, Ugx>> {
  const rows = await db.run(limits({ userIds }))
  return new Map(rows.map(({ userId, mostStake }) => [userId, mostStake as Ugx]))
}

const setLimit = statement(
  (p: Params<{ userId: string; mostStake: Ugx | null }>) => sql`
    insert into player_counters (user_id, placed, valid_tickets, day, placed_on_day, most_stake)
    values (${p.userId}, 0, 0, '1970-01-01', 0, ${p.mostStake})
    on conflict (user_id) do update set most_stake = excluded.most_stake`,
)

/** Sets the player's stake limit; null removes it. Returns the previous limit. The caller must hold the account lock. */
export async function limitStake(tx: Tx, userId: string, mostStake: Ugx | null): Promise<Ugx | null> {
  const [before] = await Promise.all([stakeLimits(tx, [userId]), tx.change(setLimit({ userId, mostStake }))])
  return before.get(userId) ?? null
}
