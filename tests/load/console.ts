import { type ChildProcess, fork } from 'node:child_process'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { fitModel } from '@mupiira/domain/pricing/fit.ts'
import { type ConsolePage, consolePages, requestsOf } from '../support/console-pages.ts'
import { durableServer, query } from '../support/durable-database.ts'
import { fillConsole, type FilledConsole, GROWING_TABLES, openFilledConsole } from '../support/filled-console.ts'
import { listenToStatements, type ReceivedStatement } from '../support/received-statements.ts'
import { type LightClient, openLightClient } from '../support/light-client.ts'
import { readingsOf } from '../support/plan-reads.ts'
import { type Product, startProduct } from '../support/product.ts'
import type { BareServerTask } from './console/bare-server.ts'
import { exportTickets } from './console/export-tickets.ts'

/**
 * `npm run bench -- console [users] [tickets] [entries] [--keep]`: every page of the console over one year of data. A
 * page is all requests of its screen, sent in parallel over a browser's connections. `ratio` compares it with its bare
 * SQL: the same statements, one after the other, unprepared. `prepared_ratio` compares it with prepared statements,
 * `route_ratio` with a route that only runs them, which isolates the cost of HTTP. Also measures reads of growing
 * tables, the last pages of lists, and the server's memory during an export of a million tickets. `--keep` keeps the
 * filled database for the next run of that size.
 */
const parsed = parseArgs({ allowPositionals: true, options: { keep: { type: 'boolean', default: false } } })
const keepsDatabase = parsed.values.keep
const [users = 100_000, tickets = 5_000_000, entries = 20_000_000] = parsed.positionals.map(Number)
const DATABASE = 'mupiira_bench_console'
/** Connections of one browser to one origin. */
const CONNECTIONS = 6
/** The minimum number of samples per page. The maximum of fewer samples means little. */
const TIMES = 120
const LATE_TIMES = 21
const SAMPLES = 8
const LATE_PAGES = [50, 1_000]
const MAX_EXPORTED = 1_000_000
/** Upper limit of rows for a search, above the limit for exact counts. */
const BOUNDED_ROWS = 12_000
const PART_OF_A_TABLE = 0.02

const server = await durableServer()
console.log(`PostgreSQL: ${JSON.stringify(await server.describe())}`)
console.log(`Node ${process.version}, ${cpus().length} CPUs, ${users} users, ${tickets} tickets, ${entries} entries`)
const size = { users, tickets, entries }
const database = keepsDatabase
  ? await server.storedDatabase(DATABASE, JSON.stringify(size))
  : { ...(await server.freshDatabase(DATABASE)), isStored: false }
const bare = new pg.Client({ connectionString: database.url })
const owner = new pg.Client({ connectionString: database.adminUrl })
try {
  // Uses the product's schema.
  const empty = await startProduct({ database, env: { ROLES: 'http' } })
  const { token, rows } = database.isStored ? await openFilledConsole(database.adminUrl, new Date()) : await fill()
  if (!database.isStored) await fillRollups(empty)
  await empty.close()
  console.log(
    `rows: ${JSON.stringify(rows)}; ${rows['postings'] ?? 0} transfers are ${2 * (rows['postings'] ?? 0)} entries`,
  )
  if (!database.isStored) await expectBalances()
  if (keepsDatabase) await server.markDatabase(DATABASE, JSON.stringify(size))
  await query(server.superuserUrl(DATABASE), 'checkpoint')
  await Promise.all([bare.connect(), owner.connect()])

  const pages = await consolePages(database.adminUrl, new Date(), SAMPLES)
  const received = await receivePages(pages, token)
  const scans = await scansOf(received, rows)
  const measured = await withProduct(async (product, open) => ({
    pages: await measurePages(
      pages.filter(({ isForOtherPrograms }) => isForOtherPrograms !== true),
      received,
      open,
      token,
    ),
    late: await measureLatePages(pages, open),
    growthMb: await measureExport(product, token),
  }))(token)

  const all = measured.pages.flatMap(({ own }) => own)
  const worst = measured.pages.toSorted((a, b) => b.ratio - a.ratio)[0]
  const late = Math.max(...measured.late)
  const mostOf = (ratio: 'preparedRatio' | 'routeRatio'): string =>
    Math.max(...measured.pages.map((page) => page[ratio])).toFixed(2)
  console.log(
    `RESULT console p95_ms=${p95(all).toFixed(1)} ratio=${worst?.ratio.toFixed(2)} prepared_ratio=${mostOf('preparedRatio')} route_ratio=${mostOf('routeRatio')} above_2x=${measured.pages.filter(({ ratio }) => ratio > 2).length} worst=${worst?.name.replaceAll(' ', '-')} late_page_x=${late.toFixed(2)} scans=${scans} export_growth_mb=${measured.growthMb.toFixed(0)}`,
  )
} finally {
  await Promise.all([bare.end(), owner.end()])
  if (!keepsDatabase) await server.dropDatabase(DATABASE)
  await server.release()
}

/** Sends all requests at once and returns the milliseconds until the last response. */
type Open = (paths: readonly string[], mayBeRefused?: boolean) => Promise<number>

function fill(): Promise<FilledConsole> {
  const model = fitModel({ home: 0.44, draw: 0.28, away: 0.28 })
  return fillConsole(database.adminUrl, size, { now: new Date(), model, say: console.log })
}

/** Stores the figures of reports, as the job of each hour does. */
async function fillRollups(product: Product): Promise<void> {
  const began = performance.now()
  const { code, output } = await product.runEntry('apps/server/src/rollups-refill.ts')
  if (code !== 0) throw new Error(`the rollups were not filled: ${output}`)
  console.log(`rollups: ${((performance.now() - began) / 1_000).toFixed(1)} s`)
}

/** Each balance is the sum of its entries and equals the last recorded one, and the sum of all is zero. */
async function expectBalances(): Promise<void> {
  const [wrong] = await query(
    database.adminUrl,
    `with sums as (
       select player, sum(case when player = destination then amount else -amount end) as sum, max(id) as last from postings group by player
     )
     select count(*)::int as accounts from sums s join accounts a on a.id = s.player join postings l on l.id = s.last
      where a.balance <> s.sum or l.balance_after <> s.sum`,
  )
  if (wrong?.['accounts'] !== 0) throw new Error(`${String(wrong?.['accounts'])} balances differ from their entries`)
  console.log('balances are the sums of their entries')
}

/** Runs with the product on the filled database and a client with a staff session that measures milliseconds. */
function withProduct<T>(work: (product: Product, open: Open) => Promise<T>, url = database.url) {
  return async (token: string): Promise<T> => {
    const product = await startProduct({ database: { ...database, url }, env: { ROLES: 'http', TRUST_PROXY: '0' } })
    const browser = openBrowser(product.url, token)
    try {
      return await work(product, browser.open)
    } finally {
      browser.close()
      await product.close()
    }
  }
}

/** Connections that are already open, as in a console in use. */
function openBrowser(url: string, token: string): { readonly open: Open; readonly close: () => void } {
  const connections = Array.from({ length: CONNECTIONS }, () => openLightClient(url))
  const headers = { cookie: `mupiira_session=${token}` }
  const request = async (connection: LightClient, path: string, mayBeRefused: boolean): Promise<void> => {
    // The server may have closed an idle connection.
    const response = await connection.get(path, headers).catch(() => connection.get(path, headers))
    if (response.status !== 200 && !(mayBeRefused && response.status === 422))
      throw new Error(`${path} was answered ${response.status}: ${response.text().slice(0, 300)}`)
  }
  return {
    async open(paths, mayBeRefused = false) {
      const waiting = [...paths]
      const began = performance.now()
      await Promise.all(
        connections.map(async (connection) => {
          for (let path = waiting.shift(); path !== undefined; path = waiting.shift())
            await request(connection, path, mayBeRefused)
        }),
      )
      return performance.now() - began
    },
    close: () => connections.forEach((connection) => connection.close()),
  }
}

type Received = ReadonlyMap<string, readonly ReceivedStatement[]>

/** Records the statements of each address, without those of authentication. */
async function receivePages(pages: readonly ConsolePage[], token: string): Promise<Received> {
  const listener = await listenToStatements(database.url)
  try {
    return await withProduct(async (_, open) => {
      const received = new Map<string, readonly ReceivedStatement[]>()
      const paths = new Set(pages.flatMap((page) => page.paths.flatMap((path) => requestsOf(page, path))))
      for (const path of paths) {
        await open([path])
        listener.take()
        await open([path])
        received.set(path, listener.take().filter(isOfPage))
      }
      return received
    }, listener.url)(token)
  } finally {
    await listener.close()
  }
}

function isOfPage({ text, name }: ReceivedStatement): boolean {
  return /^\s*(select|with)\b/i.test(text) && !/\b(from session|outbox)\b/.test(text) && !name.startsWith('outbox')
}

/** The number of statements that read more than a bounded number of rows of a growing table. */
async function scansOf(received: Received, sizes: Readonly<Record<string, number>>): Promise<number> {
  const found = new Set<string>()
  for (const [path, statements] of received) {
    for (const statement of statements) {
      for (const { table, nodeType, rows } of await readingsOf(owner, statement)) {
        const most = Math.max(BOUNDED_ROWS, PART_OF_A_TABLE * (sizes[table] ?? 0))
        const isGrowing = GROWING_TABLES.some((growing) => growing === table)
        if (!isGrowing || rows <= most) continue
        found.add(
          `${nodeType} of ${rows} rows of ${table} by ${path}: ${statement.name || statement.text.slice(0, 90).replaceAll(/\s+/g, ' ')}`,
        )
      }
    }
  }
  for (const each of found) console.log(`READS TOO MUCH: ${each}`)
  return found.size
}

type Times = { readonly page: number; readonly alone: number; readonly prepared: number; readonly route: number }
type Measured = {
  readonly name: string
  readonly own: readonly number[]
  readonly ratio: number
  readonly preparedRatio: number
  readonly routeRatio: number
}

/** Measures the variants alternately, so that all of them meet the same conditions. */
async function measurePages(
  pages: readonly ConsolePage[],
  received: Received,
  open: Open,
  token: string,
): Promise<Measured[]> {
  const bareServer = fork(join(import.meta.dirname, 'console/bare-server.ts'))
  const bareBrowser = openBrowser(await bareUrl(bareServer, received), token)
  const measured: Measured[] = []
  try {
    for (const page of pages) {
      const samples: Times[] = []
      const rounds = Math.ceil(TIMES / page.paths.length)
      for (let round = 0; round <= rounds; round++) {
        for (const path of page.paths) {
          const visit = requestsOf(page, path)
          const statements = visit.flatMap((each) => received.get(each) ?? [])
          const times = {
            page: await open(visit),
            alone: await askAlone(statements, false),
            prepared: await askAlone(statements, true),
            route: await bareBrowser.open(visit),
          }
          // The first round fills caches.
          if (round > 0) samples.push(times)
        }
      }
      measured.push(evaluate(page.name, samples))
    }
  } finally {
    bareBrowser.close()
    bareServer.kill()
  }
  return measured
}

function evaluate(name: string, samples: readonly Times[]): Measured {
  const of = (what: keyof Times): number[] => samples.map((times) => times[what])
  const ratioTo = (what: keyof Times): number => p95(of('page')) / p95(of(what))
  const measured = {
    name,
    own: of('page'),
    ratio: ratioTo('alone'),
    preparedRatio: ratioTo('prepared'),
    routeRatio: ratioTo('route'),
  }
  const columns = [p95, median].map((figure) =>
    (['page', 'alone', 'prepared', 'route'] as const).map((what) => figure(of(what)).toFixed(2)).join(' / '),
  )
  console.log(
    `${name}: page / bare SQL / prepared / bare route: p95 ${columns[0]} ms, median ${columns[1]} ms, ratio ${measured.ratio.toFixed(2)}, prepared ${measured.preparedRatio.toFixed(2)}, route ${measured.routeRatio.toFixed(2)}`,
  )
  return measured
}

async function bareUrl(bareServer: ChildProcess, received: Received): Promise<string> {
  const task: BareServerTask = { databaseUrl: database.url, statements: [...received] }
  return new Promise((resolve, reject) => {
    bareServer.once('message', (url) => resolve(String(url)))
    bareServer.once('exit', () => reject(new Error('the bare server exited unexpectedly')))
    bareServer.send(task)
  })
}

async function askAlone(statements: readonly ReceivedStatement[], isPrepared: boolean): Promise<number> {
  const began = performance.now()
  for (const { name, text, values } of statements) {
    await bare.query({ text, values: [...values], ...(isPrepared && name !== '' ? { name } : {}) })
  }
  return performance.now() - began
}

/**
 * For each list, the median time of its last pages relative to the first page. A page that the server refuses as too
 * far has no cost.
 */
async function measureLatePages(pages: readonly ConsolePage[], open: Open): Promise<number[]> {
  const times: number[] = []
  for (const page of pages.filter(({ isList }) => isList === true)) {
    for (const path of page.paths) {
      const at = (no: number): string => `${path}${path.includes('?') ? '&' : '?'}page=${no}`
      const [, ...beside] = requestsOf(page, path)
      const samples = new Map<number, number[]>([1, ...LATE_PAGES].map((no) => [no, []]))
      for (let round = 0; round < LATE_TIMES; round++) {
        for (const [no, took] of samples) took.push(await open([at(no), ...beside], no > 1))
      }
      const first = median(samples.get(1) ?? [])
      for (const no of LATE_PAGES) {
        const late = median(samples.get(no) ?? [])
        times.push(late / first)
        if (late / first > 2) {
          console.log(
            `${page.name}: page ${no} takes ${late.toFixed(1)} ms, page 1 ${first.toFixed(1)} ms: ${(late / first).toFixed(2)} x (${path})`,
          )
        }
      }
    }
  }
  return times
}

/**
 * The server's peak memory growth while it writes a million tickets to a file, in MB. A third of them is exported
 * first, because a fresh server grows to its working size in any case.
 */
async function measureExport(product: Product, token: string): Promise<number> {
  const most = Math.min(MAX_EXPORTED, tickets)
  await exportTickets(product, { token, adminUrl: database.adminUrl, count: Math.ceil(most / 3) })
  return (await exportTickets(product, { token, adminUrl: database.adminUrl, count: most })).growthMb
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
function p95(values: readonly number[]): number {
  return quantile(values, 0.95)
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}
