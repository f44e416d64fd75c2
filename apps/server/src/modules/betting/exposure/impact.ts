import { type Ugx, ugx } from '@mupiira/domain/money/ugx.ts'
import type { Sql } from '../../../kernel/db/sql.ts'
import type { ResultInForce } from '../decisions/outcomes.ts'

/** Tickets that a result leaves open, and the most that they can pay. */
export type OpenByResult = { readonly tickets: number; readonly upToUgx: Ugx }

/** Pending tickets with a leg that this result version has decided. */
export async function openByResult(
  sql: Sql,
  { gameId, resultVersion }: Pick<ResultInForce, 'gameId' | 'resultVersion'>,
): Promise<OpenByResult> {
  const [row] = await sql.query<{ tickets: number; upTo: bigint }>(
    `select count(*)::int as tickets, coalesce(sum(potential_win), 0)::bigint as "upTo"
       from tickets
      where status = 'pending' and id in (select ticket_id from ticket_legs where game_id = $1 and result_version = $2)`,
    [gameId, resultVersion],
  )
  return { tickets: row?.tickets ?? 0, upToUgx: ugx(row?.upTo ?? 0n) }
}

/**
 * Exposure of rescheduling a game: bets that a new start voids or reinstates (times that are in only one of the two
 * multiranges). A reinstated bet, or one that a void leg keeps alive, counts with its full potential win; a bet
 * without other games counts with its stake.
 */
export async function exposureOfReschedule(
  sql: Sql,
  gameId: string,
  { before, after }: { readonly before: string; readonly after: string },
): Promise<Ugx> {
  const [row] = await sql.query<{ sum: bigint }>(
    `select coalesce(sum(case when t.created_at <@ $2::tstzmultirange or t.legs > l.legs then t.potential_win
                              else t.total_stake end), 0)::bigint as sum
       from (select ticket_id, count(*) as legs from ticket_legs where game_id = $1 and outcome is null group by ticket_id) l
       join tickets t on t.id = l.ticket_id
      where t.status = 'pending'
        and t.created_at <@ (($2::tstzmultirange + $3::tstzmultirange) - ($2::tstzmultirange * $3::tstzmultirange))`,
    [gameId, before, after],
    'betting-exposure-of-reschedule',
  )
  return ugx(row?.sum ?? 0n)
}
