import { execFileSync, type ExecFileSyncOptions, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** PostgreSQL's benchmark, "TPC-B (sort of)", in a separate database next to ours. */
export type Pgbench = {
  readonly version: string
  /** Transactions per second and median latency. */
  readonly run: (options: {
    readonly connections: number
    readonly seconds: number
  }) => PgbenchRun & { readonly p50Ms: number }
  /** A custom script, run this many times on each connection, with `:k` counting from 1. */
  readonly runScript: (script: string, options: { readonly connections: number; readonly each: number }) => PgbenchRun
}

export type PgbenchRun = { readonly tps: number }

const DEBIAN = '/usr/lib/postgresql'
/** The share of transactions with logged latency. */
const LOGGED = 0.1

/** `scale` null: without the tables of TPC-B. */
export function preparePgbench(databaseUrl: string, scale: number | null): Pgbench {
  const program = findPgbench() ?? installPgbench()
  if (program === undefined)
    throw new Error('pgbench is missing: install it (Debian: apt-get install postgresql-contrib).')
  if (scale !== null) {
    execFileSync(program, ['-i', '-q', '-s', String(scale), databaseUrl], { stdio: ['ignore', 'ignore', 'pipe'] })
  }
  const run = (args: readonly string[]): PgbenchRun => {
    const text = execFileSync(program, ['-M', 'prepared', '-j', '2', ...args, databaseUrl], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    return { tps: figure(text, /tps = ([\d.]+)/) }
  }
  function inFolder<T>(work: (folder: string) => T): T {
    const folder = mkdtempSync(join(tmpdir(), 'mupiira-pgbench-'))
    try {
      return work(folder)
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
  return {
    version: execFileSync(program, ['--version'], { encoding: 'utf8' }).trim(),
    run: ({ connections, seconds }) =>
      inFolder((folder) => {
        const logged = ['-l', '--sampling-rate', String(LOGGED), '--log-prefix', join(folder, 'log')]
        const { tps } = run(['-c', String(connections), '-T', String(seconds), ...logged])
        return { tps, p50Ms: medianMs(folder) }
      }),
    runScript: (script, { connections, each }) =>
      inFolder((folder) => {
        const file = join(folder, 'script.sql')
        writeFileSync(file, script)
        return run(['-n', '-c', String(connections), '-t', String(each), '-D', 'k=0', '-f', file])
      }),
  }
}

/** The third column is the latency in microseconds. */
function medianMs(folder: string): number {
  const lines = readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').trim().split('\n'))
  const sorted = lines.map((line) => Number(line.split(' ')[2]) / 1000).sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

function figure(text: string, pattern: RegExp): number {
  const found = Number(pattern.exec(text)?.[1])
  if (!(found > 0)) throw new Error(`pgbench said:\n${text}`)
  return found
}

function findPgbench(): string | undefined {
  if (spawnSync('pgbench', ['--version']).status === 0) return 'pgbench'
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : []
  return versions.map((version) => join(DEBIAN, version, 'bin/pgbench')).find((path) => existsSync(path))
}

function installPgbench(): string | undefined {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).error) return undefined
  console.log('Installing pgbench (apt-get) …')
  const options: ExecFileSyncOptions = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  execFileSync('apt-get', ['update', '-qq'], options)
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'postgresql-contrib'], options)
  return findPgbench()
}
