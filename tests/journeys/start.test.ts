import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../support/client.ts'
import { freePort } from '../support/free-port.ts'
import type { OpenApi } from '../support/openapi-check.ts'
import { PROVIDER_NAMES } from '../support/providers.ts'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'mupiira-start-'))
let port = 0

type Started = { readonly process: ChildProcess; readonly output: () => string; readonly exit: Promise<number | null> }

/** `npm start` without npm and its wrapper, with a separate data folder. */
const start = (): Started => run('scripts/start.ts')

function run(script: string, options: readonly string[] = [], variables: NodeJS.ProcessEnv = {}): Started {
  const child = spawn(process.execPath, [join(root, script), ...options], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PORT: String(port),
      MUPIIRA_DATA: folder,
      DATABASE_URL: '',
      HISTORY_DAYS: '2',
      NODE_ENV: 'development',
      ...variables,
    },
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk))
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { process: child, output: () => output, exit }
}

/** Includes a build of the web app on a busy machine. */
const DONE_WITHIN_MS = 180_000
const STOPPED_WITHIN_MS = 30_000

async function until(what: string, isSo: () => boolean | Promise<boolean>, started?: Started): Promise<void> {
  const deadline = performance.now() + DONE_WITHIN_MS
  while (performance.now() < deadline && started?.process.exitCode == null) {
    if (await isSo()) return
    await sleep(100)
  }
  throw new Error(`${what} did not happen. ${started?.output() ?? ''}`)
}

const isReady = (started: Started) => () => started.output().includes('is ready')
const isServing = async (): Promise<boolean> =>
  (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined)) !== undefined

function removeData(): void {
  const note = join(folder, 'postgres-location')
  if (existsSync(note)) rmSync(readFileSync(note, 'utf8').trim(), { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
}

/** The database process, wherever its data folder is. */
function postgresPid(): number | undefined {
  const note = join(folder, 'postgres-location')
  const home = existsSync(note) ? readFileSync(note, 'utf8').trim() : folder
  const pidFile = join(home, 'postgres/data/postmaster.pid')
  return existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[0]) : undefined
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('npm start on a new clone', () => {
  afterAll(removeData)

  it(
    'npm start stops within seconds of Ctrl-C while it generates the demo history, and leaves nothing running',
    async () => {
      port = await freePort()
      const started = run('scripts/start.ts', [], { HISTORY_DAYS: '30' })
      await until('The history', () => started.output().includes('Generating the demo history'), started)
      await sleep(1_000)
      const database = postgresPid() ?? 0
      expect(isRunning(database)).toBe(true)
      started.process.kill('SIGINT')
      const code = await Promise.race([started.exit, sleep(STOPPED_WITHIN_MS).then(() => 'still running')])
      if (code !== 0) started.process.kill('SIGKILL')
      expect(code).toBe(0)
      await until('The end of PostgreSQL', () => !isRunning(database))
    },
    2 * DONE_WITHIN_MS,
  )
})

describe('npm start', () => {
  let current: Started
  beforeAll(async () => {
    port = await freePort()
    current = start()
    await until('The start', isReady(current), current)
  }, 2 * DONE_WITHIN_MS)
  afterAll(async () => {
    current.process.kill('SIGTERM')
    await current.exit
    removeData()
  })

  it('npm start serves the web app, the API and a handset, and prints their addresses and accounts', async () => {
    const home = await fetch(`http://127.0.0.1:${port}/`)
    expect([home.status, home.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')])
    expect(await home.text()).toContain('Mupiira')
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
    const handset = /handset\s+(\S+)/.exec(current.output())?.[1] ?? ''
    expect((await fetch(handset)).status).toBe(200)
    const messages = /SMS, email\s+(\S+)/.exec(current.output())?.[1] ?? ''
    expect((await fetch(messages)).status).toBe(200)
    const pushes = /web push\s+(\S+)/.exec(current.output())?.[1] ?? ''
    expect(await (await fetch(pushes)).text()).toContain('Nothing has been sent yet.')
    expect(current.output()).toMatch(/demo player\s+phone 0\d{9}, password \S+/)
    expect(current.output()).toMatch(/demo admin\s+phone 0\d{9}, password \S+/)
  })

  it('npm start generates its secrets and does not print them', () => {
    const secrets = Object.values(
      JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8')) as Record<string, string>,
    )
    expect(secrets.length).toBeGreaterThan(5)
    for (const secret of secrets) expect(secret.length).toBeGreaterThanOrEqual(20)
    expect(secrets.filter((secret) => current.output().includes(secret))).toEqual([])
  })

  it('npm start gives a new demo a history of settled and open bets, with a valid ledger', async () => {
    const url = `http://127.0.0.1:${port}`
    const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as OpenApi
    const staff = createClient(url, document, '10.0.0.1')
    const [, phoneNumber = '', password = ''] = /demo admin +phone (\d+), password (\S+)/.exec(current.output()) ?? []
    await staff.must('POST /api/auth/login', { body: { phoneNumber, password } })
    const { days } = await staff.must('GET /api/admin/bets/totals', {})
    const bets = (...statuses: string[]): number =>
      days.filter(({ status }) => statuses.includes(status)).reduce((sum, { tickets }) => sum + tickets, 0)
    const { total } = await staff.must('GET /api/admin/users/counts', {})
    const ledger = await staff.must('GET /api/admin/ledger/check', {})
    const { checks } = await staff.must('GET /api/admin/stats', {})
    staff.raw.close()
    // The date decides the results, and the time of day decides which games have ended.
    expect(bets('won', 'lost')).toBeGreaterThanOrEqual(3)
    expect(bets('pending')).toBeGreaterThanOrEqual(1)
    expect(total).toBeGreaterThanOrEqual(20)
    expect(ledger).toMatchObject({ ok: true, isCompared: true, differences: [], unexplainedKinds: [] })
    expect(checks).toMatchObject({ ledger: { outcome: 'correct' }, auditLog: { outcome: 'correct' } })
    // A stake for each bet, and payouts and deposits.
    expect(ledger.postings).toBeGreaterThan(bets('won', 'lost', 'pending'))
  })

  it('npm run ledger:check finds a valid ledger while npm start is running', async () => {
    const ended = run('scripts/ledger-check.ts')
    expect(await ended.exit).toBe(0)
    expect(ended.output()).toContain('the ledger is valid')
  })

  it('[OPS-05] npm start reconciles every provider up to the current day', async () => {
    const reconcile = async (...options: string[]) => {
      const ended = run('scripts/reconcile.ts', options)
      return { code: await ended.exit, output: ended.output() }
    }
    const today = await reconcile()
    for (const provider of PROVIDER_NAMES) expect(today.output).toContain(`${provider} on `)
    const later = await reconcile('--date', '2099-01-01')
    expect([later.code, later.output]).toEqual([2, expect.stringContaining('2099-01-01 has not begun in Kampala')])
  })

  it('npm start reports that its port is in use, and does not affect the other process', async () => {
    const second = start()
    expect(await second.exit).toBe(1)
    expect(second.output()).toContain(`Port ${port} is in use`)
    expect(await isServing()).toBe(true)
  })

  it('npm start uses the database of a killed earlier run, whose processes exit', async () => {
    const database = postgresPid()
    current.process.kill('SIGKILL')
    await current.exit
    await until('The end of the server', async () => !(await isServing()))
    current = start()
    await until('The second start', isReady(current), current)
    expect(current.output()).toContain('Using the PostgreSQL')
    expect(postgresPid()).toBe(database)
  })

  it('npm start leaves nothing running after Ctrl-C', async () => {
    const database = postgresPid() ?? 0
    current.process.kill('SIGINT')
    expect(await current.exit).toBe(0)
    expect(await isServing()).toBe(false)
    expect(postgresPid()).toBeUndefined()
    await until('The end of PostgreSQL', () => !isRunning(database))
  })
})
