import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestAccount } from '../../apps/server/src/testing/test-accounts.ts'
import { createTestApp, type TestApp } from '../../apps/server/src/testing/test-app.ts'
import { createTestClient, type TestClient } from '../../apps/server/src/testing/test-client.ts'
import { SESSION_COOKIE } from '../support/client.ts'
import { openDatabaseProxy } from '../support/database-proxy.ts'
import { type Product, startProduct } from '../support/product.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type Request = {
  readonly method: Method
  readonly url: string
  readonly body?: object
  /** The idempotency key of a request that moves money. */
  readonly key?: string
}
export type Response = { readonly status: number; readonly text: string }
/** A server that answers players. It throws, or answers with a status from 500 on, when it dies. */
export type Node = { readonly send: (account: TestAccount, request: Request) => Promise<Response> }

/** The application of the test itself, which never dies. */
export const firstNode: Node = { send: (account, request) => sendBy(account, request) }

async function sendBy(client: TestClient, { method, url, body, key }: Request): Promise<Response> {
  const options = key === undefined ? {} : { key }
  switch (method) {
    case 'GET':
      return client.get(url, options)
    case 'POST':
      return client.post(url, body, options)
    case 'PUT':
      return client.put(url, body, options)
    case 'DELETE':
      return client.delete(url, options)
  }
}

/** The way of a node to its database. When the node dies, the test waits until the database has ended its sessions. */
async function openWay(first: TestApp) {
  let packets = Infinity
  const ports = new Set<number>()
  const proxy = await openDatabaseProxy(first.database.url, (client, database) => {
    database.once('connect', () => ports.add(database.localPort ?? 0))
    client.on('data', (bytes) => {
      packets -= 1
      if (packets < 0) void proxy.close()
      else database.write(bytes)
    })
    database.on('data', (bytes) => client.write(bytes))
  })
  const adminUrl = new URL(first.database.adminUrl)
  adminUrl.host = new URL(proxy.url).host
  return {
    database: { url: proxy.url, adminUrl: adminUrl.href },
    close: proxy.close,
    /** All connections are cut instead of sending the next packet after this many. */
    cutAfter: (count: number): void => void (packets = count),
    /** A transaction whose end was received may still commit after the node is gone. */
    async untilSessionsEnd(): Promise<void> {
      const open = () =>
        first.kernel.db.query('select from pg_stat_activity where client_port = any($1::int[])', [[...ports]])
      while ((await open()).length > 0) await sleep(5)
    },
  }
}

/** A second node in this process, whose connections to the database can be cut all at once. */
export async function openSecondNode(first: TestApp) {
  const way = await openWay(first)
  const app = await createTestApp({
    clock: first.clock,
    database: way.database,
    config: { DATABASE_WAIT_MS: '1000' },
  })
  const clients = new Map<string, TestClient>()
  function clientOf(account: TestAccount): TestClient {
    const client = clients.get(account.id) ?? createTestClient(app.server)
    clients.set(account.id, client)
    client.cookies.set(SESSION_COOKIE, account.cookies.get(SESSION_COOKIE) ?? '')
    return client
  }
  return {
    modules: app.modules,
    send: (account: TestAccount, request: Request) => sendBy(clientOf(account), request),
    dieAfter: way.cutAfter,
    /** Ends what is left of it. */
    async bury(): Promise<void> {
      await way.close()
      await way.untilSessionsEnd()
      await app.close().catch(() => undefined)
    },
  }
}
export type SecondNode = Awaited<ReturnType<typeof openSecondNode>>

/** Processes check the clock's file every 100 ms. */
const CLOCK_SEEN_MS = 250

/** A real server process on the same database, with all background work. It is killed with SIGKILL. */
export async function startProcess(first: TestApp) {
  let product: Product | null = null
  const way = await openWay(first)
  const folder = mkdtempSync(join(tmpdir(), 'mupiira-in-play-'))
  const clockFile = join(folder, 'clock.json')
  function writeClock(): void {
    const clock = { sinceMs: 0, speed: 0, offsetMs: first.clock.now().getTime() }
    writeFileSync(`${clockFile}.new`, JSON.stringify(clock))
    renameSync(`${clockFile}.new`, clockFile)
  }
  return {
    isRunning: (): boolean => product?.isRunning() === true,
    async start(): Promise<void> {
      writeClock()
      // After the pause, its own feed would count as silent until its first response.
      await first.kernel.db.change('update feed_states set received_at = now()')
      if (product !== null) return product.restart()
      product = await startProduct({ database: way.database, env: { CLOCK_FILE: clockFile } })
    },
    /** Moves the process to the time of the test. */
    async followClock(): Promise<void> {
      if (product?.isRunning() !== true) return
      writeClock()
      await sleep(CLOCK_SEEN_MS)
    },
    async send(account: TestAccount, { method, url, body, key }: Request): Promise<Response> {
      const response = await fetch(`${product?.url}${url}`, {
        method,
        headers: {
          cookie: `${SESSION_COOKIE}=${account.cookies.get(SESSION_COOKIE)}`,
          'sec-fetch-site': 'same-origin',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { status: response.status, text: await response.text() }
    },
    async kill(): Promise<void> {
      await product?.kill()
      await way.untilSessionsEnd()
    },
    async close(): Promise<void> {
      await product?.close()
      await way.close()
      rmSync(folder, { recursive: true })
    },
  }
}
export type ServerProcess = Awaited<ReturnType<typeof startProcess>>
