import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import { dayKey } from '@mupiira/domain/time/kampala.ts'
import { plainArray } from '../../kernel/db/arrays.ts'
import { insertRows } from '../../kernel/db/insert-rows.ts'
import { inLockOrder } from '../../kernel/db/locks.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { NewLeg, NewTicket } from './new-ticket.ts'

/** The origin of the request, for the record. */
export type Origin = { readonly client: string; readonly address: string }

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
const COUNT = `
  insert into player_counters as b (user_id, placed, standing, day, placed_on_day)
  select user_id, count(*), count(*), $2::date, count(*) from unnest($1::uuid[]) as placed (user_id) group by user_id order by user_id
  on conflict (user_id) do update
    set placed = b.placed + excluded.placed,
        standing = b.standing + excluded.standing,
        placed_on_day = excluded.placed_on_day + case when b.day >= excluded.day then b.placed_on_day else 0 end,
        day = greatest(b.day, excluded.day)`

type Written = NewTicket & Origin

const ticketRow = ({ ticket, legs, client, address }: Written) => ({
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

const legRow = (leg: NewLeg) => ({
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
export async function writeTickets(tx: Tx, tickets: readonly Written[], now: Date): Promise<void> {
  if (tickets.length === 0) return
  await Promise.all([
    tx.change(insertTickets(tickets.map(ticketRow))),
    tx.change(insertLegs(tickets.flatMap(({ legs }) => legs.map(legRow)))),
    tx.change(COUNT, [plainArray(tickets.map(({ ticket }) => ticket.userId)), dayKey(now)], 'betting-count-tickets'),
  ])
}

export type Counters = {
  readonly standing: number
  readonly today: number
  /** The stake limit that staff has set for the player; null without one. */
  readonly mostStake: Ugx | null
}

/** The counters of players who have placed a bet. Lock their accounts first. */
export async function readCounters(tx: Tx, userIds: readonly string[], now: Date): Promise<Map<string, Counters>> {
  const rows = await tx.query<Counters & { userId: string }>(
    `select user_id as "userId", standing, case when day >= $2::date then placed_on_day else 0 end as today, most_stake as "mostStake"
       from player_counters where user_id = any($1::uuid[])`,
    [plainArray(inLockOrder(userIds)), dayKey(now)],
    'betting-counters',
  )
  return new Map(rows.map((row) => [row.userId, row]))
}

/**
 * Updates the counts of open tickets: tickets that became void no longer count, corrected voids count again. One
 * user id per ticket; lock the accounts first (decision 0020).
 */
export async function countOpen(
  tx: Tx,
  { gone = [], back = [] }: { readonly gone?: readonly string[]; readonly back?: readonly string[] },
): Promise<void> {
  if (gone.length + back.length === 0) return
  await tx.change(
    `update player_counters b set standing = b.standing + moved.tickets
       from (select user_id, sum(change)::int as tickets
               from (select unnest($1::uuid[]) as user_id, -1 as change union all select unnest($2::uuid[]), 1) each_ticket
              group by user_id) moved
      where b.user_id = moved.user_id`,
    [gone, back],
    'betting-count-standing',
  )
}
