import { sql } from 'kysely'
import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import { type Params, q, statement } from '../db/query.ts'
import type { Sql } from '../db/sql.ts'

const failed = statement(
  (p: Params<{ name: string; now: Date }>) => sql`
    insert into failing_jobs (name, runs, failed_at) values (${p.name}, 1, ${p.now})
    on conflict (name) do update set runs = failing_jobs.runs + 1, failed_at = excluded.failed_at`,
)
const succeeded = statement((p: Params<{ name: string }>) => q.deleteFrom('failing_jobs').where('name', '=', p.name))

export const recordFailedRun = (db: Sql, name: string, now: Date): Promise<number> => db.change(failed({ name, now }))
export const recordSuccessfulRun = (db: Sql, name: string): Promise<number> => db.change(succeeded({ name }))

/** A job that has not run for this time was removed from the product. */
const COUNT_FOR_MS = 2 * DAY_MS

const failing = statement((p: Params<{ since: Date }>) =>
  q
    .selectFrom('failing_jobs as f')
    .select(['f.name', 'f.runs', 'f.failed_at as failedAt'])
    .select((e) =>
      e
        .selectFrom('graphile_worker._private_jobs as j')
        .innerJoin('graphile_worker._private_tasks as t', 't.id', 'j.task_id')
        .whereRef('t.identifier', '=', 'f.name')
        .whereRef('j.attempts', '<', 'j.max_attempts')
        .where('j.last_error', 'is not', null)
        .select((each) => each.fn.min('j.run_at').as('at'))
        .as('nextAt'),
    )
    .where('f.failed_at', '>=', p.since)
    .orderBy('f.failed_at')
    .orderBy('f.name')
    .limit(200),
)

/**
 * Cron jobs, and loops of the leading worker, whose last run failed. `nextAt`: the next attempt of a cron job; null if
 * the schedule starts the job again.
 */
export const failingJobs = (db: Sql, now: Date) => db.run(failing({ since: new Date(now.getTime() - COUNT_FOR_MS) }))
