import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { migrateJobs } from '../jobs/schema.ts'
import { advisoryKey } from './locks.ts'

const FOLDER = new URL('../../migrations/', import.meta.url)

/**
 * Brings a database to the present form: the `.sql` files in the order of their names, each in a transaction of its
 * own, under a lock so that nodes that start together take turns. `url` is the owner's. A file that was applied must
 * never change: what is wrong in it is put right by a new one.
 */
export async function migrate(url: string, folder: URL = FOLDER): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'mupiira-migrate',
    connectionTimeoutMillis: 5000,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryKey('migrate')])
    await client.query('set client_min_messages = warning')
    await ensureTable(client)
    const applied = await appliedFiles(client)
    for (const name of (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()) {
      const text = await readFile(new URL(name, folder), 'utf8')
      const checksum = createHash('sha256').update(text).digest('hex')
      const before = applied.get(name)
      if (before === undefined) await apply(client, name, text, checksum)
      else if (before !== checksum) throw new Error(`migration ${name} was changed after it was applied`)
    }
    await migrateJobs(url)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Only where it is missing: a login that owns nothing may still find that there is nothing to do. */
async function ensureTable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ found: boolean }>("select to_regclass('schema_migration') is not null as found")
  if (rows[0]?.found) return
  await client.query(
    'create table schema_migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  )
}

async function appliedFiles(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migration')
  return new Map(rows.map((row) => [row.name, row.checksum]))
}

async function apply(client: pg.Client, name: string, text: string, checksum: string): Promise<void> {
  try {
    await client.query('begin')
    // A table in use must not be waited for while everybody queues behind us.
    await client.query("set local lock_timeout = '10s'")
    await client.query(text)
    await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw new Error(`migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}
