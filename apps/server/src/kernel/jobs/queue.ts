import type { Sql } from '../db/sql.ts'

/**
 * A queue whose rows are the records themselves, for work that is due by business time and changes with its record
 * (payments, cash-outs, push messages). The table has `id uuid` and an indexed `next_at timestamptz` (null: nothing to
 * do). Taking a row sets `next_at` to the end of a lease. If the process is killed, the row is due again after the
 * lease. Finished work sets `next_at` in the transaction of its effect. Work must be safe to repeat.
 *
 * @example const due = await takeDue(db, { table: 'transactions', now, leaseMs: 30_000, limit: 20 })
 */
export async function takeDue<Row extends { id: string } = { id: string }>(
  sql: Sql,
  take: {
    readonly table: string
    readonly now: Date
    readonly leaseMs: number
    readonly limit: number
    /** Columns to return besides the id, separated by commas, as they are after the row was taken. */
    readonly columns?: string
  },
): Promise<Row[]> {
  const table = quoted(take.table)
  const columns = (take.columns ?? 'id')
    .split(',')
    .map((column) => `q.${column.trim()}`)
    .join(', ')
  return sql.query<Row>(
    `with due as (
       select id from ${table} where next_at <= $1
       order by next_at limit $2 for update skip locked)
     update ${table} q set next_at = $3 from due where q.id = due.id returning ${columns}`,
    [take.now, take.limit, new Date(take.now.getTime() + take.leaseMs)],
  )
}

function quoted(name: string): string {
  if (!/^[a-z_]+$/.test(name)) throw new Error(`not a table name: ${name}`)
  return `"${name}"`
}
