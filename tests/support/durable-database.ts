import { join } from 'node:path'
import pg from 'pg'
import { joinCluster } from '../../scripts/postgres/cluster.ts'
import { ensureDatabase } from '../../scripts/postgres/roles.ts'

/** A crash-safe PostgreSQL for benchmarks: the clone's cluster, or the server of `BENCH_DATABASE_URL`. */
export type DurableServer = {
  /** Creates an empty database, replacing one of that name. */
  readonly freshDatabase: (name: string) => Promise<{ readonly url: string; readonly adminUrl: string }>
  /** Reuses the database of that name if it carries this mark, otherwise creates an empty one; see `markDatabase`. */
  readonly storedDatabase: (
    name: string,
    mark: string,
  ) => Promise<{ readonly url: string; readonly adminUrl: string; readonly isStored: boolean }>
  /** Marks a database with a description of its content for later runs. */
  readonly markDatabase: (name: string, mark: string) => Promise<void>
  readonly dropDatabase: (name: string) => Promise<void>
  readonly superuserUrl: (database: string) => string
  /** Version and settings, printed with every run. */
  readonly describe: () => Promise<Readonly<Record<string, string>>>
  readonly release: () => Promise<void>
}

const DURABLE = ['fsync', 'synchronous_commit', 'full_page_writes'] as const
const REPORTED = ['server_version', 'shared_buffers', 'max_wal_size', 'wal_sync_method', 'max_connections'] as const

export async function durableServer(): Promise<DurableServer> {
  const outside = process.env['BENCH_DATABASE_URL']
  const cluster = outside
    ? null
    : await joinCluster({ dataFolder: join(import.meta.dirname, '../../.data'), name: 'postgres', durable: true })
  const superuserUrl = (database: string): string =>
    cluster?.superuserUrl(database) ?? withDatabase(outside ?? '', database)

  async function dropDatabase(name: string): Promise<void> {
    await query(superuserUrl('postgres'), `drop database if exists ${name} with (force)`)
  }

  async function freshDatabase(name: string) {
    await dropDatabase(name)
    if (cluster === null) await query(superuserUrl('postgres'), `create database ${name}`)
    else await ensureDatabase(superuserUrl('postgres'), name)
    return urlsOf(name)
  }

  function urlsOf(name: string) {
    const adminUrl = cluster?.ownerUrl(name) ?? superuserUrl(name)
    return { url: cluster?.appUrl(name) ?? adminUrl, adminUrl }
  }

  return {
    superuserUrl,
    dropDatabase,
    freshDatabase,
    async storedDatabase(name, mark) {
      const [found] = await query(
        superuserUrl('postgres'),
        `select shobj_description(oid, 'pg_database') = $2 as fits from pg_database where datname = $1`,
        [name, mark],
      )
      const isStored = found?.['fits'] === true
      return { ...(isStored ? urlsOf(name) : await freshDatabase(name)), isStored }
    },
    async markDatabase(name, mark) {
      await query(superuserUrl('postgres'), `comment on database ${name} is '${mark.replaceAll("'", "''")}'`)
    },
    async describe() {
      const names = [...DURABLE, ...REPORTED]
      const rows = await query(
        superuserUrl('postgres'),
        'select name, current_setting(name) as value from unnest($1::text[]) as n (name)',
        [names],
      )
      const settings = Object.fromEntries(rows.map(({ name, value }) => [String(name), String(value)]))
      for (const name of DURABLE) {
        if (settings[name] !== 'on')
          throw new Error(`${name} is ${settings[name]}: the measurement would be meaningless.`)
      }
      return settings
    },
    release: async () => cluster?.release(),
  }
}

export async function query(url: string, text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text, values)).rows
  } finally {
    await client.end()
  }
}

function withDatabase(address: string, database: string): string {
  const url = new URL(address)
  url.pathname = `/${database}`
  return url.href
}
