import pg from 'pg'
import { type Config, ConfigurationFault } from './config.ts'

/**
 * Throws for logins that are superusers (OPS-08): they bypass every grant, read files of the database server, and could
 * rewrite the sealed logs.
 */
export async function refuseSuperusers({
  databaseUrl,
  databaseAdminUrl,
}: Pick<Config, 'databaseUrl' | 'databaseAdminUrl'>): Promise<void> {
  const logins = { DATABASE_URL: databaseUrl, DATABASE_ADMIN_URL: databaseAdminUrl }
  const checked = await Promise.all(
    Object.entries(logins).map(async ([name, url]) => ((await isSuperuser(url)) ? [name] : [])),
  )
  const names = checked.flat()
  if (names.length > 0) throw new ConfigurationFault(names.map((name) => `${name} logs in as a superuser`))
}

async function isSuperuser(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ rolsuper: boolean }>(
      'select rolsuper from pg_roles where rolname = session_user',
    )
    return rows[0]?.rolsuper ?? false
  } finally {
    await client.end().catch(() => {})
  }
}
