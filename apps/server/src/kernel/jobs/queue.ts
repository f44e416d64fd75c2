import { type RawBuilder, sql } from 'kysely'
import type { Params } from '../db/query.ts'

export type LeaseParams = { readonly now: Date; readonly leaseEndsAt: Date; readonly limit: number }

/** Takes at most `limit` rows for `leaseMs` from now. */
export const leaseFor = (leaseMs: number, now: Date, limit: number): LeaseParams => ({
  now,
  leaseEndsAt: new Date(now.getTime() + leaseMs),
  limit,
})

/**
 * The due rows of a queue whose rows are the records themselves, for work that is due by business time and changes with
 * its record (payments, cash-outs, push messages). The table has `id uuid` and an indexed `next_at timestamptz` (null:
 * nothing to do). Taking a row sets `next_at` to the end of a lease. If the process is killed, the row is due again
 * after the lease. Finished work sets `next_at` in the transaction of its effect. Work must be safe to repeat.
 *
 *     const takeDue = statement((p: Params<LeaseParams>) =>
 *       q.updateTable('cashouts').set({ next_at: p.leaseEndsAt }).where('id', '=', dueIds('cashouts', p)).returning('id'))
 *     const due = await db.run(takeDue(leaseFor(LEASE_MS, now, 20)))
 */
export const dueIds = (table: string, { now, limit }: Params<LeaseParams>): RawBuilder<string> =>
  // With an array, the rows are selected once. A plan may repeat the subquery of `in` and take more rows than the
  // limit.
  sql`any(array(
    select id from ${sql.table(table)} where next_at <= ${now} order by next_at limit ${limit} for update skip locked))`
