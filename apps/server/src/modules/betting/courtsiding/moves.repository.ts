import { sql } from 'kysely'
import type { Move, MoveGroup } from '@mupiira/domain/in-play/courtsiding.ts'
import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import { deleteInChunks } from '../../../kernel/db/delete-in-chunks.ts'
import { insertRows } from '../../../kernel/db/insert-rows.ts'
import { type Params, statement } from '../../../kernel/db/query.ts'
import type { Sql } from '../../../kernel/db/sql.ts'
import type { AcceptanceRecord } from '../delayed-bets/delayed-bets.repository.ts'

export type AcceptedBet = {
  readonly id: string
  readonly userId: string
  readonly acceptedAt: Date
  readonly record: AcceptanceRecord
}

const unmeasured = statement(
  (p: Params<{ after: Date; until: Date; limit: number }>) => sql<AcceptedBet>`
    select id, user_id as "userId", decided_at as "acceptedAt", at_decision as record
      from delayed_bets b
     where state = 'accepted' and decided_at > ${p.after} and decided_at <= ${p.until}
       and not exists (select from in_play_moves where bet_id = b.id)
     order by decided_at limit ${p.limit}`,
)

/** Bets accepted after one time and until another that have no moves yet. */
export const unmeasuredBets = (db: Sql, after: Date, until: Date, limit: number): Promise<AcceptedBet[]> =>
  db.run(unmeasured({ after, until, limit }))

export type MoveRow = {
  readonly betId: string
  readonly leg: number
  readonly userId: string
  readonly market: string
  readonly selection: string
  readonly move: Move | null
  readonly acceptedAt: Date
}

const insert = insertRows('in_play_moves', (rows) => rows.onConflict((conflict) => conflict.doNothing()))

export const addMoves = async (db: Sql, rows: readonly MoveRow[]): Promise<void> => {
  if (rows.length > 0) await db.change(insert(rows))
}

const grouped = statement(
  (p: Params<{ since: Date }>) => sql<MoveGroup>`
    select user_id as "userId", market, selection, count(*)::int as selections,
           (count(*) filter (where move = 1))::int as favourable
      from in_play_moves
     where accepted_at >= ${p.since} and move is not null
     group by user_id, market, selection`,
)

/** The moves since a time by player and selection. */
export const moveGroups = (db: Sql, since: Date): Promise<MoveGroup[]> => db.run(grouped({ since }))

export type LiveBetFigures = {
  readonly userId: string
  readonly accepted: number
  /** Bets that were rejected because of a goal, red card, penalty or review during their delay. */
  readonly rejectedByEvent: number
  readonly turnover: Ugx
  /** The stakes and payouts of settled tickets. */
  readonly settled: Ugx
  readonly paid: Ugx
}

const figures = statement(
  (p: Params<{ userIds: readonly string[]; since: Date }>) => sql<LiveBetFigures>`
    select b.user_id as "userId",
           (count(*) filter (where b.state = 'accepted'))::int as accepted,
           (count(*) filter (where b.rejected_because in ('GOAL', 'RED_CARD', 'PENALTY_OR_REVIEW')))::int as "rejectedByEvent",
           coalesce(sum(b.stake) filter (where b.state = 'accepted'), 0)::bigint as turnover,
           coalesce(sum(t.total_stake) filter (where t.status <> 'pending'), 0)::bigint as settled,
           coalesce(sum(coalesce(t.payout, 0) + t.cashed_out) filter (where t.status <> 'pending'), 0)::bigint as paid
      from delayed_bets b left join tickets t on t.id = b.ticket_id
     where b.user_id = any(${p.userIds}::uuid[]) and b.created_at >= ${p.since}
     group by b.user_id`,
)

/** The live bets of these players since a time. Players without one are absent. */
export const liveBetFigures = async (
  db: Sql,
  userIds: readonly string[],
  since: Date,
): Promise<Map<string, LiveBetFigures>> => {
  const rows = userIds.length === 0 ? [] : await db.run(figures({ userIds, since }))
  return new Map(rows.map((row) => [row.userId, row]))
}

export const deleteMovesBefore = (db: Sql, before: Date): Promise<number> =>
  deleteInChunks(
    db,
    (limit) => sql`
      delete from in_play_moves where (bet_id, leg) in (
        select bet_id, leg from in_play_moves where accepted_at < ${before} order by accepted_at limit ${limit})`,
  )
