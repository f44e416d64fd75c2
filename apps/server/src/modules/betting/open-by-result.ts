import { type Ugx, ugx } from '@mupiira/domain/money/ugx.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import type { ResultInForce } from './claims.ts'

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
