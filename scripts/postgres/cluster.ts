import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createFiles, prepareFolder, type Server, superuser } from './server-folder.ts'
import { isAlive, leasesIn, withLock } from './lease.ts'
import { chooseLocation } from './location.ts'
import { runProgram } from './program.ts'
import { appRole, ensureRoles, ownerRole } from './roles.ts'

export type ClusterOptions = {
  /** The clone's data folder: `.data`. */
  readonly dataFolder: string
  readonly name: 'postgres' | 'test-postgres'
  /**
   * False is faster: the data is in memory if it fits, and the databases are recreated after a crash of the machine.
   */
  readonly durable: boolean
}

export type Cluster = {
  readonly port: number
  /** True if the server was running already. */
  readonly adopted: boolean
  readonly superuserUrl: (database: string) => string
  readonly ownerUrl: (database: string) => string
  readonly appUrl: (database: string) => string
  /** Stops the server unless another process uses it. */
  readonly release: () => Promise<void>
}

/**
 * Joins the clone's database server by starting it or adopting the running one. Its data and passwords are in
 * one folder.
 */
export async function joinCluster(options: ClusterOptions): Promise<Cluster> {
  const location = await chooseLocation(options.dataFolder, options.durable)
  const folder = join(location.home, options.name)
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o711)
  const leases = leasesIn(join(folder, 'users'))
  const lock = join(folder, 'lock')
  const { server, port, adopted } = await withLock(lock, 60_000, async () => {
    const prepared = await prepareFolder(location, folder)
    const running = await runningPort(prepared)
    const usedPort =
      running ?? (await start(prepared, options).catch((error: unknown) => restart(prepared, options, error)))
    await ensureRoles(url(superuser, prepared.passwords.superuser, usedPort, 'postgres'), prepared.passwords)
    leases.add()
    return { server: prepared, port: usedPort, adopted: running !== undefined }
  })
  const { passwords } = server
  return {
    port,
    adopted,
    superuserUrl: (database) => url(superuser, passwords.superuser, port, database),
    ownerUrl: (database) => url(ownerRole, passwords.owner, port, database),
    appUrl: (database) => url(appRole, passwords.app, port, database),
    release: () =>
      withLock(lock, 60_000, async () => {
        leases.remove()
        if (leases.others() === 0) await stop(server)
      }),
  }
}

function url(user: string, password: string, port: number, database: string): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${database}`
}

/** The port of a server that already uses this data, started by another command or by one that was killed. */
async function runningPort(server: Server): Promise<number | undefined> {
  const pidFile = join(server.data, 'postmaster.pid')
  for (let attempt = 0; attempt < 100; attempt++) {
    if (!existsSync(pidFile)) return undefined
    const lines = readFileSync(pidFile, 'utf8').split('\n')
    const pid = Number(lines[0])
    const port = Number(lines[3])
    if (!isAlive(pid) || !isPostgres(pid)) {
      rmSync(pidFile, { force: true })
      return undefined
    }
    if (port > 0 && (await answers(server, port))) return port
    // The server is starting or stopping. Both end soon.
    await sleep(100)
  }
  throw new Error(`A PostgreSQL server uses ${server.data} but does not respond. Stop it first (see ${pidFile}).`)
}

/** A stale lock's process id may have been reused by an unrelated program. */
function isPostgres(pid: number): boolean {
  const commandLine = `/proc/${pid}/cmdline`
  return (
    !existsSync('/proc/self/cmdline') ||
    (existsSync(commandLine) && readFileSync(commandLine, 'utf8').includes('postgres'))
  )
}

async function answers(server: Server, port: number): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url(superuser, server.passwords.superuser, port, 'postgres'),
    connectionTimeoutMillis: 2000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ folder: string }>(`select current_setting('data_directory') as folder`)
    return rows[0]?.folder === server.data
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function start(server: Server, options: ClusterOptions): Promise<number> {
  const log = join(server.data, 'server.log')
  if (existsSync(log) && statSync(log).size > 10_000_000) renameSync(log, `${log}.1`)
  const portFile = join(server.folder, 'port')
  let output = ''
  for (let attempt = 0; attempt < 5; attempt++) {
    const port = attempt === 0 ? await preferredPort(portFile) : await freePort(0)
    const settings = [
      // Only TCP on the loopback address, because a socket needs a short path in a shared folder.
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'max_connections=200',
      'shared_buffers=256MB',
      'max_wal_size=2GB',
      ...(options.durable
        ? []
        : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum_naptime=10min']),
    ]
    const flags = [`-p ${port}`, ...settings.map((setting) => `-c ${setting}`)].join(' ')
    const args = ['start', '-w', '-t', '60', '-s', '-D', server.data, '-l', log, '-o', flags]
    const started = await runProgram(join(server.location.native, 'bin', 'pg_ctl'), args, server.location.account)
    if (started.code === 0) {
      writeFileSync(portFile, String(port))
      return port
    }
    output = started.output
    // Another program took the port in the meantime, or the backends of a killed server are still exiting.
    await sleep(500)
  }
  throw new Error(`PostgreSQL did not start: ${output.trim()}\nIts log: ${log}`)
}

/** Data that was never flushed may be corrupt after a crash of the machine. It is disposable, so recreate it. */
async function restart(server: Server, options: ClusterOptions, error: unknown): Promise<number> {
  if (options.durable) throw error
  await createFiles(server)
  return start(server, options)
}

async function stop(server: Server): Promise<void> {
  const args = ['stop', '-w', '-t', '30', '-s', '-m', 'fast', '-D', server.data]
  const stopped = await runProgram(join(server.location.native, 'bin', 'pg_ctl'), args, server.location.account)
  if (stopped.code !== 0 && existsSync(join(server.data, 'postmaster.pid'))) {
    throw new Error(`PostgreSQL did not stop: ${stopped.output.trim()}`)
  }
}

async function preferredPort(portFile: string): Promise<number> {
  const saved = existsSync(portFile) ? Number(readFileSync(portFile, 'utf8')) : 0
  return freePort(saved).catch(() => freePort(0))
}

function freePort(preferred: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(preferred, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : preferred))
    })
  })
}
