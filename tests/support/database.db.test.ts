import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from './database.ts'

describe('a test database', () => {
  const databases: TestDatabase[] = []
  afterAll(async () => {
    for (const database of databases) await database.drop()
  })
  const fresh = async (): Promise<TestDatabase> => {
    const database = await testDatabase()
    databases.push(database)
    return database
  }

  it('a test database is migrated, and the server’s role does not own the database', async () => {
    const { adminUrl, url } = await fresh()
    expect(await query(adminUrl, 'select count(*) > 0 as yes from schema_migrations')).toEqual([{ yes: true }])
    const [owner] = await query(adminUrl, 'select current_user as name')
    const [app] = await query(
      url,
      `select current_user as name, pg_has_role(current_user, 'mupiira_app', 'member') as is_app`,
    )
    expect(app?.['name']).not.toBe(owner?.['name'])
    expect(app?.['is_app']).toBe(true)
    await expect(query(url, 'create table intruder (id int)')).rejects.toThrow(/permission denied/)
  })

  it('a test database is isolated from other test databases', async () => {
    const [one, other] = await Promise.all([fresh(), fresh()])
    await query(one.adminUrl, 'create table only_here (id int)')
    await expect(query(other.adminUrl, 'select from only_here')).rejects.toThrow(/does not exist/)
  })

  it('a test database is dropped even with open connections', async () => {
    const database = await testDatabase()
    const client = new pg.Client({ connectionString: database.url })
    client.on('error', () => undefined)
    await client.connect()
    await database.drop()
    await expect(query(database.url, 'select 1')).rejects.toThrow(/does not exist/)
    await client.end().catch(() => undefined)
  })
})

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}
