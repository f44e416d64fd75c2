import type { Sql } from '../db/sql.ts'

const CHUNK = 5_000

/** Deletes rows older than 24 hours (by the database's own time: they were stamped with it) that every durable reader has read. */
export async function pruneOutbox(sql: Sql): Promise<number> {
  let total = 0
  for (;;) {
    const gone = await sql.change(
      `delete from outbox where id = any (array(
         select id from outbox
          where created_at < now() - interval '24 hours'
            and position <= (select min(position) from outbox_cursor)
          limit $1))`,
      [CHUNK],
    )
    total += gone
    if (gone < CHUNK) return total
  }
}
