import { sql } from 'kysely'
import { type Ugx, ugx } from '@mupiira/domain/money/ugx.ts'
import { type Params, statement } from '../../kernel/db/query.ts'
import type { Sql } from '../../kernel/db/sql.ts'

const turnover = statement(
  (p: Params<{ userId: string; since: Date }>) => sql<{ amount: bigint }>`
    select coalesce(sum(case when player = source then amount else -amount end), 0)::bigint as amount
      from postings
     where player = ${p.userId} and created_at >= ${p.since} and kind in ('bet', 'refund', 'void-refund')
       -- The order of ids is the order of an account's balances; times may differ by minutes.
       and id > coalesce((
         select id from postings
          where player = ${p.userId} and created_at < ${p.since}::timestamptz - interval '10 minutes'
          order by id desc limit 1), 0)`,
)

/** The stakes of a player since a given time, less refunded ones. */
export const turnoverSince = async (db: Sql, userId: string, since: Date): Promise<Ugx> =>
  ugx((await db.first(turnover({ userId, since })))?.amount ?? 0n)
