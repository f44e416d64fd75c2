import { sql } from 'kysely'
import { RETENTION } from '@mupiira/domain/privacy/retention.ts'
import { deleteInChunks } from '../db/delete-in-chunks.ts'
import { type Params, statement } from '../db/query.ts'
import type { Sql } from '../db/sql.ts'
import type { EventBatch, OutboxEvent } from './event.ts'

/** A bulk job may write megabytes in one row, so a page is limited by bytes as well. It has at least one row. */
export const PAGE_BYTES = 8_000_000

export type OutboxRow = { readonly position: bigint; readonly events: readonly OutboxEvent[] }

/** Positioned rows after a position, in order. */
export function rowsAfter(db: Sql, position: number, maxRows: number): Promise<OutboxRow[]> {
  return db.query<OutboxRow>(
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

const deleteRead = statement(
  (p: Params<{ limit: number }>) => sql`
    delete from outbox where id = any (array(
      select id from outbox
       where created_at < now() - ${sql.lit(RETENTION.outbox.ms / 1000)} * interval '1 second' and position <= (select min(position) from outbox_cursors)
       limit ${p.limit}))`,
)

/**
 * Deletes rows that every durable reader has read and that are older than 24 hours. The age is measured by the
 * database's clock, which stamped them.
 */
export const pruneOutbox = (db: Sql): Promise<number> => deleteInChunks(db, (limit) => deleteRead({ limit }))
