import { sql } from 'kysely'
import type { AccountStatus } from '@mupiira/domain/access/capabilities.ts'
import { type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql } from '../../../kernel/db/sql.ts'
import { figuresOf, filledUntil, type RollupSource } from '../../../kernel/rollups.ts'

/** Registrations by day. */
export const ACCOUNTS: RollupSource<'entries'> = {
  name: 'accounts',
  figures: ['entries'],
  oldest: q.selectFrom('profiles').select(({ fn }) => fn.min('created_at').as('at')),
  changes: (from, until) => sql`
    select created_at as at, kampala_day(created_at) as day, '{}'::text[] as key, 1 as entries
      from profiles where created_at >= ${from} and created_at < ${until}`,
}

export type AccountCounts = { readonly [S in AccountStatus]: number } & { readonly total: number }

const counts = statement((p: Params<{ since: Date }>) => {
  const withStatus = (status: AccountStatus) =>
    q
      .selectFrom('profiles')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('account_status', '=', status)
  return q
    .selectFrom(figuresOf(ACCOUNTS, p.since).as('figures'))
    .select([
      sql<number>`coalesce(sum(entries), 0)::int`.as('total'),
      sql<number>`(${withStatus('suspended')})`.as('suspended'),
      sql<number>`(${withStatus('banned')})`.as('banned'),
    ])
})

/** Accounts by status (ADMU-01). Few are suspended or banned, so only those rows are counted. */
export async function countAccounts(db: Sql): Promise<AccountCounts> {
  const row = await db.first(counts({ since: await filledUntil(db, ACCOUNTS) }))
  const { total = 0, suspended = 0, banned = 0 } = row ?? {}
  return { total, active: total - suspended - banned, suspended, banned }
}
