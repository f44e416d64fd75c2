import type { Sql } from '../db/sql.ts'
import type { EventBatch, OutboxEvent } from './event.ts'

export type OutboxRow = { readonly position: bigint; readonly events: readonly OutboxEvent[] }

/** Placed rows after a position, in order. */
export function rowsAfter(sql: Sql, position: number, mostRows: number): Promise<OutboxRow[]> {
  return sql.query<OutboxRow>(
    'select position, events from outbox where position > $1 order by position limit $2',
    [position, mostRows],
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
