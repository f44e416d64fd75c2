import type { Sql } from '../db/sql.ts'
import type { EventBatch, OutboxEvent } from './event.ts'

/** A bulk job may write megabytes in one row, so a page is limited by bytes as well. It has at least one row. */
export const PAGE_BYTES = 8_000_000
const PRUNE_CHUNK = 5_000

export type OutboxRow = { readonly position: bigint; readonly events: readonly OutboxEvent[] }

/** Positioned rows after a position, in order. */
export function rowsAfter(sql: Sql, position: number, maxRows: number): Promise<OutboxRow[]> {
  return sql.query<OutboxRow>(
    `select position, events
       from (select position, events, sum(pg_column_size(events)) over (order by position) - pg_column_size(events) as before
               from (select position, events from outbox where position > $1 order by position limit $2) page) sized
      where before < $3 order by position`,
    [position, maxRows, PAGE_BYTES],
    'outbox-after',
  )
}

/** One batch of ordered rows; without rows it is empty and ends at `after`. */
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

/**
 * Deletes rows that every durable reader has read and that are older than 24 hours. The age is measured by the
 * database's clock, which stamped them.
 */
export async function pruneOutbox(sql: Sql): Promise<number> {
  let total = 0
  for (;;) {
    const deleted = await sql.change(
      `delete from outbox where id = any (array(
         select id from outbox
          where created_at < now() - interval '24 hours'
            and position <= (select min(position) from outbox_cursors)
          limit $1))`,
      [PRUNE_CHUNK],
    )
    total += deleted
    if (deleted < PRUNE_CHUNK) return total
  }
}
