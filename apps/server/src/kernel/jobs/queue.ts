import type { Sql } from '../db/sql.ts'

/**
 * Queues are tables of the thing itself. The table has `id uuid`, `next_at timestamptz` (null: nothing to
 * do) and a partial index on it. Taking a row moves `next_at` to the end of a lease: a killed process blocks nobody,
 * because the row is due again when the lease is over. Whoever finishes the work sets `next_at` to the next time or
 * to null, in the transaction of the effect; the effect itself must be safe to repeat.
 *
 * @example const due = await takeDue(db, { table: 'payment', now, leaseMs: 30_000, most: 20 })
 */
export async function takeDue<Row extends { id: string } = { id: string }>(
  sql: Sql,
  take: {
    readonly table: string
    readonly now: Date
    readonly leaseMs: number
    readonly most: number
    readonly onlyWhere?: string
    /** What is told of each row, when its id is not enough: names of columns, as the rows are after they were taken. */
    readonly columns?: string
  },
): Promise<Row[]> {
  const table = quoted(take.table)
  const condition = take.onlyWhere === undefined ? '' : `and (${take.onlyWhere})`
  const columns = (take.columns ?? 'id')
    .split(',')
    .map((column) => `q.${column.trim()}`)
    .join(', ')
  return sql.query<Row>(
    `with due as (
       select id from ${table} where next_at <= $1 ${condition}
       order by next_at limit $2 for update skip locked)
     update ${table} q set next_at = $3 from due where q.id = due.id returning ${columns}`,
    [take.now, take.most, new Date(take.now.getTime() + take.leaseMs)],
  )
}

function quoted(name: string): string {
  if (!/^[a-z_]+$/.test(name)) throw new Error(`not the name of a table: ${name}`)
  return `"${name}"`
}
