import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { joinCluster } from '../../scripts/postgres/cluster.ts'
import { ensureDatabase } from '../../scripts/postgres/roles.ts'

/** An empty database on a separate PostgreSQL, so a test may stop or kill it. */
export type StoppableDatabase = {
  readonly url: string
  readonly adminUrl: string
  readonly stop: () => Promise<void>
  /** kill -9 of the server and all its child processes; resolves when all are gone. */
  readonly kill: () => Promise<void>
  /** Starts it again on the same address. */
  readonly start: () => Promise<void>
}

const DATABASE = 'outages'

export async function stoppableDatabase(): Promise<StoppableDatabase> {
  const open = () =>
    joinCluster({
      dataFolder: join(import.meta.dirname, `../../.data/stoppable-${process.env['VITEST_POOL_ID'] ?? '1'}`),
      name: 'test-postgres',
      // Committed data must survive a kill.
      durable: true,
    })
  let cluster = await open()
  const { port } = cluster
  await dropDatabase(cluster.superuserUrl('postgres'))
  await ensureDatabase(cluster.superuserUrl('postgres'), DATABASE)
  return {
    url: cluster.appUrl(DATABASE),
    adminUrl: cluster.ownerUrl(DATABASE),
    stop: () => cluster.release(),
    kill: () => killServer(cluster.superuserUrl('postgres')),
    async start() {
      cluster = await open()
      if (cluster.port !== port) throw new Error(`the database came back on port ${cluster.port}, not on ${port}`)
    },
  }
}

async function killServer(url: string): Promise<void> {
  const server = await serverPid(url)
  const all = [server, ...childrenOf(server)]
  for (const pid of all) endAtOnce(pid)
  while (all.some((pid) => existsSync(`/proc/${pid}`) && !isEnded(pid))) await sleep(10)
}

async function serverPid(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  client.on('error', () => undefined)
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return parentOf(rows[0]?.pid ?? 0)
  } finally {
    await client.end()
  }
}

function endAtOnce(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Process state and parent follow the name, which may contain any character. */
const statusOf = (pid: number | string): string[] => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  } catch {
    return []
  }
}
const parentOf = (pid: number | string): number => Number(statusOf(pid)[1] ?? 0)
const isEnded = (pid: number): boolean => ['Z', 'X', undefined].includes(statusOf(pid)[0])
const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number)

async function dropDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`drop database if exists ${DATABASE} with (force)`)
  } finally {
    await client.end()
  }
}
