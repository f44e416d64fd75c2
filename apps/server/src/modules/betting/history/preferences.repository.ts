import { sql } from 'kysely'
import type { MarketId } from '@mupiira/domain/markets/types.ts'
import { type Ugx, ugx } from '@mupiira/domain/money/ugx.ts'
import { type Params, statement } from '../../../kernel/db/query.ts'
import type { Sql } from '../../../kernel/db/sql.ts'

/** The newest tickets that count, so that the request stays fast for players with many tickets. */
const MAX_TICKETS = 10_000
const TICKETS_OF_MARKETS = 500
const MAX_MARKETS = 5

/** Open and settled tickets of a player have separate indexes. Ids ascend with time. */
const newest = (userId: ReturnType<typeof sql<string>>, count: number) => {
  const part = (condition: string) => sql`
    (select id, bonus_paid from tickets where user_id = ${userId} and ${sql.raw(condition)}
      order by id desc limit ${sql.lit(count)})`
  return sql`(select * from (${part(`status = 'pending'`)} union all ${part(`status <> 'pending'`)}) both_kinds
               order by id desc limit ${sql.lit(count)})`
}

const bonuses = statement(
  (p: Params<{ userId: string }>) => sql<{ tickets: number; bonus: bigint }>`
    select count(*)::int as tickets, coalesce(sum(bonus_paid), 0)::bigint as bonus
      from ${newest(sql`${p.userId}`, MAX_TICKETS)} newest`,
)

const markets = statement(
  (p: Params<{ userId: string }>) => sql<{ market: MarketId; selections: number }>`
    select l.market, count(*)::int as selections
      from ${newest(sql`${p.userId}`, TICKETS_OF_MARKETS)} newest
      join ticket_legs l on l.ticket_id = newest.id
     group by l.market order by 2 desc, 1 limit ${sql.lit(MAX_MARKETS)}`,
)

export type Preferences = {
  /** The number of newest tickets whose bonuses are counted. */
  readonly tickets: number
  readonly bonusUgx: Ugx
  /** The markets with the most selections on the newest tickets. */
  readonly markets: readonly { readonly market: MarketId; readonly selections: number }[]
}

/** The bonuses that a player received, and the markets that the player uses most. */
export async function preferencesOf(db: Sql, userId: string): Promise<Preferences> {
  const [counted, most] = await Promise.all([db.first(bonuses({ userId })), db.run(markets({ userId }))])
  return { tickets: counted?.tickets ?? 0, bonusUgx: ugx(counted?.bonus ?? 0n), markets: most }
}
