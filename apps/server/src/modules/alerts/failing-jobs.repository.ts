import { sql } from 'kysely'
import { type Params, q, statement } from '../../kernel/db/query.ts'
import type { Sql } from '../../kernel/db/sql.ts'

const failed = statement(
  (p: Params<{ name: string; now: Date }>) => sql`
    insert into failing_jobs (name, runs, failed_at) values (${p.name}, 1, ${p.now})
    on conflict (name) do update set runs = failing_jobs.runs + 1, failed_at = excluded.failed_at`,
)
const succeeded = statement((p: Params<{ name: string }>) => q.deleteFrom('failing_jobs').where('name', '=', p.name))

export const recordFailedRun = (db: Sql, name: string, now: Date): Promise<number> => db.change(failed({ name, now }))
export const recordSuccessfulRun = (db: Sql, name: string): Promise<number> => db.change(succeeded({ name }))

const all = statement((p: Params<{ since: Date }>) =>
  q.selectFrom('failing_jobs').select(['name', 'runs']).where('failed_at', '>=', p.since).orderBy('name'),
)

/** The jobs that failed after `since` and have not succeeded since. */
export const failingJobs = (db: Sql, since: Date): Promise<{ name: string; runs: number }[]> => db.run(all({ since }))
