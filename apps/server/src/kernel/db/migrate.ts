import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { runner } from 'node-pg-migrate'
import pg from 'pg'
import { migrateJobs } from '../jobs/schema.ts'
import { advisoryKey } from './locks.ts'

const FOLDER = new URL('../../migrations/', import.meta.url)
const TABLE = 'schema_migrations'

/**
 * Applies the SQL files that a database lacks, in the order of their names, each in its own transaction. Nodes that
 * start at the same time wait for each other. `url` is the owner's login. An applied file must never change: correct it
 * with a new file.
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
    // Without a lock timeout, a migration that waits for a table would block every later statement on it.
    await client.query("set client_min_messages = warning; set lock_timeout = '10s'")
    await apply(client, await checksumsOf(folder), folder)
    // Tests and tools that only migrate also need the tables of the job library.
    await migrateJobs(url)
  } finally {
    await client.end().catch(() => {})
  }
}

async function apply(client: pg.Client, checksums: ReadonlyMap<string, string>, folder: URL): Promise<void> {
  await ensureTable(client)
  const before = await appliedMigrations(client)
  for (const [name, checksum] of checksums) {
    if ((before.get(name) ?? checksum) !== checksum)
      throw new Error(
        `migration ${name} was changed after it was applied: restore the file, or recreate a development database by removing .data`,
      )
  }
  if ([...checksums.keys()].every((name) => before.has(name))) return
  try {
    await runner({
      dbClient: client,
      dir: fileURLToPath(folder),
      migrationsTable: TABLE,
      direction: 'up',
      singleTransaction: false,
      // Branches number their files independently. During a rolling update, the database may have migrations that this
      // node lacks.
      checkOrder: false,
      noLock: true,
      log: () => {},
    })
  } catch (error) {
    await client.query('rollback')
    const applied = await appliedMigrations(client)
    const failed = [...checksums.keys()].find((name) => !applied.has(name))
    throw new Error(`migration ${failed} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  } finally {
    await storeChecksums(client, checksums)
  }
}

/** The checksums by file name without its ending, as the library stores the names, in order. */
async function checksumsOf(folder: URL): Promise<Map<string, string>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, folder))))
  return new Map(
    files.map((file, at) => [
      file.slice(0, -'.sql'.length),
      createHash('sha256')
        .update(texts[at] ?? '')
        .digest('hex'),
    ]),
  )
}

/** The checksums of applied migrations; null if the process died right after applying one. */
async function appliedMigrations(client: pg.Client): Promise<Map<string, string | null>> {
  const { rows } = await client.query<{ name: string; checksum: string | null }>(`select name, checksum from ${TABLE}`)
  return new Map(rows.map((row) => [row.name, row.checksum]))
}

/** The library's own table with one more column. Only the owner can create it, so check whether it exists first. */
async function ensureTable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [TABLE])
  if (rows[0]?.exists) return
  await client.query(
    `create table ${TABLE} (id serial primary key, name text not null, run_on timestamptz not null, checksum text)`,
  )
}

const storeChecksums = (client: pg.Client, checksums: ReadonlyMap<string, string>) =>
  client.query(
    `update ${TABLE} m set checksum = t.checksum from unnest($1::text[], $2::text[]) t (name, checksum)
      where m.name = t.name and m.checksum is null`,
    [[...checksums.keys()], [...checksums.values()]],
  )
