import { type Ugx, ugx } from '@mupiira/domain/money/ugx.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import { BETTING_KINDS } from './read-status.ts'

/** Stakes since a time, and what betting returned since then. */
export async function netResultSince(
  sql: Sql,
  userId: string,
  since: Date,
): Promise<{ readonly stakes: Ugx; readonly returns: Ugx }> {
  // An account's ids are in the order of its postings: the first of the time is found from the end.
  const [row] = await sql.query<{ stakes: bigint; returns: bigint }>(
    `with recent as (
       select player, source, amount, kind from postings
        where player = $1 and id > coalesce((
          select id from postings where player = $1 and created_at < $2 order by id desc limit 1), 0))
     select coalesce(sum(amount) filter (where kind = 'bet'), 0)::bigint as stakes,
            coalesce(sum(case when player = source then -amount else amount end) filter (where kind <> 'bet'), 0)::bigint as returns
       from recent where kind = any($3::text[])`,
    [userId, since, BETTING_KINDS],
    'protection-net-result',
  )
  return { stakes: ugx(row?.stakes ?? 0n), returns: ugx(row?.returns ?? 0n) }
}
