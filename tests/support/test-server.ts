import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { joinCluster } from '../../scripts/postgres/cluster.ts'
import { appRole, ownerRole } from '../../scripts/postgres/roles.ts'

const root = join(import.meta.dirname, '../..')
const migrations = join(root, 'apps/server/src/migrations')
const migrateFile = join(root, 'apps/server/src/kernel/db/migrate.ts')

/**
 * A server on which tests may create databases, and the migrated template database. Plain strings, so they can be
 * passed to workers.
 */
export type TestServer = {
  /** Logs in as a role that may create and drop databases. */
  readonly superuserUrl: string
  /** URL patterns of a database named `DATABASE`, for the schema owner and for the application. */
  readonly ownerUrl: string
  readonly appUrl: string
  readonly ownerRole: string
  readonly template: string
}

export type StartedTestServer = { readonly server: TestServer; readonly release: () => Promise<void> }

/** Starts or joins the clone's test server, or uses `TEST_DATABASE_URL`, and updates the template. */
export async function startTestServer(): Promise<StartedTestServer> {
  const outside = process.env['TEST_DATABASE_URL']
  const started = outside ? outsideServer(outside) : await embeddedServer()
  await removeOldDatabases(started.server)
  await ensureTemplate(started.server)
  return started
}

async function embeddedServer(): Promise<StartedTestServer> {
  const cluster = await joinCluster({ dataFolder: join(root, '.data'), name: 'test-postgres', durable: false })
  const server = {
    superuserUrl: cluster.superuserUrl('postgres'),
    ownerUrl: cluster.ownerUrl('DATABASE'),
    appUrl: cluster.appUrl('DATABASE'),
    ownerRole,
    template: templateName(),
  }
  return { server, release: cluster.release }
}

/**
 * On the server of `TEST_DATABASE_URL`, the login of that address owns the schema, and a separate test login is a
 * member of the application's role.
 */
function outsideServer(address: string): StartedTestServer {
  const owner = new URL(address)
  const app = new URL(address)
  app.username = 'mupiira_test_app'
  app.password = createHash('sha256').update(`mupiira test ${address}`).digest('hex')
  const server = {
    superuserUrl: address,
    ownerUrl: withDatabase(owner, 'DATABASE'),
    appUrl: withDatabase(app, 'DATABASE'),
    ownerRole: decodeURIComponent(owner.username),
    template: templateName(),
  }
  return { server, release: async () => undefined }
}

function withDatabase(address: URL, database: string): string {
  const copy = new URL(address)
  copy.pathname = `/${database}`
  return copy.href
}

/** Named by a hash of its migrations: an edited migration makes a new template, an unchanged schema reuses it. */
function templateName(): string {
  const hash = createHash('sha256').update(readFileSync(migrateFile))
  for (const name of readdirSync(migrations).sort()) hash.update(name).update(readFileSync(join(migrations, name)))
  return `mupiira_template_${hash.digest('hex').slice(0, 12)}`
}

async function ensureTemplate(server: TestServer): Promise<void> {
  await withClient(server.superuserUrl, async (client) => {
    // Two test runs may start at once.
    await client.query(`select pg_advisory_lock(hashtext('mupiira test template'))`)
    const { rowCount } = await client.query('select from pg_database where datname = $1', [server.template])
    if (rowCount === 0) await makeTemplate(client, server)
    if (!process.env['TEST_DATABASE_URL']) return
    await ensureTestLogin(client, new URL(server.appUrl))
  })
}

async function makeTemplate(client: pg.Client, server: TestServer): Promise<void> {
  const unfinished = `${server.template}_unfinished`
  await client.query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`)
  await client.query(`CREATE DATABASE ${unfinished} OWNER ${client.escapeIdentifier(server.ownerRole)}`)
  const { migrate } = (await import(migrateFile)) as { migrate: (url: string) => Promise<void> }
  await migrate(databaseUrl(server.ownerUrl, unfinished))
  await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${server.template}`)
}

async function ensureTestLogin(client: pg.Client, login: URL): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [login.username])
  if (rowCount === 0) await client.query(`CREATE ROLE ${login.username} LOGIN IN ROLE ${appRole}`)
  await client.query(`ALTER ROLE ${login.username} PASSWORD ${client.escapeLiteral(login.password)}`)
}

/** Drops databases of killed runs and templates of old schemas. Another run may use a recent template. */
async function removeOldDatabases(server: TestServer): Promise<void> {
  await withClient(server.superuserUrl, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      `(select datname from pg_database where datname ~ '^mupiira_test_[0-9]+_')
       union all
       (select datname from pg_database where datname ~ '^mupiira_template_[0-9a-f]{12}$' order by oid desc offset 5)`,
    )
    const tooOld = (Date.now() - 2 * 3600_000) / 1000
    for (const { datname } of rows) {
      const madeAt = /^mupiira_test_(\d+)_/.exec(datname)?.[1]
      if (datname === server.template || (madeAt && Number(madeAt) > tooOld)) continue
      await client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(datname)} WITH (FORCE)`)
    }
  })
}

/** A copy of the template, by name. */
export async function createCopy(server: TestServer): Promise<string> {
  const name = `mupiira_test_${Math.floor(Date.now() / 1000)}_${randomBytes(5).toString('hex')}`
  const owner = pg.escapeIdentifier(server.ownerRole)
  await withClient(server.superuserUrl, (client) =>
    // Copying the files takes half the CPU time of PostgreSQL's default, which writes the copy to the WAL.
    client.query(`CREATE DATABASE ${name} TEMPLATE ${server.template} OWNER ${owner} STRATEGY FILE_COPY`),
  )
  // A copy does not have the rights that migrations set on the database itself.
  await withClient(server.superuserUrl, (client) => client.query(`REVOKE TEMPORARY ON DATABASE ${name} FROM PUBLIC`))
  return name
}

export async function dropCopy(server: TestServer, name: string): Promise<void> {
  await withClient(server.superuserUrl, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
}

export function databaseUrl(pattern: string, database: string): string {
  return pattern.replace(/DATABASE$|DATABASE(?=\?)/, database)
}

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
