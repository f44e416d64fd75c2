import { sql } from 'kysely'
import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import type { OddsHundredths } from '@mupiira/domain/odds/odds.ts'
import { dayKey } from '@mupiira/domain/time/kampala.ts'
import { insertRows } from '../../../kernel/db/insert-rows.ts'
import { type Params, statement } from '../../../kernel/db/query.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import type { LegRow, TicketRow } from '../tickets/tickets.repository.ts'

const insertTickets = insertRows('tickets', {
  id: 'uuid',
  userId: 'uuid',
  bookingCode: 'text',
  totalStake: 'int8',
  totalOdds: 'numeric',
  bonusPercentage: 'int2',
  potentialWin: 'int8',
  bonus: 'int8',
  maxPayout: 'int8',
  bonusMinOdds: 'int4',
  rulebook: 'text',
  status: 'text',
  legs: 'int2',
  openLegs: 'int2',
  client: 'text',
  address: 'text',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
})
const insertLegs = insertRows('ticket_legs', {
  ticketId: 'uuid',
  legNo: 'int2',
  gameId: 'uuid',
  market: 'text',
  selection: 'text',
  odds: 'int4',
  baseOdds: 'int4',
  overroundPercent: 'float8',
  priceVersion: 'int4',
  priceStep: 'int8',
  sameGame: 'jsonb',
})

/** The origin of the request, for the record. */
export type Origin = { readonly client: string; readonly address: string }

export type NewTicket = {
  readonly ticket: TicketRow
  /** Legs with everything needed to compute their prices again (PLAY-06). */
  readonly legs: readonly (LegRow & {
    readonly baseOdds: OddsHundredths
    readonly overroundPercent: number
    readonly priceVersion: number
    readonly priceStep: bigint
  })[]
}

/**
 * Writes the tickets of a batch, their legs and their players' counters. Throws on a duplicate booking code; the
 * batch is then repeated with new codes.
 */
export async function writeTickets(
  tx: Tx,
  placed: readonly (NewTicket & { readonly request: Origin })[],
  now: Date,
): Promise<void> {
  if (placed.length === 0) return
  const tickets = placed.map(({ ticket, legs, request: { client, address } }) => {
    return { ...ticket, legs: legs.length, openLegs: legs.length, client, address }
  })
  const legs = placed.flatMap((each) => each.legs)
  await Promise.all([
    tx.change(insertTickets(tickets)),
    tx.change(insertLegs(legs.map((leg) => ({ ...leg, sameGame: leg.sameGame && JSON.stringify(leg.sameGame) })))),
    tx.change(count({ userIds: tickets.map(({ userId }) => userId), day: dayKey(now) })),
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
  readonly ticketsToday: number
  /** The stake limit that staff has set for the player; null without one. */
  readonly mostStake: Ugx | null
}

export const NEVER_BET: Counters = { validTickets: 0, ticketsToday: 0, mostStake: null }

const counters = statement(
  (p: Params<{ userIds: readonly string[]; day: string }>) => sql<Counters & { userId: string }>`
    select user_id as "userId", valid_tickets as "validTickets",
           case when day >= ${p.day}::date then placed_on_day else 0 end as "ticketsToday", most_stake as "mostStake"
      from player_counters where user_id = any(${p.userIds}::uuid[])`,
)

/** The counters of players who have placed a bet. Lock their accounts first. */
export async function readCounters(tx: Tx, userIds: readonly string[], now: Date): Promise<Map<string, Counters>> {
  const rows = await tx.run(counters({ userIds, day: dayKey(now) }))
  return new Map(rows.map(({ userId, ...counted }) => [userId, counted]))
}
