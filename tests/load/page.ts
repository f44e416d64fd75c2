import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { HOUR_MS, MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import { chromiumPath, launchChromium } from '../support/chromium.ts'
import { until } from '../support/player.ts'
import { listedMatches } from '../support/listed-matches.ts'
import { freePort } from '../support/free-port.ts'
import { startProduct } from '../support/product.ts'

/**
 * `npm run bench -- page` measures the first page on a phone:
 * - Lighthouse (mobile, simulated slow 4G, CPU four times slower), the median run;
 * - first paint over 400 kbit/s with 400 ms latency;
 * - bytes on the wire of a first and a second visit, with headers, live updates and the service worker;
 * - bytes of an hour on the live page, extrapolated from some minutes, as a share of polling as specified.
 *
 *     npm run bench -- page [runs] [minutes on the live page, 0 for none]
 */
const runs = Number(process.argv[2] ?? 3)
const liveMinutes = Number(process.argv[3] ?? 5)
const LIGHTHOUSE = '13.5.0'
const GAMES = 30
const SLOW = { latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000, offline: false }
const QUIET_MS = 2_000
/** An idle stream sends no more than this in `QUIET_MS`. */
const HEARTBEAT_BYTES = 300
const root = join(import.meta.dirname, '../..')

/** Runs in the page: marks the frame after the first game appears. */
const MARK_GAMES = `
  const look = () => {
    if (document.querySelector('main li button') === null) requestAnimationFrame(look)
    else requestAnimationFrame(() => setTimeout(() => performance.mark('games-shown')))
  }
  look()
`
/** Runs in the page: counts requests until hydration, including the page. */
const COUNT_REQUESTS = `
  const count = () => {
    const isHydrated = Object.keys(document.getElementById('root') ?? {}).some((key) => key.startsWith('__reactContainer'))
    if (isHydrated) window.requestsUntilReady = 1 + performance.getEntriesByType('resource').length
    else requestAnimationFrame(count)
  }
  count()
`
const SHOWN = `performance.getEntriesByName('games-shown')[0]`
const PAINTED = `performance.getEntriesByName('first-contentful-paint')[0]`

const limits = {
  performance: 98,
  fcp_ms: 1_200,
  lcp_ms: 1_800,
  cls: 0.01,
  tbt_ms: 100,
  slow_ms: 1_500,
  kb: 152,
  repeat_kb: 30,
  requests: 20,
  hour_share: 0.1,
}

/** The live page polls these as specified. */
const POLLED_EVERY_MS = 30_000
const POLLED = [
  { method: 'GET', path: '/api/games?status=live&sport=soccer&limit=60' },
  { method: 'POST', path: '/api/games/refresh-scores' },
  { method: 'GET', path: `/api/games?limit=${GAMES}` },
] as const

/** A proxy that counts the bytes from the server to the browser. */
type Wire = { readonly url: string; readonly bytes: () => number; readonly server: Server }

async function wireTo(url: string): Promise<Wire> {
  let bytes = 0
  const port = Number(new URL(url).port)
  const server = createServer((browser) => {
    const product = connect(port, '127.0.0.1')
    product.on('data', (chunk: Buffer) => (bytes += chunk.length))
    product.pipe(browser).on('error', () => product.destroy())
    browser.pipe(product).on('error', () => browser.destroy())
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bytes: () => bytes, server }
}

const product = await startProduct({
  matches: listedMatches(GAMES),
  kickoffInSeconds: 7_200,
  spreadSeconds: 20_000,
  env: { WEB_DIST: join(root, 'apps/web/dist'), TRUST_PROXY: '0' },
})
const debuggingPort = await freePort()
const browser = await launchChromium(chromiumPath(), [`--remote-debugging-port=${debuggingPort}`])
try {
  const client = product.client(1)
  await until('the games are listed', async () => {
    const { items } = await client.must('GET /api/games', { query: { limit: 100 } })
    return items.filter((game) => game.priced).length >= GAMES
  })
  await withoutScripts(browser, product.url)
  const slowMs = await median(() => slowVisit(browser, product.url))
  const { kb, repeatKb } = await bytesOfVisits(browser, product.url)
  const requests = await requestsOfVisit(browser, product.url)
  const scores = await lighthouse(product.url, debuggingPort)
  const hour = liveMinutes > 0 ? await hourOnTheLivePage(browser) : {}
  const found: Readonly<Record<string, number | undefined>> = {
    ...scores,
    slow_ms: slowMs,
    kb,
    repeat_kb: repeatKb,
    requests,
    ...hour,
  }
  for (const [name, limit] of Object.entries(limits)) {
    const value = found[name]
    if (value === undefined) continue
    const holds = name === 'performance' ? value >= limit : value <= limit
    if (!holds) console.log(`${name}: ${value}, expected ${name === 'performance' ? 'at least' : 'at most'} ${limit}`)
  }
  console.log(
    `RESULT page ${Object.entries(found)
      .map(([name, value]) => `${name}=${value}`)
      .join(' ')}`,
  )
} finally {
  await browser.close()
  await product.close()
}

/** The odds of every game are readable without JavaScript. */
async function withoutScripts(from: Browser, url: string): Promise<void> {
  const context = await from.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 640 } })
  const page = await context.newPage()
  await page.goto(url)
  const odds = (await page.locator('main li button').allInnerTexts()).filter((text) => /\d+\.\d\d/.test(text))
  await context.close()
  if (odds.length < GAMES * 2) throw new Error(`without scripts only ${odds.length} odds can be read`)
  console.log(`without scripts: ${odds.length} odds`)
}

/** Milliseconds from the request to the frame that shows games, over a slow connection. */
async function slowVisit(from: Browser, url: string): Promise<number> {
  const context = await from.newContext({ viewport: { width: 360, height: 640 }, serviceWorkers: 'block' })
  const page = await context.newPage()
  await page.addInitScript(MARK_GAMES)
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW)
  await page.goto(url, { waitUntil: 'commit' })
  await until('the games are on screen', () => page.evaluate(`${SHOWN} !== undefined`))
  const painted = Number(await page.evaluate(`Math.max(${SHOWN}.startTime, ${PAINTED}?.startTime ?? 0)`))
  await context.close()
  return Math.round(painted)
}

async function bytesOfVisits(from: Browser, url: string): Promise<{ kb: number; repeatKb: number }> {
  const wire = await wireTo(url)
  const context = await from.newContext({ viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true })
  const first = await visited(context, wire)
  const both = await visited(context, wire)
  await context.close()
  wire.server.close()
  return { kb: inKb(first), repeatKb: inKb(both - first) }
}

/** The bytes on the wire after the service worker is installed and the network is idle. */
async function visited(context: BrowserContext, wire: Wire): Promise<number> {
  const page = await context.newPage()
  await page.goto(wire.url)
  await until('the app is installed', () => page.evaluate('navigator.serviceWorker.controller !== null'))
  await atRest(page, wire)
  const bytes = wire.bytes()
  await page.close()
  return bytes
}

/** Requests until the page is hydrated. */
async function requestsOfVisit(from: Browser, url: string): Promise<number> {
  const context = await from.newContext({ viewport: { width: 360, height: 640 }, serviceWorkers: 'block' })
  const page = await context.newPage()
  await page.addInitScript(COUNT_REQUESTS)
  await page.goto(url, { waitUntil: 'commit' })
  await until('the page is hydrated', () => page.evaluate('window.requestsUntilReady !== undefined'))
  const requests = Number(await page.evaluate('window.requestsUntilReady'))
  await context.close()
  return requests
}

/** Bytes of an hour on the live page, with a full list of live games and the same number of upcoming games. */
async function hourOnTheLivePage(from: Browser): Promise<{ hour_kb: number; polled_kb: number; hour_share: number }> {
  const live = await startProduct({
    matches: listedMatches(2 * GAMES).map((match, at) => ({ ...match, kickoff: kickoffOf(at).toISOString() })),
    feedSpeed: 1,
    env: { WEB_DIST: join(root, 'apps/web/dist'), TRUST_PROXY: '0', FEED_POLL_MS: '5000' },
  })
  try {
    const client = live.client(1)
    await until('the games are in play', async () => {
      const { counts } = await client.must('GET /api/games', { query: { limit: 1 } })
      return counts.live >= GAMES && counts.total >= 2 * GAMES
    })
    const wire = await wireTo(live.url)
    const context = await from.newContext({ viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true })
    const page = await context.newPage()
    await page.goto(`${wire.url}/live`)
    await page.getByText('Live updates', { exact: true }).waitFor()
    await atRest(page, wire)
    const games = await page.locator('main li').count()
    const before = wire.bytes()
    await sleep(liveMinutes * MINUTE_MS)
    const hourKb = ((wire.bytes() - before) * HOUR_MS) / (liveMinutes * MINUTE_MS)
    await context.close()
    const polledKb = (await bytesOfAPoll(wire)) * (HOUR_MS / POLLED_EVERY_MS)
    wire.server.close()
    console.log(`an hour with ${games} games in play: ${inKb(hourKb)} kB, polled ${inKb(polledKb)} kB`)
    return {
      hour_kb: inKb(hourKb),
      polled_kb: inKb(polledKb),
      hour_share: Math.round((1_000 * hourKb) / polledKb) / 1_000,
    }
  } finally {
    await live.close()
  }
}

/** Ten kick-offs every half hour: those of the last 90 minutes are in play, the others upcoming. */
function kickoffOf(at: number): Date {
  const halfHours = Math.floor(at / 10) - 3
  return new Date(Date.now() + halfHours * 30 * MINUTE_MS + 20 * MINUTE_MS)
}

/** Bytes of one round of polling, compressed and with headers. */
async function bytesOfAPoll(wire: Wire): Promise<number> {
  const before = wire.bytes()
  for (const { method, path } of POLLED) {
    const body = method === 'POST' ? { body: '{}', headers: { 'content-type': 'application/json' } } : {}
    const answer = await fetch(wire.url + path, {
      method,
      ...body,
      headers: { ...body.headers, 'accept-encoding': 'br', origin: wire.url },
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`)
    await answer.arrayBuffer()
  }
  return wire.bytes() - before
}

async function atRest(page: Page, wire: Wire): Promise<void> {
  await page.waitForLoadState('networkidle').catch(() => undefined)
  for (let before = -Infinity; wire.bytes() - before > HEARTBEAT_BYTES;) {
    before = wire.bytes()
    await sleep(QUIET_MS)
  }
}

type Reported = {
  readonly performance: number
  readonly accessibility: number
  readonly best_practices: number
  readonly seo: number
  readonly fcp_ms: number
  readonly lcp_ms: number
  readonly tbt_ms: number
  readonly cls: number
}

type Report = {
  readonly lhr: {
    readonly categories: Readonly<Record<string, { readonly score: number | null }>>
    readonly audits: Readonly<
      Record<string, { readonly score: number | null; readonly numericValue?: number; readonly title: string }>
    >
  }
}
type Lighthouse = (url: string, flags: object) => Promise<Report | undefined>

async function lighthouse(url: string, port: number): Promise<Reported> {
  const run = await loadLighthouse()
  const scores: Reported[] = []
  for (let at = 0; at < runs; at++) {
    const report = await run(url, { port, logLevel: 'error', output: 'json' })
    if (report === undefined) throw new Error('Lighthouse returned no report')
    scores.push(reportedBy(report))
    console.log(JSON.stringify(scores.at(-1)))
  }
  // All figures come from one run: the median by score and blocking time.
  return scores.sort((a, b) => b.performance - a.performance || a.tbt_ms - b.tbt_ms)[Math.floor(runs / 2)] as Reported
}

function reportedBy({ lhr: { categories, audits } }: Report): Reported {
  const score = (name: string): number => Math.round((categories[name]?.score ?? 0) * 100)
  const value = (name: string): number => audits[name]?.numericValue ?? Infinity
  for (const name of ['accessibility', 'best-practices', 'seo'])
    if (score(name) < 100) console.log(`${name}: ${score(name)}`)
  const failed = Object.values(audits).filter(({ score: each }) => each === 0)
  if (failed.length > 0) console.log(`failed: ${failed.map(({ title }) => title).join('; ')}`)
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    best_practices: score('best-practices'),
    seo: score('seo'),
    fcp_ms: Math.round(value('first-contentful-paint')),
    lcp_ms: Math.round(value('largest-contentful-paint')),
    tbt_ms: Math.round(value('total-blocking-time')),
    cls: Math.round(value('cumulative-layout-shift') * 10_000) / 10_000,
  }
}

/** Lighthouse is larger than all dependencies together, so only this benchmark installs it. */
async function loadLighthouse(): Promise<Lighthouse> {
  const folder = join(root, '.cache', `lighthouse-${LIGHTHOUSE}`)
  const entry = join(folder, 'node_modules/lighthouse/core/index.js')
  if (!existsSync(entry)) {
    console.log(`Installing Lighthouse ${LIGHTHOUSE} …`)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{"private":true}')
    const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', `lighthouse@${LIGHTHOUSE}`]
    execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  }
  return ((await import(pathToFileURL(entry).href)) as { readonly default: Lighthouse }).default
}

async function median(measure: () => Promise<number>): Promise<number> {
  const values: number[] = []
  for (let at = 0; at < runs; at++) values.push(await measure())
  return values.sort((a, b) => a - b)[Math.floor(runs / 2)] as number
}

function inKb(bytes: number): number {
  return Math.round(bytes / 100) / 10
}
