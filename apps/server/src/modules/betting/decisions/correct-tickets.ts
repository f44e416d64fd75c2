import type { Outcome } from '@mupiira/domain/markets/types.ts'
import { type Ugx, ZERO } from '@mupiira/domain/money/ugx.ts'
import { correctTicket, type TicketCorrection } from '@mupiira/domain/ticket/correct.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'
import { OUTCOME, resultColumns, type ResultInForce } from './outcomes.ts'
import type { TicketIds } from './decide-tickets.ts'
import { decisionOf } from './decide-tickets.ts'
import { legsOf, ticketsById } from '../tickets/ticket-rows.ts'
import type { LegRow, TicketRow } from '../tickets/ticket-rows.ts'
import type { CorrectedLeg } from '../tickets/settlement-history.ts'

/** A ticket that a corrected result has changed. */
export type CorrectedTicket = {
  readonly id: string
  readonly userId: string
  readonly bookingCode: string
  readonly totalStake: Ugx
  readonly gameId: string
  readonly statusBefore: TicketRow['status']
  readonly correction: TicketCorrection
  /** The number of corrections of the ticket, including this one. */
  readonly ordinal: number
}

// Legs of `g` that its result decides differently.
const WRONG = `
  from unnest($1::uuid[], $2::int[], $3::timestamptz[], $4::tstzmultirange[]) as g (id, version, first_live, affected)
  join ticket_legs l on l.game_id = g.id
  join tickets t on t.id = l.ticket_id
  join claim_outcomes o on o.game_id = g.id and o.version = g.version and o.market = l.market and o.selection = l.selection
 where l.outcome is not null and l.outcome is distinct from ${OUTCOME}`

/** Tickets with a leg that a corrected result decides differently, in chunks ordered by id. */
export async function ticketsToCorrect(sql: Sql, game: ResultInForce, ticketsAtOnce: number): Promise<TicketIds[]> {
  const rows = await sql.query<{ tickets: TicketIds }>(
    `select array_agg(id order by id)::text as tickets
       from (select id, (row_number() over (order by id) - 1) / $5::int as chunk from (select distinct t.id ${WRONG}) wrong) numbered
      group by chunk order by chunk`,
    [...resultColumns([game]), ticketsAtOnce],
  )
  return rows.map(({ tickets }) => tickets)
}

/** Tickets that must not be paid yet: a leg is evaluated on a result that is known to be wrong, or that may be. */
export async function ticketsInCorrection(
  tx: Tx,
  games: readonly ResultInForce[],
  tickets: TicketIds,
): Promise<string[]> {
  if (games.length === 0) return []
  const rows = await tx.query<{ id: string }>(
    `select distinct t.id
       from unnest($5::uuid[]) as u (id)
       join tickets t on t.id = u.id
       join ticket_legs l on l.ticket_id = u.id
       join unnest($1::uuid[], $2::int[], $3::timestamptz[], $4::tstzmultirange[]) as g (id, version, first_live, affected) on g.id = l.game_id
       left join claim_outcomes o on o.game_id = g.id and o.version = g.version and o.market = l.market and o.selection = l.selection
      where l.outcome is not null and l.result_version < g.version and l.outcome is distinct from ${OUTCOME}`,
    [...resultColumns(games), tickets],
    'betting-tickets-in-correction',
  )
  return rows.map(({ id }) => id)
}

type WrongLeg = Omit<CorrectedLeg, 'decidedAt'> & { readonly ticketId: string; readonly decidedAt: Date }

/**
 * Decides the legs of a chunk again by a corrected result and updates their tickets. Stores the previous state in
 * the history. The caller moves the money in the same transaction. Safe to repeat.
 */
export async function correctTickets(
  tx: Tx,
  game: ResultInForce,
  tickets: TicketIds,
  now: Date,
): Promise<CorrectedTicket[]> {
  const locked = await tx.query<{ id: string; corrections: number }>(
    'select id, corrections from tickets where id = any($1::uuid[]) order by id for no key update',
    [tickets],
    'betting-lock-corrected',
  )
  const wrong = await tx.query<WrongLeg>(
    `select l.ticket_id as "ticketId", l.leg_no as "legNo", l.outcome as before, l.result_version as version,
            l.decided_at as "decidedAt", ${OUTCOME} as outcome ${WRONG} and l.ticket_id = any($5::uuid[]) order by l.ticket_id, l.leg_no`,
    [...resultColumns([game]), tickets],
    'betting-wrong-legs',
  )
  if (wrong.length === 0) return []
  await rewriteLegs(tx, game, wrong, now)
  const legsWrong = Map.groupBy(wrong, (leg) => leg.ticketId)
  const ids = [...legsWrong.keys()]
  const ordinals = new Map(locked.map(({ id, corrections }) => [id, corrections + 1]))
  const legs = Map.groupBy(await legsOf(tx, ids), (leg) => leg.ticketId)
  const corrected = (await ticketsById(tx, ids)).map((row) => {
    const all = legs.get(row.id) ?? []
    const decision = decisionOf(row, all)
    const correction = correctTicket({ status: row.status, payoutUgx: row.payout }, decision)
    const bonusUgx = correction.status === 'won' ? decision.bonusUgx : ZERO
    return {
      row,
      correction,
      bonusUgx,
      legs: all,
      wrong: legsWrong.get(row.id) ?? [],
      ordinal: ordinals.get(row.id) ?? 1,
    }
  })
  await writeCorrections(tx, game, corrected, now)
  return corrected.map(({ row, correction, ordinal }) => ({
    id: row.id,
    userId: row.userId,
    bookingCode: row.bookingCode,
    totalStake: row.totalStake,
    gameId: game.gameId,
    statusBefore: row.status,
    correction,
    ordinal,
  }))
}

async function rewriteLegs(
  tx: Tx,
  { resultVersion }: ResultInForce,
  wrong: readonly WrongLeg[],
  now: Date,
): Promise<void> {
  await tx.change(
    `update ticket_legs l
        set outcome = w.outcome,
            decided_at = case when w.outcome is not null then $4::timestamptz end,
            result_version = case when w.outcome is not null then $5::int end
       from unnest($1::uuid[], $2::int2[], $3::text[]) as w (ticket_id, leg_no, outcome)
      where l.ticket_id = w.ticket_id and l.leg_no = w.leg_no`,
    [
      wrong.map((leg) => leg.ticketId),
      wrong.map((leg) => leg.legNo),
      wrong.map((leg): Outcome | null => leg.outcome),
      now,
      resultVersion,
    ],
    'betting-rewrite-legs',
  )
}

type Corrected = {
  readonly row: TicketRow
  readonly correction: TicketCorrection
  readonly bonusUgx: Ugx
  readonly legs: readonly LegRow[]
  readonly wrong: readonly WrongLeg[]
  readonly ordinal: number
}

const WRITE = `
  with c as (
    select * from unnest($1::uuid[], $2::int2[], $3::text[], $4::bigint[], $5::int2[], $6::boolean[], $7::jsonb[], $11::bigint[])
      as c (id, ordinal, status, payout, open_legs, plain, legs, bonus)
  ), stored as (
    insert into ticket_corrections (ticket_id, ordinal, game_id, result_version, legs, status_before, payout_before,
                                    settled_before, status, payout, created_at)
    select c.id, c.ordinal, $8, $9, c.legs, t.status, t.payout, t.settled_at, c.status, c.payout, $10
      from c join tickets t on t.id = c.id
  )
  update tickets t
     set status = c.status, payout = c.payout, open_legs = c.open_legs, plain = c.plain, corrections = c.ordinal, bonus_paid = c.bonus,
         updated_at = $10,
         settled_at = case when c.status = 'pending' then null
                           when c.status = t.status and c.payout = t.payout then t.settled_at else $10 end
    from c where t.id = c.id`

const storedLeg = ({ legNo, before, version, decidedAt, outcome }: WrongLeg) => ({
  legNo,
  before,
  version,
  decidedAt,
  outcome,
})

async function writeCorrections(
  tx: Tx,
  game: ResultInForce,
  corrected: readonly Corrected[],
  now: Date,
): Promise<void> {
  await tx.change(
    WRITE,
    [
      corrected.map(({ row }) => row.id),
      corrected.map(({ ordinal }) => ordinal),
      corrected.map(({ correction }) => correction.status),
      corrected.map(({ correction }) => correction.payoutUgx),
      corrected.map(({ legs }) => legs.filter((leg) => leg.outcome === null).length),
      corrected.map(({ legs }) =>
        legs.every(({ outcome }) => outcome === null || outcome === 'won' || outcome === 'lost'),
      ),
      corrected.map(({ wrong }) => JSON.stringify(wrong.map(storedLeg))),
      game.gameId,
      game.resultVersion,
      now,
      corrected.map(({ bonusUgx }) => bonusUgx),
    ],
    'betting-write-corrections',
  )
}
