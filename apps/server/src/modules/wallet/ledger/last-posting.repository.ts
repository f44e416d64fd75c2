import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { statement } from '../../../kernel/db/query.ts'
import type { Sql } from '../../../kernel/db/sql.ts'

const lastId = statement(() => sql<{ id: bigint }>`select coalesce(max(id), 0) as id from postings`)

/** An insert holds this lock on the table until its transaction ends. */
const writing = statement(
  () => sql<{ writer: string }>`
    select distinct virtualtransaction as writer from pg_locks
     where relation = 'postings'::regclass and mode = 'RowExclusiveLock' and pid <> pg_backend_pid()
       and database = (select oid from pg_database where datname = current_database())`,
)
const writers = async (db: Sql): Promise<string[]> => (await db.run(writing({}))).map(({ writer }) => writer)

const POLL_MS = 10
/** A posting takes milliseconds. */
const MAX_POLLS = 500

/**
 * The id of the last posting, once every posting up to it is visible. Ids are given before the commit, so an open
 * transaction may have a lower id than the last visible one. Null if such a transaction does not end within seconds.
 */
export async function lastVisiblePosting(db: Sql): Promise<bigint | null> {
  const last = (await db.first(lastId({})))?.id ?? 0n
  let open = await writers(db)
  for (let polls = 0; open.length > 0; polls++) {
    if (polls === MAX_POLLS) return null
    await sleep(POLL_MS)
    const now = new Set(await writers(db))
    open = open.filter((writer) => now.has(writer))
  }
  return last
}
