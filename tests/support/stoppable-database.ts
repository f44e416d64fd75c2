import { join } from 'node:path'
import pg from 'pg'
import { joinCluster } from '../../scripts/postgres/cluster.ts'
import { ensureDatabase } from '../../scripts/postgres/roles.ts'

/** An empty database on a PostgreSQL that nobody else uses, so that a test may stop it. */
export type StoppableDatabase = {
  readonly url: string
  readonly adminUrl: string
  readonly stop: () => Promise<void>
  /** On the same address as before. */
  readonly start: () => Promise<void>
}

const DATABASE = 'outages'

export async function stoppableDatabase(): Promise<StoppableDatabase> {
  const open = () =>
    joinCluster({
      dataFolder: join(import.meta.dirname, '../../.data/stoppable'),
      name: 'test-postgres',
      durable: false,
    })
  let cluster = await open()
  const { port } = cluster
  await dropDatabase(cluster.superuserUrl('postgres'))
  await ensureDatabase(cluster.superuserUrl('postgres'), DATABASE)
  return {
    url: cluster.appUrl(DATABASE),
    adminUrl: cluster.ownerUrl(DATABASE),
    stop: () => cluster.release(),
    async start() {
      cluster = await open()
      if (cluster.port !== port) throw new Error(`the database came back on port ${cluster.port}, not on ${port}`)
    },
  }
}

async function dropDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`drop database if exists ${DATABASE} with (force)`)
  } finally {
    await client.end()
  }
}
