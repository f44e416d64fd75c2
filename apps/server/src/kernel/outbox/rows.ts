import type { Sql } from '../db/sql.ts'
import type { EventBatch, OutboxEvent } from './event.ts'

export type OutboxRow = { readonly position: bigint; readonly events: readonly OutboxEvent[] }

/** What is read at once, beside the number of rows: a bulk job writes megabytes in a row. At least one row is read. */
export const MOST_BYTES = 8_000_000

/** Placed rows after a position, in order. */
export function rowsAfter(sql: Sql, position: number, mostRows: number): Promise<OutboxRow[]> {
  return sql.query<OutboxRow>(
    `select position, events
       from (select position, events, sum(pg_column_size(events)) over (order by position) - pg_column_size(events) as before
               from (select position, events from outbox where position > $1 order by position limit $2) page) sized
      where before < $3 order by position`,
    [position, mostRows, MOST_BYTES],
    'outbox-after',
  )
}

/** One batch of rows that are in order; an empty list stands at `after`. */
export function batchOf(rows: readonly OutboxRow[], after: number): EventBatch {
  return {
    first: Number(rows[0]?.position ?? after),
    last: Number(rows.at(-1)?.position ?? after),
    events: rows.flatMap((row) => {
      const position = Number(row.position)
      return row.events.map((event) => ({ ...event, position }))
    }),
  }
}
