import { fork } from 'node:child_process'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import { exchangeMessage } from '../support/child-messages.ts'
import { launchChromium } from '../support/chromium.ts'
import { freePort } from '../support/free-port.ts'
import { listedMatches } from '../support/listed-matches.ts'
import { until } from '../support/player.ts'
import { type Product, startProduct } from '../support/product.ts'
import { quantile } from '../support/quantile.ts'
import { registerConfirmedStaff } from '../support/staff.ts'
import { catalogueMs } from './in-play/catalogue.ts'
import { startPushProxy } from './in-play/push-proxy.ts'
import type { Received, StreamsOrder } from './in-play/streams.ts'

/**
 * `npm run bench -- in-play [events] [games] [streams]`: how fast an event of the feed suspends its game on other
 * screens (INP-08), with this many live games and streams. Goals and corners arrive by push. Measures from the arrival
 * of the message to the frame of a stream, and to the frame of an open page that shows the suspension, and from the
 * time of reopening to the new odds. Finally all games have a corner at once. The streams are read in a separate
 * process; all processes share the processors of this machine.
 */
const events = Number(process.argv[2] ?? 100)
const games = Number(process.argv[3] ?? 200)
const streams = Number(process.argv[4] ?? 2_000)
const EVENT_EVERY_MS = 700
const REOPEN_AFTER_MS = 12_000
const SETTINGS = { in_play_betting: 'on', in_play_silence_seconds: '60' }
const LIMITS = { suspendedP95: 300, suspendedP99: 700, reopenedP99: 1_000, catalogueMs: 50 }
const root = join(import.meta.dirname, '../..')

type Moment = { readonly gameId: string; readonly atMs: number }
/** Pushed events by match id: an event is a change of the score or of the corners. */
const arrived: { readonly matchId: string; readonly atMs: number }[] = []
const lastState = new Map<string, string>()

function pushed(rows: readonly Readonly<Record<string, unknown>>[], atMs: number): void {
  for (const row of rows) {
    const matchId = String(row['match_id'])
    const statistics = Array.isArray(row['statistics']) ? (row['statistics'] as { type?: string }[]) : []
    const corners = statistics.find(({ type }) => type === 'Corners')
    const state = JSON.stringify([row['match_hometeam_score'], corners])
    const before = lastState.get(matchId)
    lastState.set(matchId, state)
    if (before !== undefined && before !== state) arrived.push({ matchId, atMs })
  }
}

/** Runs in the page: records when a row begins or ends to show a suspension. */
const WATCH = `
  window.changes = []
  const states = new Map()
  const look = () => requestAnimationFrame(() => setTimeout(() => {
    for (const row of document.querySelectorAll('main li')) {
      const team = /Home Club \\d+/.exec(row.innerText)?.[0]
      const isSuspended = row.innerText.includes('Suspended')
      if (!team || states.get(team) === isSuspended) continue
      states.set(team, isSuspended)
      window.changes.push({ team, isSuspended, atMs: Date.now() })
    }
  }))
  look()
  new MutationObserver(look).observe(document.querySelector('main'), { subtree: true, childList: true, characterData: true })
`
type Shown = { readonly team: string; readonly isSuspended: boolean; readonly atMs: number }

const perGameMs = catalogueMs()
console.log(
  `all markets of a game: ${perGameMs.toFixed(2)} ms, of ${games} games: ${(perGameMs * games).toFixed(0)} ms`,
)

const proxyPort = await freePort()
let feedUrl = ''
const proxy = await startPushProxy(proxyPort, () => feedUrl, pushed)
const product = await startProduct({
  matches: listedMatches(games).map((match, at) => ({
    ...match,
    FTHG: '0',
    FTAG: '0',
    // The odds of later matches would be too low for a model.
    home_close: (1.5 + (at % 40) / 20).toFixed(2),
    away_close: (4.9 - (at % 40) / 20).toFixed(2),
  })),
  kickoffInSeconds: 600,
  spreadSeconds: 600,
  feedSpeed: 1,
  env: {
    WEB_DIST: join(root, 'apps/web/dist'),
    APIFOOTBALL_PUSH_URL: `ws://127.0.0.1:${proxyPort}/livescore`,
    FEED_POLL_MS: '5000',
  },
  onFeed: (url) => (feedUrl = url),
})
const readers = fork(join(root, 'tests/load/in-play/streams.ts'), { stdio: 'inherit' })
const orderStreams = <Report>(order: StreamsOrder) =>
  exchangeMessage<StreamsOrder, Report>(readers, 'the process of streams', order)
const browser = await launchChromium()
try {
  const { gameIds, openIds } = await startGames(product)
  const page = await browser.newPage({ viewport: { width: 360, height: 640 }, serviceWorkers: 'block' })
  await page.goto(`${product.url}/livescore`)
  await page.getByText('Live updates', { exact: true }).waitFor()
  await orderStreams({ kind: 'open', url: product.url, gameIds: [...gameIds.values()], streams })
  await page.evaluate(WATCH)
  const rows = await page.locator('main li').allInnerTexts()
  const teams = rows.flatMap((text) => /Home Club \d+/.exec(text)?.[0] ?? [])
  console.log(`${games} live games, ${teams.length} of them on the screen, ${streams} streams`)

  await orderStreams({ kind: 'report' })
  arrived.length = 0
  for (let event = 0; event < events; event++) {
    const match = product.loaded.find(({ home }) => home === teams[(event * 7) % teams.length])
    const what = event % 2 === 0 ? { action: 'goal' } : { action: 'incident', kind: 'corner' }
    product.feed.control({ ...what, side: 'home', match_id: match?.matchId })
    await sleep(EVENT_EVERY_MS)
  }
  await sleep(REOPEN_AFTER_MS)
  const changes = await orderStreams<readonly Received[]>({ kind: 'report' })
  // An event in a suspended game changes nothing on the screen.
  const moments = momentsOf(gameIds).filter(({ gameId, atMs }) => {
    const before = changes.findLast((change) => change.gameId === gameId && change.atMs < atMs)
    return before?.open ?? openIds.has(gameId)
  })
  const inStreams = delays(
    moments,
    changes.filter(({ open }) => !open),
  )
  const shown = (await page.evaluate<Shown[]>('window.changes'))
    .filter(({ isSuspended }) => isSuspended)
    .map(({ team, atMs }) => ({ gameId: gameIds.get(team) ?? '', atMs }))
  const onScreen = delays(moments, shown)
  const offsetMs = product.clock.now().getTime() - Date.now()
  const reopened = reopenings(changes, offsetMs)
  print('event → suspended in a stream', inStreams)
  print('event → suspended in the browser', onScreen)
  print('reopening due → new odds', reopened)

  arrived.length = 0
  for (const { matchId } of product.loaded)
    product.feed.control({ action: 'incident', kind: 'corner', side: 'home', match_id: matchId })
  await sleep(REOPEN_AFTER_MS + 2_000)
  const all = await orderStreams<readonly Received[]>({ kind: 'report' })
  const together = delays(
    momentsOf(gameIds),
    all.filter(({ open }) => !open),
  )
  const reopenedTogether = reopenings(all, offsetMs)
  print(`all ${games} games at once → suspended`, together)
  print('reopening due → new odds of all games', reopenedTogether)

  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => quantile(onScreen, share)) as [number, number, number]
  const reopenedP99 = quantile(reopened, 0.99)
  const misses = [
    ['suspended_p95_ms', p95, LIMITS.suspendedP95],
    ['suspended_p99_ms', p99, LIMITS.suspendedP99],
    ['reopened_p99_ms', reopenedP99, LIMITS.reopenedP99],
    ['catalogue_ms', perGameMs, LIMITS.catalogueMs],
  ] as const
  for (const [name, value, limit] of misses)
    if (value > limit) console.log(`${name}: ${value.toFixed(0)}, wanted at most ${limit}`)
  console.log(`load average of the machine: ${loadavg()[0]?.toFixed(1)}`)
  console.log(
    `RESULT in-play suspended_p50_ms=${p50} suspended_p95_ms=${p95} suspended_p99_ms=${p99} stream_p95_ms=${quantile(inStreams, 0.95)} stream_p99_ms=${quantile(inStreams, 0.99)} reopened_p95_ms=${quantile(reopened, 0.95)} reopened_p99_ms=${reopenedP99} all_suspended_p99_ms=${quantile(together, 0.99)} all_reopened_p99_ms=${quantile(reopenedTogether, 0.99)} catalogue_ms=${perGameMs.toFixed(2)} events=${onScreen.length} games=${games} streams=${streams}`,
  )
} finally {
  readers.kill()
  await browser.close()
  await product.close()
  proxy.close()
}

/** Switches betting in play on, and starts all games. Returns the game ids by home team, and the open games. */
async function startGames({ client, clock, loaded }: Product) {
  const visitor = client(1)
  const [first, second] = [
    await registerConfirmedStaff(product, '772450190'),
    await registerConfirmedStaff(product, '772450191'),
  ]
  const changes = Object.entries(SETTINGS).map(([key, value]) => ({ key, value }))
  const { items } = await first.client.must('PUT /api/admin/settings', { body: { changes, reason: 'A benchmark' } })
  for (const id of new Set(items.flatMap(({ waiting }) => waiting.map((each) => each.approvalId))))
    await second.client.must('POST /api/admin/approvals/{id}', { params: { id }, body: { decision: 'approve' } })
  await until('the games are listed', async () => {
    const { counts } = await visitor.must('GET /api/games', { query: { limit: 1 } })
    return counts.total >= games
  })
  const last = Math.max(...loaded.map(({ kickoff }) => kickoff.getTime()))
  await clock.moveTo(new Date(last + 2 * MINUTE_MS))
  return until('the games take bets', async () => {
    const ids = new Map<string, string>()
    const openIds = new Set<string>()
    let cursor: string | undefined
    do {
      const query = { status: 'live', limit: 100, ...(cursor !== undefined && { cursor }) } as const
      const found = await visitor.must('GET /api/games', { query })
      for (const game of found.items) {
        ids.set(game.homeTeam, game.id)
        if (game.open) openIds.add(game.id)
      }
      cursor = found.nextCursor ?? undefined
    } while (cursor !== undefined)
    // Some games are suspended after a red card.
    return openIds.size >= games * 0.95 ? { gameIds: ids, openIds } : undefined
  })
}

function momentsOf(gameIds: ReadonlyMap<string, string>): Moment[] {
  const teamOf = new Map(product.loaded.map(({ matchId, home }) => [matchId, home]))
  return arrived.map(({ matchId, atMs }) => ({ gameId: gameIds.get(teamOf.get(matchId) ?? '') ?? '', atMs }))
}

/** For each event, the time to the first suspension of its game after it, in ascending order. */
function delays(moments: readonly Moment[], suspensions: readonly Moment[]): number[] {
  const found = moments.flatMap(({ gameId, atMs }) => {
    const next = suspensions.find((each) => each.gameId === gameId && each.atMs >= atMs)
    return next === undefined ? [] : [next.atMs - atMs]
  })
  return found.toSorted((a, b) => a - b)
}

/** For each game that reopens, the time from the end of its suspension to its new odds, in ascending order. */
function reopenings(changes: readonly Received[], offsetMs: number): number[] {
  const found = changes.flatMap((change, at) => {
    const before = changes.slice(0, at).findLast(({ gameId }) => gameId === change.gameId)
    const due = before?.reopensAt ?? null
    return change.open && due !== null ? [change.atMs - (Date.parse(due) - offsetMs)] : []
  })
  return found.toSorted((a, b) => a - b)
}

function print(what: string, sorted: readonly number[]): void {
  const figures = [0.5, 0.95, 0.99].map((share) => `p${share * 100} ${quantile(sorted, share).toFixed(0)} ms`)
  console.log(`${what}: ${figures.join('  ')} (${sorted.length})`)
}
