import { sql } from 'kysely'
import { RETENTION } from '@mupiira/domain/privacy/retention.ts'
import { deleteInChunks } from '../db/delete-in-chunks.ts'
import { advisoryKey } from '../db/locks.ts'
import { type Params, q, statement } from '../db/query.ts'
import type { Sql, Tx } from '../db/sql.ts'
import type { EventBatch, OutboxEvent } from './event.ts'

/** A bulk job may write megabytes in one row, so a page is limited by bytes as well. It has at least one row. */
const PAGE_BYTES = 8_000_000

export type OutboxRow = { readonly position: bigint; readonly events: readonly OutboxEvent[] }

const append = statement((p: Params<{ events: string }>) => q.insertInto('outbox').values({ events: p.events }))

/** Writes events as one row, which gets its position after the commit. */
export const insertEvents = (tx: Tx, events: readonly OutboxEvent[]): Promise<number> =>
  tx.change(append({ events: JSON.stringify(events) }))

const after = statement(
  (p: Params<{ position: number; maxRows: number; maxBytes: number }>) => sql<OutboxRow>`
    select position, events
      from (select position, events, sum(pg_column_size(events)) over (order by position) - pg_column_size(events) as before
              from (select position, events from outbox where position > ${p.position} order by position limit ${p.maxRows}) page) sized
     where before < ${p.maxBytes} order by position`,
)

/** Positioned rows after a position, in order. */
export const rowsAfter = (db: Sql, position: number, maxRows: number): Promise<OutboxRow[]> =>
  db.run(after({ position, maxRows, maxBytes: PAGE_BYTES }))

const register = statement((p: Params<{ reader: string }>) =>
  q
    .insertInto('outbox_cursors')
    .values({ reader: p.reader, position: sql<bigint>`0` })
    .onConflict((conflict) => conflict.doNothing()),
)
const cursor = (p: Params<{ reader: string }>) =>
  q.selectFrom('outbox_cursors').select('position').where('reader', '=', p.reader)
const read = statement(cursor)
const lock = statement((p: Params<{ reader: string }>) => cursor(p).forUpdate().skipLocked())
const move = statement((p: Params<{ reader: string; position: bigint }>) =>
  q.updateTable('outbox_cursors').set({ position: p.position }).where('reader', '=', p.reader),
)

/** Adds the cursor of a reader before the first row, unless it exists. */
export const addCursor = (db: Sql, reader: string): Promise<number> => db.change(register({ reader }))

export const readCursor = async (db: Sql, reader: string): Promise<number> =>
  Number((await db.first(read({ reader })))?.position ?? 0)

/** The locked cursor of a reader; null if another node holds it. */
export async function lockCursor(tx: Tx, reader: string): Promise<number | null> {
  const locked = await tx.first(lock({ reader }))
  return locked === undefined ? null : Number(locked.position)
}

export const moveCursor = (tx: Tx, reader: string, position: number): Promise<number> =>
  tx.change(move({ reader, position: BigInt(position) }))

/** One batch of ordered rows. Without rows the batch is empty and ends at `after`. */
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

type Assignment = { readonly reader: string; readonly maxRows: number; readonly channel: string; readonly more: string }

const assign = statement(
  (p: Params<Assignment & { maxBytes: number }>) => sql<OutboxRow & { isFull: boolean }>`
    with unplaced as (
      select id, before + size as bytes
        from (select id, pg_column_size(events) as size,
                     sum(pg_column_size(events)) over (order by id) - pg_column_size(events) as before
                from (select id, events from outbox where position is null order by id limit ${p.maxRows}) page) sized
       where before < ${p.maxBytes}
    ), taken as materialized (
      select id, row_number() over (order by id) as at from unplaced
    ), page_state as (
      select count(*) = ${p.maxRows} or max(bytes) >= ${p.maxBytes} as is_full from unplaced
    ), moved as (
      update outbox_cursors set position = position + (select count(*) from taken)
       where reader = ${p.reader} and exists (select from taken)
      returning position - (select count(*) from taken) as before
    )
    update outbox o set position = moved.before + taken.at
      from taken, moved where o.id = taken.id
    returning o.position, o.events, (select is_full from page_state) as "isFull",
              (select pg_notify(${p.channel}, (moved.before + (select count(*) from taken))::text
                                || case when (select is_full from page_state) then ${p.more} else '' end))`,
)

/** Gives rows without a position the next positions, and notifies the channel of the last one. */
export const assignPositions = (db: Sql, assignment: Assignment) =>
  db.run(assign({ ...assignment, maxBytes: PAGE_BYTES }))

const lead = statement(
  (p: Params<{ key: bigint }>) => sql<{ won: boolean }>`select pg_try_advisory_lock(${p.key}) as won`,
)
const send = statement(
  (p: Params<{ channel: string; payload: string }>) => sql`select pg_notify(${p.channel}, ${p.payload})`,
)

/** Takes the leader's lock if it is free. The connection holds the lock until it closes. */
export const tryLead = async (session: Sql, name: string): Promise<boolean> =>
  (await session.first(lead({ key: advisoryKey(name) })))?.won === true

export const notify = (session: Sql, channel: string, payload: string): Promise<unknown> =>
  session.run(send({ channel, payload }))

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
