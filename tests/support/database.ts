import pg from 'pg'
import {
  createCopy,
  databaseUrl,
  dropCopy,
  type StartedTestServer,
  startTestServer,
  type TestServer,
} from './test-server.ts'

export type TestDatabase = {
  /** Logs in as the owner of the schema. */
  readonly adminUrl: string
  /** Logs in as the application's role, as the server does. */
  readonly url: string
  /** Runs SQL as the owner of the schema. */
  readonly asOwner: (statement: string) => Promise<pg.QueryResult>
  readonly drop: () => Promise<void>
}

let started: Promise<StartedTestServer> | undefined

/**
 * A fresh, migrated database for one test file on a real PostgreSQL; drop it when done.
 *
 *     const database = await testDatabase()
 *     afterAll(() => database.drop())
 */
export async function testDatabase(): Promise<TestDatabase> {
  const server = await testServer()
  const name = await createCopy(server)
  const adminUrl = databaseUrl(server.ownerUrl, name)
  return {
    adminUrl,
    url: databaseUrl(server.appUrl, name),
    async asOwner(statement) {
      const owner = new pg.Client({ connectionString: adminUrl })
      await owner.connect()
      try {
        return await owner.query(statement)
      } finally {
        await owner.end()
      }
    },
    drop: () => dropCopy(server, name),
  }
}

/** In a test run the server starts once, before the workers. A script starts it here and releases it at its end. */
async function testServer(): Promise<TestServer> {
  const shared = process.env['MUPIIRA_TEST_SERVER']
  if (shared) return JSON.parse(shared) as TestServer
  started ??= startTestServer().then((fresh) => {
    process.once('beforeExit', () => void fresh.release())
    return fresh
  })
  return (await started).server
}
