import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import { dayKey } from '@mupiira/domain/time/kampala.ts'
import { plainArray } from '../../kernel/db/arrays.ts'
import { type CopyField, copyRows } from '../../kernel/db/copy-rows.ts'
import { inLockOrder } from '../../kernel/db/locks.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { NewLeg, NewTicket } from './new-ticket.ts'

/** What the record keeps of the request itself. */
export type Origin = { readonly client: string; readonly address: string }

const COPY_TICKETS = `
  copy tickets (id, user_id, booking_code, total_stake, total_odds, bonus_percentage, potential_win, bonus, max_payout,
                bonus_min_odds, rulebook, status, bonus_paid, legs, open_legs, plain, corrections, client, address,
                created_at, updated_at)
  from stdin (format binary)`
const COPY_LEGS = `
  copy ticket_legs (ticket_id, leg_no, game_id, market, selection, odds, base_odds, price_version, price_step, same_game)
  from stdin (format binary)`
const COUNT = `
  insert into player_betting as b (user_id, placed, standing, day, placed_on_day)
  select user_id, count(*), count(*), $2::date, count(*) from unnest($1::uuid[]) as placed (user_id) group by user_id order by user_id
  on conflict (user_id) do update
    set placed = b.placed + excluded.placed,
        standing = b.standing + excluded.standing,
        placed_on_day = excluded.placed_on_day + case when b.day >= excluded.day then b.placed_on_day else 0 end,
        day = greatest(b.day, excluded.day)`

type Written = NewTicket & Origin

const TICKET: readonly CopyField<Written>[] = [
  (to, { ticket }) => to.uuid(ticket.id),
  (to, { ticket }) => to.uuid(ticket.userId),
  (to, { ticket }) => to.text(ticket.bookingCode),
  (to, { ticket }) => to.int8(ticket.totalStake),
  (to, { ticket }) => to.numeric(ticket.totalOdds),
  (to, { ticket }) => to.int2(ticket.bonusPercentage),
  (to, { ticket }) => to.int8(ticket.potentialWin),
  (to, { ticket }) => to.int8(ticket.bonus),
  (to, { ticket }) => to.int8(ticket.maxPayout),
  (to, { ticket }) => to.int4(ticket.bonusMinOdds),
  (to, { ticket }) => to.text(ticket.rulebook),
  // What a default would say: PostgreSQL reads each anew for every batch.
  (to, { ticket }) => to.text(ticket.status),
  (to) => to.int8(0),
  (to, { legs }) => to.int2(legs.length),
  (to, { legs }) => to.int2(legs.length),
  (to) => to.bool(true),
  (to) => to.int2(0),
  (to, { client }) => to.text(client),
  (to, { address }) => to.text(address),
  (to, { ticket }) => to.timestamp(ticket.createdAt),
  (to, { ticket }) => to.timestamp(ticket.createdAt),
]

const LEG: readonly CopyField<NewLeg>[] = [
  (to, leg) => to.uuid(leg.ticketId),
  (to, leg) => to.int2(leg.legNo),
  (to, leg) => to.uuid(leg.gameId),
  (to, leg) => to.text(leg.market),
  (to, leg) => to.text(leg.selection),
  (to, leg) => to.int4(leg.odds),
  (to, leg) => to.int4(leg.baseOdds),
  (to, leg) => to.int4(leg.priceVersion),
  (to, leg) => to.int8(leg.priceStep),
  (to, { sameGame }) => (sameGame === null ? to.none() : to.jsonb(sameGame)),
]

/**
 * Writes the tickets of a batch, their legs and their players' counters. Throws when a booking code exists already: the
 * batch is then run anew, with others.
 */
export async function writeTickets(tx: Tx, tickets: readonly Written[], now: Date): Promise<void> {
  if (tickets.length === 0) return
  const legs: NewLeg[] = []
  for (const each of tickets) legs.push(...each.legs)
  // What cannot be written down is refused before anything is asked.
  const [ticketRows, legRows] = [copyRows(TICKET, tickets), copyRows(LEG, legs)]
  await Promise.all([
    tx.copy(COPY_TICKETS, ticketRows, 'betting-copy-tickets'),
    tx.copy(COPY_LEGS, legRows, 'betting-copy-legs'),
    tx.change(COUNT, [plainArray(tickets.map(({ ticket }) => ticket.userId)), dayKey(now)], 'betting-count-tickets'),
  ])
}

export type Counters = {
  readonly standing: number
  readonly today: number
  /** The highest stake that staff allows the player; null: the house's own limit alone. */
  readonly mostStake: Ugx | null
}

/** The counters of players who have placed a bet; others have none. Read under the locks of their accounts. */
export async function readCounters(tx: Tx, userIds: readonly string[], now: Date): Promise<Map<string, Counters>> {
  const rows = await tx.query<Counters & { userId: string }>(
    `select user_id as "userId", standing, case when day >= $2::date then placed_on_day else 0 end as today, most_stake as "mostStake"
       from player_betting where user_id = any($1::uuid[])`,
    [plainArray(inLockOrder(userIds)), dayKey(now)],
    'betting-counters',
  )
  return new Map(rows.map((row) => [row.userId, row]))
}

/**
 * Tickets that became void no longer stand; those whose void was corrected stand again: one user for each ticket, the
 * players' accounts locked before (decision 0020).
 */
export async function countOpen(
  tx: Tx,
  { gone = [], back = [] }: { readonly gone?: readonly string[]; readonly back?: readonly string[] },
): Promise<void> {
  if (gone.length + back.length === 0) return
  await tx.change(
    `update player_betting b set standing = b.standing + moved.tickets
       from (select user_id, sum(change)::int as tickets
               from (select unnest($1::uuid[]) as user_id, -1 as change union all select unnest($2::uuid[]), 1) each_ticket
              group by user_id) moved
      where b.user_id = moved.user_id`,
    [gone, back],
    'betting-count-standing',
  )
}
