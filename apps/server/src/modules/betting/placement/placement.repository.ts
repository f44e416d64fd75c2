import { sql } from 'kysely'
import { parseBookingCode } from '@mupiira/domain/booking-code/booking-code.ts'
import { dayKey } from '@mupiira/domain/time/kampala.ts'
import { insertRows } from '../../../kernel/db/insert-rows.ts'
import { anyOf, type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import type { AssignedCode, CodeRequest, LockedCode } from '../booking-codes/ticket-codes.ts'
import type { LegRow, TicketRow } from '../tickets/tickets.repository.ts'
import type { Counters } from './evaluate-bet.ts'

const lock = statement((p: Params<{ codes: readonly string[] }>) =>
  q
    .selectFrom('booking_codes')
    .select(['code', 'user_id as userId', 'browser', 'ticket_id as ticketId'])
    .where('code', '=', anyOf(p.codes))
    .orderBy('code')
    .forUpdate(),
)

/** Locks the requested codes in a fixed order, so that two bets never get the same one. Lock the accounts first. */
export async function lockCodes(tx: Tx, batch: readonly CodeRequest[]): Promise<LockedCode[]> {
  const codes = batch.flatMap(({ slip }) => {
    const code = parseBookingCode(slip.bookingCode ?? '')
    return code.ok ? [code.value] : []
  })
  return codes.length === 0 ? [] : tx.run(lock({ codes }))
}

const insertTickets = insertRows('tickets')
const insertLegs = insertRows('ticket_legs')

type NewLeg = Omit<Parameters<typeof insertLegs>[0][number], 'sameGame'> & Pick<LegRow, 'sameGame'>
type NewTicket = {
  readonly ticket: TicketRow
  readonly legs: readonly NewLeg[]
  readonly code: AssignedCode
  readonly request: { readonly client: string; readonly address: string }
}

/**
 * Writes the tickets of a batch, their legs and their players' counters, and marks the slip codes that they use. Throws
 * on a duplicate booking code; the batch is then repeated with new codes.
 */
export async function writeTickets(tx: Tx, placed: readonly NewTicket[], now: Date): Promise<void> {
  if (placed.length === 0) return
  const tickets = placed.map(({ ticket, legs, request: { client, address } }) => {
    return { ...ticket, legs: legs.length, openLegs: legs.length, client, address }
  })
  const legs = placed.flatMap((each) => each.legs)
  const coded = placed.filter(({ code }) => code.isOfSlip).map(({ ticket }) => ticket)
  await Promise.all([
    tx.change(insertTickets(tickets)),
    tx.change(insertLegs(legs.map((leg) => ({ ...leg, sameGame: leg.sameGame && JSON.stringify(leg.sameGame) })))),
    tx.change(count({ userIds: tickets.map(({ userId }) => userId), day: dayKey(now) })),
    coded.length > 0 &&
      tx.change(markUsed({ codes: coded.map((t) => t.bookingCode), ticketIds: coded.map(({ id }) => id) })),
  ])
}

const markUsed = statement(
  (p: Params<{ codes: readonly string[]; ticketIds: readonly string[] }>) => sql`
    update booking_codes b set ticket_id = used.ticket_id
      from unnest(${p.codes}::text[], ${p.ticketIds}::uuid[]) as used (code, ticket_id) where b.code = used.code`,
)

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

export const NO_EARLIER_BETS: Counters = { validTickets: 0, ticketsToday: 0, mostStake: null }

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
