import { type Ugx, ugx } from '@mupiira/domain/money/ugx.ts'
import type { Sql } from '../../kernel/db/sql.ts'

/**
 * Exposure of rescheduling a game: bets that a new start voids or reinstates (times that are in only one of the two
 * multiranges). A reinstated bet, or one that a void leg keeps alive, counts with its full potential win; a bet
 * without other games counts with its stake.
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
