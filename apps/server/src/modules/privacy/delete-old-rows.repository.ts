import { sql } from 'kysely'
import { RETENTION } from '@mupiira/domain/privacy/retention.ts'
import { deleteInChunks } from '../../kernel/db/delete-in-chunks.ts'
import type { Db } from '../../kernel/db/sql.ts'

/** The name of the job that deletes old rows of tables that no other module prunes. */
export const DELETE_JOB = 'prune-personal-data'

/** Deletes rows older than their retention, the oldest first, so that no statement reads a whole table. */
export async function deleteOldRows(db: Db, now: Date): Promise<void> {
  for (const { tables, ms, job } of Object.values(RETENTION)) {
    if (job !== DELETE_JOB) continue
    for (const table of tables) await deleteBefore(db, table, new Date(now.getTime() - ms))
  }
}

const deleteBefore = (db: Db, name: string, before: Date): Promise<number> => {
  const table = sql.table(name)
  return deleteInChunks(
    db,
    (limit) => sql`
      delete from ${table} where id in (
        select id from (select id, created_at from ${table} order by id limit ${limit}) oldest
         where created_at < ${before})`,
  )
}
