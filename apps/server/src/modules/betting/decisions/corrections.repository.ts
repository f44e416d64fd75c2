import { sql } from 'kysely'
import type { Outcome } from '@mupiira/domain/markets/types.ts'
import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import type { TicketStatus } from '@mupiira/domain/ticket/states.ts'
import { type Params, statement } from '../../../kernel/db/query.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'
import {
  columnsOf,
  outcomeOf,
  type ResultColumns,
  type ResultInForce,
  results,
  type TicketIds,
} from './decisions.repository.ts'

/** Legs whose stored decision differs from result `g`. */
const wrongLegs = (p: Params<ResultColumns>) => sql`
  from ${results(p)}
  join ticket_legs l on l.game_id = g.id
  join tickets t on t.id = l.ticket_id
  join selection_outcomes o
    on o.game_id = g.id and o.version = g.version and o.market = l.market and o.selection = l.selection
 where l.outcome is not null and l.outcome is distinct from ${outcomeOf('l')}`

const chunksToCorrect = statement(
  (p: Params<ResultColumns & { ticketsAtOnce: number }>) => sql<{ tickets: TicketIds }>`
    select array_agg(id order by id)::text as tickets
      from (select id, (row_number() over (order by id) - 1) / ${p.ticketsAtOnce}::int as chunk
              from (select distinct t.id ${wrongLegs(p)}) wrong) numbered
     group by chunk order by chunk`,
)

/** Tickets with a leg that a corrected result decides differently, in chunks ordered by id. */
export const ticketsToCorrect = async (db: Sql, game: ResultInForce, ticketsAtOnce: number): Promise<TicketIds[]> =>
  (await db.run(chunksToCorrect({ ...columnsOf([game]), ticketsAtOnce }))).map(({ tickets }) => tickets)

const inCorrection = statement(
  (p: Params<ResultColumns & { tickets: TicketIds }>) => sql<{ id: string }>`
    select distinct t.id
      from unnest(${p.tickets}::uuid[]) as u (id)
      join tickets t on t.id = u.id
      join ticket_legs l on l.ticket_id = u.id
      join ${results(p)} on g.id = l.game_id
      left join selection_outcomes o
        on o.game_id = g.id and o.version = g.version and o.market = l.market and o.selection = l.selection
     where l.outcome is not null and l.result_version < g.version and l.outcome is distinct from ${outcomeOf('l')}`,
)

/** Tickets that must not be paid yet, because a leg was decided on a result that is wrong or may be wrong. */
export const ticketsInCorrection = async (
  tx: Tx,
  games: readonly ResultInForce[],
  tickets: TicketIds,
): Promise<string[]> =>
  games.length === 0 ? [] : (await tx.run(inCorrection({ ...columnsOf(games), tickets }))).map(({ id }) => id)

const lockAll = statement(
  (p: Params<{ tickets: TicketIds }>) => sql<{ id: string; corrections: number }>`
    select id, corrections from tickets where id = any(${p.tickets}::uuid[]) order by id for no key update`,
)

/** Locks tickets; returns the number of their earlier corrections. */
export const lockTickets = async (tx: Tx, tickets: TicketIds): Promise<Map<string, number>> =>
  new Map((await tx.run(lockAll({ tickets }))).map(({ id, corrections }) => [id, corrections]))

export type WrongLeg = {
  readonly ticketId: string
  readonly legNo: number
  readonly before: Outcome
  readonly version: number
  readonly decidedAt: Date
  readonly outcome: Outcome | null
}

const wrongLegsOf = statement(
  (p: Params<ResultColumns & { tickets: TicketIds }>) => sql<WrongLeg>`
    select l.ticket_id as "ticketId", l.leg_no as "legNo", l.outcome as before, l.result_version as version,
           l.decided_at as "decidedAt", ${outcomeOf('l')} as outcome
    ${wrongLegs(p)} and l.ticket_id = any(${p.tickets}::uuid[]) order by l.ticket_id, l.leg_no`,
)

export const findWrongLegs = (tx: Tx, game: ResultInForce, tickets: TicketIds): Promise<WrongLeg[]> =>
  tx.run(wrongLegsOf({ ...columnsOf([game]), tickets }))

const rewrite = statement(
  (
    p: Params<{
      ticketIds: readonly string[]
      legNos: readonly number[]
      outcomes: readonly (Outcome | null)[]
      now: Date
      version: number
    }>,
  ) => sql`
    update ticket_legs l
       set outcome = w.outcome,
           decided_at = case when w.outcome is not null then ${p.now}::timestamptz end,
           result_version = case when w.outcome is not null then ${p.version}::int end
      from unnest(${p.ticketIds}::uuid[], ${p.legNos}::int2[], ${p.outcomes}::text[]) as w (ticket_id, leg_no, outcome)
     where l.ticket_id = w.ticket_id and l.leg_no = w.leg_no`,
)

/** Decides legs again by another version of the result. */
export const rewriteLegs = (tx: Tx, legs: readonly WrongLeg[], version: number, now: Date): Promise<number> =>
  tx.change(
    rewrite({
      ticketIds: legs.map((leg) => leg.ticketId),
      legNos: legs.map((leg) => leg.legNo),
      outcomes: legs.map((leg) => leg.outcome),
      now,
      version,
    }),
  )

/** A corrected ticket: its new state, and its legs before and after. */
export type Correction = {
  readonly id: string
  readonly ordinal: number
  readonly status: TicketStatus
  readonly payout: Ugx | null
  readonly bonusPaid: Ugx
  readonly openLegs: number
  /** Whether every decided leg is won or lost. */
  readonly isPlain: boolean
  readonly legs: readonly WrongLeg[]
}

const correct = statement(
  (
    p: Params<{
      ids: readonly string[]
      ordinals: readonly number[]
      statuses: readonly string[]
      payouts: readonly (Ugx | null)[]
      openLegs: readonly number[]
      plain: readonly boolean[]
      legs: readonly string[]
      bonuses: readonly Ugx[]
      gameId: string
      version: number
      now: Date
    }>,
  ) => sql`
    with c as (
      select * from unnest(${p.ids}::uuid[], ${p.ordinals}::int2[], ${p.statuses}::text[], ${p.payouts}::bigint[],
                           ${p.openLegs}::int2[], ${p.plain}::boolean[], ${p.legs}::jsonb[], ${p.bonuses}::bigint[])
        as c (id, ordinal, status, payout, open_legs, plain, legs, bonus)
    ), stored as (
      insert into ticket_corrections (ticket_id, ordinal, game_id, result_version, legs, status_before, payout_before,
                                      bonus_before, settled_before, status, payout, bonus, created_at,
                                      cashed_stake)
      select c.id, c.ordinal, ${p.gameId}, ${p.version}, c.legs, t.status, t.payout, t.bonus_paid, t.settled_at,
             c.status, c.payout, c.bonus, ${p.now}, t.cashed_stake
        from c join tickets t on t.id = c.id
    )
    update tickets t
       set status = c.status, payout = c.payout, open_legs = c.open_legs, plain = c.plain, corrections = c.ordinal,
           bonus_paid = c.bonus, updated_at = ${p.now},
           settled_at = case when c.status = 'pending' then null
                             when c.status = t.status and c.payout = t.payout then t.settled_at else ${p.now} end
      from c where t.id = c.id`,
)

const storedLeg = ({ legNo, before, version, decidedAt, outcome }: WrongLeg) => ({
  legNo,
  before,
  version,
  decidedAt,
  outcome,
})

/** Stores the previous states in the history and writes the new ones. */
export const writeCorrections = (
  tx: Tx,
  { gameId, resultVersion }: ResultInForce,
  corrected: readonly Correction[],
  now: Date,
): Promise<number> =>
  tx.change(
    correct({
      ids: corrected.map(({ id }) => id),
      ordinals: corrected.map(({ ordinal }) => ordinal),
      statuses: corrected.map(({ status }) => status),
      payouts: corrected.map(({ payout }) => payout),
      openLegs: corrected.map(({ openLegs }) => openLegs),
      plain: corrected.map(({ isPlain }) => isPlain),
      legs: corrected.map(({ legs }) => JSON.stringify(legs.map(storedLeg))),
      bonuses: corrected.map(({ bonusPaid }) => bonusPaid),
      gameId,
      version: resultVersion,
      now,
    }),
  )
