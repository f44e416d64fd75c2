import { type ChildProcess, fork } from 'node:child_process'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { durableServer, query } from '../support/durable-database.ts'
import { fundPlayers } from '../support/funded-players.ts'
import type { GeneratorReport, GeneratorTask } from '../support/bet-generator.ts'
import { preparePgbench } from '../support/pgbench.ts'
import { startProduct } from '../support/product.ts'
import { recordedLines } from '../support/recorded-lines.ts'

/**
 * `npm run bench -- placement [pairs] [seconds] [limited]`: bets of three legs over HTTP, with sessions, idempotency keys and every
 * rule, against pgbench's TPC-B on the same server, in turns. Only the ratio of a pair means anything.
 */
const pairs = Number(process.argv[2] ?? 5)
const seconds = Number(process.argv[3] ?? 10)
/** `limited`: every player has set each of the limits that a player can set. */
const isLimited = process.argv[4] === 'limited'
const PLAYERS = 10_000
const GAMES = 80
const CONNECTIONS = 32
const SCALE = 10
const LEGS = 3
const STAKE_UGX = 25_000
const HOUSE_DATABASE = 'mupiira_bench_house'
const TPCB_DATABASE = 'mupiira_bench_tpcb'

const server = await durableServer()
const settings = await server.describe()
console.log(`PostgreSQL: ${JSON.stringify(settings)}`)
const database = await server.freshDatabase(HOUSE_DATABASE)
await server.freshDatabase(TPCB_DATABASE)
const pgbench = preparePgbench(server.superuserUrl(TPCB_DATABASE), SCALE)
console.log(
  `Node ${process.version}, ${cpus().length} CPUs, ${pgbench.version}, scale ${SCALE}, ${CONNECTIONS} connections`,
)

const product = await startProduct({
  database,
  matches: recordedLines(GAMES),
  kickoffInSeconds: 86_400,
  // Real time, and the feed asked as seldom as in production.
  env: { CLOCK_FILE: '', FEED_POLL_MS: '5000', TRUST_PROXY: '0' },
})
const generator: ChildProcess = fork(join(import.meta.dirname, '../support/bet-generator.ts'), { stdio: 'inherit' })
try {
  const tokens = await fundPlayers(database.adminUrl, PLAYERS, 1_000_000_000)
  await raiseDailyBets()
  if (isLimited) await limitEverybody()
  await untilGamesOpen()
  await enter(tokens)
  const outcomes = await runPairs(tokens)
  await checkEverything(outcomes.ticketIds)
  console.log(outcomes.result)
} finally {
  generator.kill()
  await product.close()
  await server.dropDatabase(HOUSE_DATABASE)
  await server.dropDatabase(TPCB_DATABASE)
  await server.release()
}

/** The rule stays in the path; only its figure is out of the way. */
async function raiseDailyBets(): Promise<void> {
  await query(
    database.adminUrl,
    `update admin_settings set setting_value = '10000000' where setting_key = 'max_daily_bets'`,
  )
  // The server reads its settings anew every few seconds.
  await sleep(4_000)
}

/** Nobody reaches a limit; each bet is judged by all of them. */
async function limitEverybody(): Promise<void> {
  const limits = ['deposit', 'stake', 'loss'].flatMap((kind) =>
    ['day', 'week', 'month'].map((period) => `${kind}_${period}`),
  )
  await query(
    database.adminUrl,
    `insert into player_protection (user_id, ${limits.join(', ')}, updated_at)
     select id, ${limits.map(() => '100000000000000').join(', ')}, now() from profiles`,
  )
}

/** Everybody is signed in and has opened the app, as on any evening. */
async function enter(tokens: readonly string[]): Promise<void> {
  const waiting = [...tokens]
  const enterAll = async (): Promise<void> => {
    for (let token = waiting.pop(); token !== undefined; token = waiting.pop()) {
      const answer = await fetch(`${product.url}/api/auth/session`, { headers: { cookie: `mupiira_session=${token}` } })
      const { user } = (await answer.json()) as { user: object | null }
      if (user === null) throw new Error('a session does not hold')
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, enterAll))
}

async function untilGamesOpen(): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const answer = await fetch(`${product.url}/api/games?status=open&limit=100`)
    const { items } = (await answer.json()) as { items: { open: boolean }[] }
    if (items.filter((game) => game.open).length >= GAMES * 0.9) return
    await sleep(200)
  }
  throw new Error('the games of the feed did not open')
}

function place(tokens: readonly string[], forSeconds: number): Promise<GeneratorReport> {
  const task: GeneratorTask = {
    url: product.url,
    tokens,
    connections: CONNECTIONS,
    seconds: forSeconds,
    legs: LEGS,
    stakeUgx: STAKE_UGX,
  }
  return new Promise((resolve, reject) => {
    generator.once('message', (report: GeneratorReport) => resolve(report))
    generator.once('exit', () => reject(new Error('the generator ended by itself')))
    generator.send(task)
  })
}

async function runPairs(tokens: readonly string[]): Promise<{ ticketIds: string[]; result: string }> {
  const measured: { rate: number; tps: number; p50: number; p99: number }[] = []
  const ticketIds: string[] = []
  for (let pair = 0; pair <= pairs; pair++) {
    const report = await place(tokens, seconds)
    if (report.ticketIds.length === 0)
      throw new Error(`no bet was placed: ${JSON.stringify(report.refused)}\n${product.log().slice(-4_000)}`)
    for (const id of report.ticketIds) ticketIds.push(id)
    // Plans made for empty tables end with the warm-up, as autovacuum ends them within a minute anywhere.
    if (pair === 0) await query(database.adminUrl, 'vacuum analyze')
    // The readers of the outbox finish first: their work belongs to the bets, not to pgbench.
    await sleep(1_000)
    const { tps } = pgbench.run({ connections: CONNECTIONS, seconds })
    const rate = report.ticketIds.length / report.seconds
    const [p50, p99] = [quantile(report.latenciesMs, 0.5), quantile(report.latenciesMs, 0.99)]
    const refused = Object.entries(report.refused).map(([code, count]) => `, ${count} × ${code}`)
    const name = pair === 0 ? 'warm-up' : `pair ${pair} `
    console.log(
      `${name}  ${rate.toFixed(0).padStart(6)} bets/s  ${tps.toFixed(0).padStart(6)} tps  ratio ${(rate / tps).toFixed(2)}  p50 ${p50.toFixed(1)} ms  p99 ${p99.toFixed(1)} ms${refused.join('')}`,
    )
    if (pair > 0) measured.push({ rate, tps, p50, p99 })
  }
  const of = (figure: (each: (typeof measured)[number]) => number): number =>
    quantile(
      measured.map(figure).sort((a, b) => a - b),
      0.5,
    )
  const ratio = of(({ rate, tps }) => rate / tps).toFixed(2)
  const figures = `bets_per_s=${of(({ rate }) => rate).toFixed(0)} pgbench_tps=${of(({ tps }) => tps).toFixed(0)}`
  const latency = `p50_ms=${of(({ p50 }) => p50).toFixed(1)} p99_ms=${of(({ p99 }) => p99).toFixed(1)}`
  return { ticketIds, result: `RESULT placement ratio=${ratio} ${figures} ${latency}` }
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Every 201 is one ticket with one debit and its legs, there is no other ticket, and the ledger checks. */
async function checkEverything(ticketIds: readonly string[]): Promise<void> {
  const [found] = await query(
    database.adminUrl,
    `select (select count(*) from tickets)::int as tickets,
            (select count(*) from tickets where id = any($1::uuid[]))::int as answered,
            (select count(*) from posting where kind = 'bet')::int as debits,
            (select count(*) from ticket_legs)::int as legs`,
    [ticketIds],
  )
  const expected = {
    tickets: ticketIds.length,
    answered: new Set(ticketIds).size,
    debits: ticketIds.length,
    legs: ticketIds.length * LEGS,
  }
  console.log(`stored: ${JSON.stringify(found)}`)
  for (const [name, count] of Object.entries(expected)) {
    if (found?.[name] !== count)
      throw new Error(`${name}: ${String(found?.[name])} where ${count} bets were answered 201`)
  }
  const ledger = await product.runEntry('apps/server/src/ledger-check.ts')
  console.log(ledger.output.trim())
  if (ledger.code !== 0) throw new Error('the ledger differs')
}
