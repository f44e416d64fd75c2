import { sql } from 'kysely'
import { q, statement } from '../db/query.ts'
import type { Sql } from '../db/sql.ts'

const failing = statement(() =>
  q
    .selectFrom('graphile_worker._private_jobs as j')
    .innerJoin('graphile_worker._private_tasks as t', 't.id', 'j.task_id')
    .select(['t.identifier as name', 'j.attempts', 'j.max_attempts as maxAttempts', 'j.updated_at as failedAt'])
    .select(sql<Date | null>`case when j.attempts < j.max_attempts then j.run_at end`.as('nextAt'))
    .where('j.last_error', 'is not', null)
    .orderBy('j.updated_at')
    .orderBy('j.id')
    .limit(200),
)

/** Cron jobs whose last attempt failed. A finished job has no row, so the table has at most one row for each job. */
export const failingJobs = (db: Sql) => db.run(failing({}))
