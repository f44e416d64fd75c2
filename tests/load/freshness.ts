import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import { launchChromium } from '../support/chromium.ts'
import { listedMatches } from '../support/listed-matches.ts'
import { until } from '../support/player.ts'
import { freePort } from '../support/free-port.ts'
import { startProduct } from '../support/product.ts'

/**
 * `npm run bench -- freshness [goals] [games]`: the age of a goal when the screen shows it, with this many live games.
 * Measures from the last byte of the feed's response with the goal, seen by a proxy in front of the feed, to the frame
 * of an open page that shows it.
 */
const goals = Number(process.argv[2] ?? 100)
const games = Number(process.argv[3] ?? 500)
const GOAL_EVERY_MS = 300
const POLL_MS = 2_000
const LIMIT_MS = 1_000
const root = join(import.meta.dirname, '../..')

type Reported = Readonly<Record<string, string>>
/** The time at which each score of a team was first reported or shown, by `team score`. */
const reportedAtMs = new Map<string, number>()
const recordReported = (rows: readonly Reported[], atMs: number): void => {
  for (const { match_hometeam_name: team, match_hometeam_score: score } of rows)
    if (!reportedAtMs.has(`${team} ${score}`)) reportedAtMs.set(`${team} ${score}`, atMs)
}

/** Forwards requests to the feed. A response counts as delivered with its last byte. */
async function proxyTo(target: () => string, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    const pass = async (): Promise<void> => {
      const answer = await fetch(target() + (request.url ?? '/'))
      const text = await answer.text()
      const rows = (request.url ?? '').includes('get_events') ? (JSON.parse(text) as unknown) : null
      response.writeHead(answer.status, { 'content-type': 'application/json' })
      response.end(text, () => {
        if (Array.isArray(rows)) recordReported(rows as readonly Reported[], Date.now())
      })
    }
    pass().catch(() => response.destroy())
  })
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  return server
}

/** Runs in the page: records the frame after a row's score has changed. */
const WATCH = `
  window.shownAtMs = {}
  const scoreOf = (row) => {
    const [, team, score] = /\\n?(Home Club \\d+)\\s+(\\d+) – /.exec(row.innerText) ?? []
    return team && team + ' ' + score
  }
  const look = () => requestAnimationFrame(() => setTimeout(() => {
    for (const row of document.querySelectorAll('main li')) {
      const score = scoreOf(row)
      if (score) window.shownAtMs[score] ??= Date.now()
    }
  }))
  look()
  new MutationObserver(look).observe(document.querySelector('main'), { subtree: true, childList: true, characterData: true })
`

const proxyPort = await freePort()
let feedUrl = ''
const proxy = await proxyTo(() => feedUrl, proxyPort)
const product = await startProduct({
  matches: listedMatches(games).map((match) => ({ ...match, FTHG: '0', FTAG: '0' })),
  kickoffInSeconds: 600,
  spreadSeconds: 600,
  feedSpeed: 1,
  env: {
    WEB_DIST: join(root, 'apps/web/dist'),
    APIFOOTBALL_URL: `http://127.0.0.1:${proxyPort}`,
    FEED_POLL_MS: String(POLL_MS),
  },
  onFeed: (url) => (feedUrl = url),
})
const browser = await launchChromium()
try {
  const client = product.client(1)
  const last = Math.max(...product.loaded.map(({ kickoff }) => kickoff.getTime()))
  await until('the games are listed', async () => {
    const { counts } = await client.must('GET /api/games', { query: { limit: 1 } })
    return counts.total >= games
  })
  await product.clock.moveTo(new Date(last + 2 * MINUTE_MS))
  await until('the games are live', async () => {
    const { counts } = await client.must('GET /api/games', { query: { status: 'live', limit: 1 } })
    return counts.live >= games
  })
  const page = await browser.newPage({ viewport: { width: 360, height: 640 }, serviceWorkers: 'block' })
  await page.goto(`${product.url}/livescore`)
  await page.getByText('Live updates', { exact: true }).waitFor()
  await page.evaluate(WATCH)
  const teams = await shownTeams(page)
  console.log(`${games} games are live, ${teams.length} of them on the screen`)

  const scored = new Map<string, number>()
  for (let goal = 0; goal < goals; goal++) {
    const team = teams[(goal * 7) % teams.length] ?? ''
    const matchId = product.loaded.find(({ home }) => home === team)?.matchId
    product.feed.control({ action: 'goal', match_id: matchId, side: 'home' })
    scored.set(team, (scored.get(team) ?? 0) + 1)
    await sleep(GOAL_EVERY_MS)
  }
  const ends = [...scored].map(([team, score]) => `${team} ${score}`)
  await until('every goal is on the screen', async () => {
    const shown = await page.evaluate<Record<string, number>>('window.shownAtMs')
    return ends.every((end) => shown[end] !== undefined)
  })
  const shown = await page.evaluate<Record<string, number>>('window.shownAtMs')
  // Two goals of a team within one poll of the feed arrive together.
  const ages = [...reportedAtMs]
    .filter(([score]) => !score.endsWith(' 0') && shown[score] !== undefined)
    .map(([score, atMs]) => (shown[score] ?? 0) - atMs)
    .sort((a, b) => a - b)
  const share = (part: number): number => ages[Math.min(ages.length - 1, Math.floor(ages.length * part))] ?? Number.NaN
  if (share(0.95) > LIMIT_MS) console.log(`p95_ms: ${share(0.95)}, wanted at most ${LIMIT_MS}`)
  console.log(
    `RESULT freshness p50_ms=${share(0.5)} p95_ms=${share(0.95)} max_ms=${share(1)} goals=${ages.length} games=${games}`,
  )
} finally {
  await browser.close()
  await product.close()
  proxy.closeAllConnections()
  proxy.close()
}

async function shownTeams(page: Page): Promise<string[]> {
  const rows = await page.locator('main li').allInnerTexts()
  return rows.flatMap((text) => /Home Club \d+/.exec(text)?.[0] ?? [])
}
