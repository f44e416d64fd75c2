import pg from 'pg'
import type { Passwords } from './server-folder.ts'

export const ownerRole = 'mupiira_owner'
export const appRole = 'mupiira_app'
const playerRole = 'mupiira_player'

/**
 * Creates or updates the owner of the schema, the server's role, and the role for reads of one player
 * (docs/decisions/0006-database-access.md).
 */
export async function ensureRoles(superuserUrl: string, passwords: Passwords): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  try {
    const roles = [
      [ownerRole, passwords.owner, 'CREATEDB'],
      [appRole, passwords.app, ''],
    ] as const
    for (const [role, password, rights] of roles) {
      const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
      const verb = rowCount === 0 ? 'CREATE' : 'ALTER'
      await client.query(`${verb} ROLE ${role} LOGIN ${rights} PASSWORD ${client.escapeLiteral(password)}`)
    }
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [playerRole])
    if (rowCount === 0) await client.query(`CREATE ROLE ${playerRole} NOLOGIN`)
    await client.query(`GRANT ${playerRole} TO ${appRole}`)
    await client.query(`GRANT ${appRole} TO ${ownerRole}`)
  } finally {
    await client.end()
  }
}

/** Creates the database of that name, owned by the schema's owner, if it does not exist. */
export const ensureDatabase = (superuserUrl: string, name: string): Promise<void> =>
  asSuperuser(superuserUrl, async (client) => {
    if (!(await exists(client, name))) await create(client, name)
  })

/** Creates a database if it does not exist, and gives it its name after `fill` has succeeded. */
export const createFilledDatabase = (
  superuserUrl: string,
  name: string,
  fill: (unfinished: string) => Promise<void>,
): Promise<void> =>
  asSuperuser(superuserUrl, async (client) => {
    if (await exists(client, name)) return
    const unfinished = `${name}_unfinished`
    await client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(unfinished)} WITH (FORCE)`)
    await create(client, unfinished)
    await fill(unfinished)
    await client.query(
      `ALTER DATABASE ${client.escapeIdentifier(unfinished)} RENAME TO ${client.escapeIdentifier(name)}`,
    )
  })

async function asSuperuser(superuserUrl: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

const exists = async (client: pg.Client, name: string): Promise<boolean> =>
  (await client.query('select from pg_database where datname = $1', [name])).rowCount !== 0

const create = (client: pg.Client, name: string): Promise<unknown> =>
  client.query(`CREATE DATABASE ${client.escapeIdentifier(name)} OWNER ${ownerRole}`)
