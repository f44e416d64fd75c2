import { anyOf, type Params, q, statement } from '../../kernel/db/query.ts'
import type { Sql } from '../../kernel/db/sql.ts'

export type BalancePageRequest = {
  readonly ids: readonly string[]
  readonly order: 'asc' | 'desc'
  readonly limit: number
  readonly offset: number
}
const byBalance = (order: 'asc' | 'desc') =>
  statement((p: Params<Omit<BalancePageRequest, 'order'>>) =>
    q
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', anyOf(p.ids))
      .orderBy('balance', order)
      .orderBy('id', 'desc')
      .limit(p.limit)
      .offset(p.offset),
  )
const highestFirst = byBalance('desc')
const lowestFirst = byBalance('asc')

/** A page of these players in the order of their balances. */
export const idsByBalance = async (db: Sql, { order, ...pageRequest }: BalancePageRequest): Promise<string[]> =>
  (await db.run((order === 'desc' ? highestFirst : lowestFirst)(pageRequest))).map(({ id }) => id)
