import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { installPackage, mayInstall } from './distribution.ts'
import { freePort } from './free-port.ts'

export type TestRedis = {
  readonly url: string
  /** Equivalent to kill -9. */
  kill(): Promise<void>
  restart(): Promise<void>
  close(): Promise<void>
}

const PROGRAMS = ['redis-server', 'valkey-server']
const START_TIMEOUT_MS = 10_000

/**
 * The distribution's Redis (or Valkey), installed now if allowed; throws if that fails. Null, with a warning, only
 * where packages must not be installed (decision 0002).
 */
export function redisProgram(): string | null {
  const program = installedRedis() ?? (mayInstall() ? installRedis() : null)
  if (program === null) console.warn('Redis tests are skipped: install it (Debian: apt-get install redis-server).')
  return program
}

const installedRedis = (): string | null =>
  PROGRAMS.find((program) => spawnSync(program, ['--version']).status === 0) ?? null

function installRedis(): string {
  installPackage('redis-server')
  const program = installedRedis()
  if (program === null) throw new Error('redis-server was installed, and is not found')
  return program
}

/** A separate server for one test, without persistence. */
export async function startRedis(program: string): Promise<TestRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'mupiira-redis-'))
  const port = await freePort()
  let child: ChildProcess | null = null

  async function start(): Promise<void> {
    const started = spawn(
      program,
      ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder],
      { stdio: 'ignore' },
    )
    child = started
    for (let waitedMs = 0; !(await answers(port)); waitedMs += 50) {
      if (started.exitCode !== null || waitedMs > START_TIMEOUT_MS) throw new Error(`${program} did not start`)
      await sleep(50)
    }
  }
  async function kill(): Promise<void> {
    const running = child
    child = null
    if (running === null || running.exitCode !== null) return
    const gone = once(running, 'exit')
    running.kill('SIGKILL')
    await gone
  }

  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    restart: start,
    async close() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The server listens and answers PONG. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const end = (isThere: boolean) => {
      socket.destroy()
      resolve(isThere)
    }
    socket.setTimeout(1_000, () => end(false))
    socket.on('error', () => end(false))
    socket.on('connect', () => socket.write('PING\r\n'))
    socket.on('data', (chunk: Buffer) => end(chunk.toString().startsWith('+PONG')))
  })
}
