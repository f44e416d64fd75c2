import { type Ugx, ugx } from '@mupiira/domain/money/ugx.ts'
import type { Sql } from '../../kernel/db/sql.ts'

/**
 * What bets on a game are worth that a moved start makes void, or lets stand: of the times in which its bets are void, before
 * and after, those that are in one alone. A bet that comes to stand may win all that it promises, and so may one with other
 * games that a void selection keeps alive; a bet that has no others is worth its stake.
 */
export async function worthOfMoved(
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
    'betting-worth-of-moved',
  )
  return ugx(row?.sum ?? 0n)
}
