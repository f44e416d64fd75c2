import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import { dayKey } from '@mupiira/domain/time/kampala.ts'
import { columnsOf, optional, plain, plainArray, text } from '../../kernel/db/arrays.ts'
import { inLockOrder } from '../../kernel/db/locks.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { NewLeg, NewTicket } from './new-ticket.ts'

/** What the record keeps of the request itself. */
export type Origin = { readonly client: string; readonly address: string }

// Tickets, their legs and their players' counters in one statement, whatever the size of the batch. Figures that one
// setting gives to all of them are sent once.
const WRITE = `
  with ticket as (
    insert into tickets (id, user_id, booking_code, total_stake, total_odds, bonus_percentage, potential_win, bonus,
                         max_payout, bonus_min_odds, rulebook, legs, open_legs, client, address, created_at, updated_at)
    select id, user_id, code, stake, odds, bonus_percentage, potential_win, bonus, $13, $14, $15, legs, legs, client, address, $16, $16
      from unnest($1::uuid[], $2::uuid[], $3::text[], $4::bigint[], $5::numeric[], $6::int2[], $7::bigint[], $8::bigint[],
                  $9::int2[], $10::text[], $11::text[])
        as t (id, user_id, code, stake, odds, bonus_percentage, potential_win, bonus, legs, client, address)
  ), leg as (
    insert into ticket_legs (ticket_id, leg_no, game_id, market, selection, odds, base_odds, price_version, price_step, same_game)
    select ticket_id, leg_no, game_id, market, selection, odds, base_odds, price_version, price_step, same_game
      from unnest($17::uuid[], $18::int2[], $19::uuid[], $20::text[], $21::text[], $22::int[], $23::int[], $24::int[],
                  $25::bigint[], $26::jsonb[])
        as l (ticket_id, leg_no, game_id, market, selection, odds, base_odds, price_version, price_step, same_game)
  )
  insert into player_betting as b (user_id, placed, standing, day, placed_on_day)
  select user_id, count(*), count(*), $12::date, count(*) from unnest($2::uuid[]) as placed (user_id) group by user_id order by user_id
  on conflict (user_id) do update
    set placed = b.placed + excluded.placed,
        standing = b.standing + excluded.standing,
        placed_on_day = excluded.placed_on_day + case when b.day = excluded.day then b.placed_on_day else 0 end,
        day = excluded.day`

type Written = NewTicket & Origin

const TICKET = [
  plain<Written>(({ ticket }) => ticket.id),
  plain<Written>(({ ticket }) => ticket.userId),
  text<Written>(({ ticket }) => ticket.bookingCode),
  plain<Written>(({ ticket }) => ticket.totalStake),
  plain<Written>(({ ticket }) => ticket.totalOdds),
  plain<Written>(({ ticket }) => ticket.bonusPercentage),
  plain<Written>(({ ticket }) => ticket.potentialWin),
  plain<Written>(({ ticket }) => ticket.bonus),
  plain<Written>(({ legs }) => legs.length),
  text<Written>(({ client }) => client),
  text<Written>(({ address }) => address),
]

const LEG = [
  plain<NewLeg>((leg) => leg.ticketId),
  plain<NewLeg>((leg) => leg.legNo),
  plain<NewLeg>((leg) => leg.gameId),
  text<NewLeg>((leg) => leg.market),
  text<NewLeg>((leg) => leg.selection),
  plain<NewLeg>((leg) => leg.odds),
  plain<NewLeg>((leg) => leg.baseOdds),
  plain<NewLeg>((leg) => leg.priceVersion),
  plain<NewLeg>((leg) => leg.priceStep),
  optional<NewLeg>(({ sameGame }) => (sameGame === null ? null : JSON.stringify(sameGame))),
]

/** Writes the tickets of a batch. Throws when a booking code exists already: the batch is then run anew, with others. */
export async function writeTickets(tx: Tx, tickets: readonly Written[], now: Date): Promise<void> {
  const [first] = tickets
  if (first === undefined) return
  const { maxPayout, bonusMinOdds, rulebook } = first.ticket
  const ofAll = [dayKey(now), maxPayout, bonusMinOdds, rulebook, now]
  const legs: NewLeg[] = []
  for (const each of tickets) legs.push(...each.legs)
  await tx.change(WRITE, [...columnsOf(TICKET, tickets), ...ofAll, ...columnsOf(LEG, legs)], 'betting-write-tickets')
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
    `select user_id as "userId", standing, case when day = $2::date then placed_on_day else 0 end as today, most_stake as "mostStake"
       from player_betting where user_id = any($1::uuid[])`,
    [plainArray(inLockOrder(userIds)), dayKey(now)],
    'betting-counters',
  )
  return new Map(rows.map((row) => [row.userId, row]))
}

/**
 * Tickets that became void no longer stand; those whose void was corrected stand again: one user for each ticket, the
 * players' accounts locked before (rule 7).
 */
export async function countStanding(
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
