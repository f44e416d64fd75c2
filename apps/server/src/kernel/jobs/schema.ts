import { Logger, runMigrations } from 'graphile-worker'
import pg from 'pg'
import { APP_ROLE } from '../db/session.ts'

export const JOBS_SCHEMA = 'graphile_worker'
const TABLES = ['_private_jobs', '_private_job_queues', '_private_tasks', '_private_known_crontabs']

/**
 * Installs or updates the tables of Graphile Worker as the owner. The library enables row security on them without
 * policies, so the application's role gets its own.
 */
export async function migrateJobs(adminUrl: string): Promise<void> {
  await runMigrations({ connectionString: adminUrl, schema: JOBS_SCHEMA, logger: new Logger(() => () => {}) })
  const client = new pg.Client({ connectionString: adminUrl })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query('select from pg_policies where schemaname = $1', [JOBS_SCHEMA])
    // A login that does not own the schema only checks that everything is installed.
    if (rows.length === TABLES.length) return
    await client.query(
      `begin;
       grant usage on schema ${JOBS_SCHEMA} to ${APP_ROLE};
       grant usage on all sequences in schema ${JOBS_SCHEMA} to ${APP_ROLE};
       grant select on ${JOBS_SCHEMA}.migrations to ${APP_ROLE};
       ${TABLES.map(
         (table) => `grant select, insert, update, delete on ${JOBS_SCHEMA}.${table} to ${APP_ROLE};
       create policy application on ${JOBS_SCHEMA}.${table} to ${APP_ROLE} using (true) with check (true);`,
       ).join('\n       ')}
       commit`,
    )
  } finally {
    await client.end().catch(() => {})
  }
}
