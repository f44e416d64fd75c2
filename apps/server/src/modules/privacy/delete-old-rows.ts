import { RETENTION } from '@mupiira/domain/privacy/retention.ts'
import type { Db } from '../../kernel/db/sql.ts'

const AT_ONCE = 5_000

/** The name of the job that deletes old rows of tables that no other module prunes. */
export const DELETE_JOB = 'prune-personal-data'

/** Deletes rows older than their retention, the oldest first, so that no statement reads a whole table. */
export async function deleteOldRows(db: Db, now: Date): Promise<void> {
  for (const { tables, ms, job } of Object.values(RETENTION)) {
    if (job !== DELETE_JOB) continue
    for (const table of tables) await deleteBefore(db, table, new Date(now.getTime() - ms))
  }
}

async function deleteBefore(db: Db, table: string, before: Date): Promise<void> {
  const text = `
    delete from ${table} where id in (
      select id from (select id, created_at from ${table} order by id limit ${AT_ONCE}) oldest where created_at < $1)`
  for (let deleted = AT_ONCE; deleted === AT_ONCE;) deleted = await db.change(text, [before])
}
