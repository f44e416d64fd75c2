import { execFileSync, type ExecFileSyncOptions, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** PostgreSQL's own benchmark, "TPC-B (sort of)", on a database of its own beside ours. */
export type Pgbench = {
  readonly version: string
  /** Transactions per second. */
  readonly run: (options: { readonly connections: number; readonly seconds: number }) => PgbenchRun
}

export type PgbenchRun = { readonly tps: number; readonly latencyMs: number }

const DEBIAN = '/usr/lib/postgresql'

export function preparePgbench(databaseUrl: string, scale: number): Pgbench {
  const program = findPgbench() ?? installPgbench()
  if (program === undefined)
    throw new Error('pgbench is missing: install it (Debian: apt-get install postgresql-contrib).')
  execFileSync(program, ['-i', '-q', '-s', String(scale), databaseUrl], { stdio: ['ignore', 'ignore', 'pipe'] })
  return {
    version: execFileSync(program, ['--version'], { encoding: 'utf8' }).trim(),
    run({ connections, seconds }) {
      const args = ['-M', 'prepared', '-c', String(connections), '-j', '2', '-T', String(seconds), databaseUrl]
      const told = execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
      return { tps: figure(told, /tps = ([\d.]+)/), latencyMs: figure(told, /latency average = ([\d.]+)/) }
    },
  }
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
