import { sql } from 'kysely'
import { RETENTION } from '@mupiira/domain/privacy/retention.ts'
import { deleteInChunks } from '../db/delete-in-chunks.ts'
import { type Params, statement } from '../db/query.ts'
import type { Sql } from '../db/sql.ts'

const deleteOld = statement(
  (p: Params<{ before: Date; limit: number }>) => sql`
    delete from idempotency_records
     where ctid = any (array(select ctid from idempotency_records where created_at <= ${p.before} limit ${p.limit}))`,
)

/** Deletes answers older than 24 hours; returns how many. */
export function pruneIdempotency(db: Sql, now: Date): Promise<number> {
  const before = new Date(now.getTime() - RETENTION.idempotency.ms)
  return deleteInChunks(db, (limit) => deleteOld({ before, limit }))
}
