import type { ChildProcess } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startBeacon } from '@mupiira/simulators/beacon/start.ts'
import { type FootballFeed, startFootballFeed } from '@mupiira/simulators/football-feed/start.ts'
import { type MobileMoney, startMobileMoney } from '@mupiira/simulators/mobile-money/start.ts'
import { type MessagesSimulator, startMessages } from '@mupiira/simulators/messages/start.ts'
import { type PushServiceSimulator, startPushService } from '@mupiira/simulators/push/start.ts'
import { clockFromFile } from '@mupiira/simulators/shared/clock.ts'
import { type Client, createClient } from './client.ts'
import { testDatabase } from './database.ts'
import { openRawClient } from './raw-client.ts'
import { freePort } from './free-port.ts'
import type { OpenApi } from './openapi-check.ts'
import { type ProcessEnd, runEntry, SERVER, spawnEntry } from './spawned-server.ts'
import { createTestClock, type TestClock } from './test-clock.ts'
import { vapidKeys } from './vapid-keys.ts'

/** Below the time limit of a hook, which starts most products. */
const READY_WITHIN_MS = 110_000

export type ProductOptions = {
  /** Matches loaded into the feed before the server starts. */
  readonly matches?: readonly Readonly<Record<string, string>>[]
  readonly kickoffInSeconds?: number
  readonly spreadSeconds?: number
  /** Business time at the start; real time by default. */
  readonly beginsAt?: Date
  /** Match minutes per minute of business time. */
  readonly feedSpeed?: number
  /** Runs Aviator rounds. Without it the game is closed. */
  readonly runsAviator?: true
  /** Called with the feed's URL before the server starts, so a test can put a proxy in between. */
  readonly onFeed?: (url: string) => void
  /** Additional environment variables. */
  readonly env?: Readonly<Record<string, string>>
  /** MTN and Airtel are also reachable directly. */
  readonly withDirectProviders?: boolean
  /** For tests of outages: requests wait for a database connection no longer than in production. */
  readonly hasOutages?: true
  /** An existing database instead of a fresh one of the test server. */
  readonly database?: { readonly url: string; readonly adminUrl: string }
}

/** A match loaded into the feed, in the order of `matches`. */
export type LoadedMatch = {
  readonly matchId: string
  readonly kickoff: Date
  readonly home: string
  readonly away: string
}

export type AnotherNode = { readonly url: string; readonly kill: () => Promise<void> }

/** The complete product for one test, as `npm start` runs it: server process, database, simulators. */
export type Product = {
  readonly url: string
  readonly database: { readonly url: string; readonly adminUrl: string }
  readonly feed: FootballFeed
  readonly money: MobileMoney
  readonly messages: MessagesSimulator
  readonly push: PushServiceSimulator
  readonly clock: TestClock
  readonly loaded: readonly LoadedMatch[]
  /** A browser with a separate address, signed in if a session is given. */
  readonly client: (connections?: number, session?: string) => Client
  readonly ready: () => Promise<void>
  /** kill -9; resolves when the process is gone. */
  readonly kill: () => Promise<void>
  /** SIGTERM; resolves with the exit code and duration. */
  readonly terminate: () => Promise<{ readonly code: number | null; readonly milliseconds: number }>
  /** Starts the server again on the same address, with these variables changed until the next start. */
  readonly restart: (changed?: Readonly<Record<string, string>>) => Promise<void>
  readonly isRunning: () => boolean
  /** Starts another node on the same database with a separate port; it stops with the product. */
  readonly another: () => Promise<AnotherNode>
  /** Where the server publishes the newest seals. */
  readonly sealsFolder: string
  /** Process id of the server. */
  readonly pid: () => number
  /** The server's log, across restarts. */
  readonly log: () => string
  /**
   * Starts another entry point of the server in the same environment, with piped output. It stops with the product.
   */
  readonly spawn: (file: string, changed: Readonly<Record<string, string>>) => ChildProcess
  /** Runs another entry point of the server in the same environment. */
  readonly runEntry: (file: string) => Promise<ProcessEnd>
  readonly close: () => Promise<void>
}

export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const folder = mkdtempSync(join(tmpdir(), 'mupiira-product-'))
  const clock = createTestClock(join(folder, 'clock.json'), options.beginsAt)
  const time = clockFromFile(clock.path)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const webhookUrl = `${url}/api/webhooks/relworx`
  const fresh = options.database === undefined ? await testDatabase() : null
  const database = options.database ?? (fresh as NonNullable<typeof fresh>)
  const feed = await startFootballFeed({ clock: time, speed: options.feedSpeed ?? 10, empty: true })
  options.onFeed?.(feed.url)
  const beacon = options.runsAviator === true ? await startBeacon({ clock: time, blockMs: 250 }) : null
  const messages = await startMessages({ username: 'mupiira', apiKey: 'test-sms-key', clock: time })
  const push = await startPushService({ clock: time })
  const money = await startMobileMoney({
    apiKey: 'test-relworx-key',
    accountNo: 'RELTEST',
    webhookKey: 'test-webhook-key',
    webhookUrl,
    callbackOrigin: url,
    now: () => time.now(),
    approveAfterMs: 200,
    limitRequests: false,
  })
  const loaded = load(feed, options)

  const logFile = join(folder, 'server.log')
  const env = {
    NODE_ENV: 'test',
    PORT: String(port),
    HOST: '127.0.0.1',
    DATABASE_URL: database.url,
    DATABASE_ADMIN_URL: database.adminUrl,
    // Waits are longer on a busy machine.
    ...(options.hasOutages === true ? {} : { DATABASE_WAIT_MS: '30000' }),
    RELWORX_BASE_URL: money.relworxUrl,
    RELWORX_API_KEY: 'test-relworx-key',
    RELWORX_ACCOUNT_NO: 'RELTEST',
    RELWORX_WEBHOOK_KEY: 'test-webhook-key',
    RELWORX_WEBHOOK_URL: webhookUrl,
    RELWORX_REQUESTS_PER_NUMBER: '0',
    HANDSET_URL: `${money.url}/handset`,
    AFRICASTALKING_URL: messages.smsUrl,
    AFRICASTALKING_USERNAME: 'mupiira',
    AFRICASTALKING_API_KEY: 'test-sms-key',
    SMTP_URL: messages.smtpUrl,
    ...vapidKeys(),
    PUSH_SIMULATOR_URL: push.url,
    APIFOOTBALL_URL: feed.url,
    APIFOOTBALL_KEY: feed.apiKey,
    API_FOOTBALL_URL: `${feed.url}/api-football`,
    API_FOOTBALL_KEY: feed.apiKey,
    FEED_POLL_MS: '300',
    ...(beacon === null ? {} : { BEACON_URL: beacon.url }),
    CLOCK_FILE: clock.path,
    STORAGE_DIR: join(folder, 'storage'),
    SEALS_DIR: join(folder, 'seals'),
    // Players have separate addresses behind one proxy.
    TRUST_PROXY: '1',
    LOG_LEVEL: 'warn',
    // Test players send requests faster than people.
    RATE_LIMIT_FACTOR: '10000',
    ...(options.withDirectProviders === true ? money.directEnv() : {}),
    ...options.env,
  }

  let child: ChildProcess | null = null
  function startServer(changed: Readonly<Record<string, string>> = {}): void {
    const log = openSync(logFile, 'a')
    child = spawnEntry(SERVER, { ...env, ...changed }, log)
    closeSync(log)
  }
  const log = (): string => readFileSync(logFile, 'utf8')
  const isRunning = (): boolean => child !== null && child.exitCode === null && child.signalCode === null

  const raw = openRawClient(url)
  async function ready(): Promise<void> {
    const deadline = performance.now() + READY_WITHIN_MS
    while (performance.now() < deadline) {
      if (!isRunning()) throw new Error(`the server exited unexpectedly:\n${log().slice(-4_000)}`)
      const response = await raw.send({ method: 'GET', target: '/readyz' }).catch(() => null)
      if (response?.status === 200) return
      await sleep(50)
    }
    throw new Error(`the server is not ready:\n${log().slice(-4_000)}`)
  }

  async function stop(signal: 'SIGKILL' | 'SIGTERM'): Promise<{ code: number | null; milliseconds: number }> {
    const began = performance.now()
    if (child === null || !isRunning()) return { code: child?.exitCode ?? null, milliseconds: 0 }
    const ended = new Promise<number | null>((resolve) => child?.once('exit', resolve))
    child.kill(signal)
    return { code: await ended, milliseconds: performance.now() - began }
  }

  const others: ChildProcess[] = []
  async function another(): Promise<AnotherNode> {
    const otherPort = await freePort()
    const output = openSync(logFile, 'a')
    const node = spawnEntry(SERVER, { ...env, PORT: String(otherPort) }, output)
    closeSync(output)
    others.push(node)
    const otherUrl = `http://127.0.0.1:${otherPort}`
    const deadline = performance.now() + READY_WITHIN_MS
    while (!(await fetch(`${otherUrl}/readyz`).catch(() => null))?.ok) {
      if (performance.now() > deadline) throw new Error(`the other node is not ready:\n${log().slice(-4_000)}`)
      await sleep(50)
    }
    return { url: otherUrl, kill: () => killed(node) }
  }

  startServer()
  await ready()
  const described = await raw.send({ method: 'GET', target: '/api/openapi.json' })
  const document = JSON.parse(described.text) as OpenApi
  const clients: Client[] = []

  return {
    url,
    database,
    feed,
    money,
    messages,
    push,
    clock,
    loaded,
    client(connections, session) {
      const at = clients.length + 1
      const client = createClient(url, document, `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`, connections, session)
      clients.push(client)
      return client
    },
    ready,
    kill: async () => void (await stop('SIGKILL')),
    terminate: () => stop('SIGTERM'),
    async restart(changed) {
      startServer(changed)
      await ready()
    },
    isRunning,
    another,
    sealsFolder: env.SEALS_DIR,
    pid() {
      if (child?.pid === undefined) throw new Error('the server does not run')
      return child.pid
    },
    log,
    spawn(file, changed) {
      const node = spawnEntry(file, { ...env, ...changed }, 'pipe')
      others.push(node)
      return node
    },
    runEntry: (file) => runEntry(file, env),
    async close() {
      for (const client of clients) client.raw.close()
      raw.close()
      await stop('SIGTERM')
      await Promise.all(others.map(killed))
      await Promise.all([feed.close(), money.close(), messages.close(), push.close(), beacon?.close()])
      await fresh?.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function killed(node: ChildProcess): Promise<void> {
  if (node.exitCode !== null || node.signalCode !== null) return
  const gone = new Promise<void>((resolve) => node.once('exit', () => resolve()))
  node.kill('SIGKILL')
  await gone
}

function load(feed: FootballFeed, options: ProductOptions): LoadedMatch[] {
  if (options.matches === undefined) return []
  const reply = feed.control({
    action: 'load',
    matches: options.matches,
    ...(areTimed(options) ? {} : { kickoffInSeconds: options.kickoffInSeconds ?? 3_600 }),
    spreadSeconds: options.spreadSeconds ?? 0,
  })
  const matches = reply['matches'] as { match_id: string; kickoff: string; home: string; away: string }[]
  return matches.map((match) => ({
    matchId: match.match_id,
    kickoff: new Date(match.kickoff),
    home: match.home,
    away: match.away,
  }))
}

/** Returns whether the matches keep their own start times. */
const areTimed = ({ matches = [], kickoffInSeconds }: ProductOptions): boolean =>
  kickoffInSeconds === undefined && matches.every((match) => match['kickoff'] !== undefined)
