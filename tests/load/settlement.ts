import { type ChildProcess, fork } from 'node:child_process'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { DAY_SECONDS, HOUR_MS } from '@mupiira/domain/time/durations.ts'
import { insertKnownOutcomes, type KnownOutcome, settleBare, settleRowByRow } from '../support/bare-settlement.ts'
import type { GeneratorReport, GeneratorTask } from '../support/bet-generator.ts'
import { durableServer, query } from '../support/durable-database.ts'
import { seedPendingTickets } from '../support/pending-tickets.ts'
import { type Product, startProduct } from '../support/product.ts'
import { median } from '../support/quantile.ts'
import { recordedLines } from '../support/recorded-lines.ts'
import { exchangeMessage } from '../support/child-messages.ts'
import { turnsWithinTime } from '../support/turns.ts'
import { expectValidLedger } from '../support/valid-ledger.ts'

/**
 * `npm run bench -- settlement [tickets] [rounds] [times]`: settles this many open tickets of three legs over 200 games
 * that end at once, from the feed's result to the last notification, through the running product. The baselines write
 * the same rows by bare set-based SQL, and by a loop over tickets, alternately on copies of the same database. `times`
 * adds a run with a multiple of the tickets, to check that the time grows at most linearly. One more run places bets
 * during settlement.
 */
/** A default run takes about two minutes. */
const tickets = Number(process.argv[2] ?? cpus().length * 25_000)
const rounds = Number(process.argv[3] ?? 3)
const times = Number(process.argv[4] ?? 0)
const GAMES = 200
const OPEN_GAMES = 20
const TICKETS_A_PLAYER = 10
const WITHIN_MS = 600_000
const SEED = 'mupiira_settlement_seed'
const RUN = 'mupiira_settlement_run'
const BARE = 'mupiira_settlement_bare'

const server = await durableServer()
console.log(`PostgreSQL: ${JSON.stringify(await server.describe())}`)
console.log(`Node ${process.version}, ${cpus().length} CPUs, ${tickets} tickets, ${GAMES} games`)
let tokens: readonly string[] = []
try {
  await seed(tickets)
  const measured: { rate: number; bare: number; rowByRow: number }[] = []
  for (const round of turnsWithinTime(rounds + 1, Math.min(rounds, 1) + 1)) {
    const run = await settleByProduct(round === 0)
    const { bare, rowByRow } = await settleByBareSql(run.outcomes, run.checksum)
    const rate = tickets / run.seconds
    const name = round === 0 ? 'warm-up' : `round ${round}`
    const figures = `product ${rate.toFixed(0)}/s (${run.phases})  bare ${bare.toFixed(0)}/s  row by row ${rowByRow.toFixed(0)}/s`
    console.log(`${name}  ${figures}  ratio ${(rate / bare).toFixed(2)}  ${(rate / rowByRow).toFixed(1)} x`)
    if (round > 0 || rounds === 0) measured.push({ rate, bare, rowByRow })
  }
  const concurrent = await settleByProduct(false, true)
  console.log(`with concurrent bets: ${(tickets / concurrent.seconds).toFixed(0)} tickets/s; ${concurrent.bets}`)
  const of = (figure: (each: (typeof measured)[number]) => number): number => median(measured.map(figure))
  const ratio = of(({ rate, bare }) => rate / bare).toFixed(2)
  const rowByRow = of(({ rate, rowByRow }) => rate / rowByRow).toFixed(1)
  const rate = of((each) => each.rate)
  let growth = ''
  if (times > 0) {
    await seed(tickets * times)
    const { seconds } = await settleByProduct(false)
    growth = ` per_ticket_at_${times}x=${((seconds / times) * (rate / tickets)).toFixed(2)}`
  }
  console.log(`RESULT settlement ratio=${ratio} tickets_per_s=${rate.toFixed(0)} row_by_row_x=${rowByRow}${growth}`)
} finally {
  for (const name of [SEED, RUN, BARE]) await server.dropDatabase(name)
  await server.release()
}

/** A database with 200 games of the feed and tickets on them. */
async function seed(count: number): Promise<void> {
  const database = await server.freshDatabase(SEED)
  const product = await openProduct(database)
  await until('the games of the feed are there', async () => (await rowsOf(database.adminUrl, 'games')) === GAMES)
  await product.close()
  tokens = await seedPendingTickets(database.adminUrl, count, Math.max(50, Math.floor(count / TICKETS_A_PLAYER)))
}

function openProduct(database: { readonly url: string; readonly adminUrl: string }): Promise<Product> {
  return startProduct({
    database,
    matches: matchesFrom(0, GAMES),
    kickoffInSeconds: 3_600,
    env: { FEED_POLL_MS: '200', TRUST_PROXY: '0' },
  })
}

/** Lines of the recorded season with separate match ids, so a restarted feed reports the same games. */
function matchesFrom(start: number, count: number) {
  const lines = recordedLines(GAMES + OPEN_GAMES).slice(start, start + count)
  return lines.map((line, at) => ({ ...line, match_id: String(700_001 + start + at) }))
}

async function copyOfSeed(name: string): Promise<{ url: string; adminUrl: string }> {
  await server.dropDatabase(name)
  await query(
    server.superuserUrl('postgres'),
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${SEED}'`,
  )
  const created = await server.freshDatabase(name)
  await server.dropDatabase(name)
  const owner = new URL(created.adminUrl).username
  await query(server.superuserUrl('postgres'), `create database ${name} template ${SEED} owner ${owner}`)
  await query(server.superuserUrl(name), 'checkpoint')
  return created
}

type ProductRun = {
  readonly seconds: number
  readonly phases: string
  readonly outcomes: readonly KnownOutcome[]
  readonly checksum: string
  readonly bets: string
}

async function settleByProduct(checksLedger: boolean, withBets = false): Promise<ProductRun> {
  const database = await copyOfSeed(RUN)
  const product = await openProduct(database)
  const client = new pg.Client({ connectionString: database.adminUrl })
  await client.connect()
  try {
    const games = await rowsOf(database.adminUrl, 'games')
    if (games !== GAMES) throw new Error(`the feed reported ${games} games instead of ${GAMES}`)
    const one = async (sql: string): Promise<boolean> =>
      (await client.query<{ yes: boolean }>(sql)).rows[0]?.yes === true
    const open = Number((await client.query(`select count(*) from tickets`)).rows[0].count)
    if (withBets) await openOtherGames(product)
    const betting = withBets ? placeDuringSettlement(product) : null
    if (betting !== null)
      await until('bets are being placed', () =>
        one(`select exists (select from tickets where client = 'bench') as yes`),
      )
    await product.clock.moveTo(new Date(product.clock.now().getTime() + 2 * HOUR_MS))
    const began = performance.now()
    await until(
      'the results are in',
      () => one(`select exists (select from game_results where result_version > 0) as yes`),
      5,
    )
    const resultsIn = performance.now()
    await until(
      'every ticket has ended',
      () => one(`select not exists (select from tickets where status = 'pending' and client = 'seeded') as yes`),
      50,
    )
    const ended = performance.now()
    await until(
      'every player is notified',
      () => one(`select count(*) >= ${open} as yes from notifications where priority in ('low', 'high')`),
      50,
    )
    const notified = performance.now()
    const phases = `results ${seconds(began, resultsIn)}, tickets ${seconds(resultsIn, ended)}, notifications ${seconds(ended, notified)}`
    const outcomes = await client.query<KnownOutcome>(
      'select distinct game_id, market, selection, outcome from ticket_legs where outcome is not null',
    )
    const checksum = await checksumOf(client)
    if (checksLedger) {
      console.log((await expectValidLedger(product)).trim())
    }
    const bets = betting === null ? '' : await betting
    return { seconds: (notified - began) / 1000, phases, outcomes: outcomes.rows, checksum, bets }
  } catch (error) {
    console.error(product.log().slice(-4_000))
    throw error
  } finally {
    await client.end()
    await product.close()
  }
}

/**
 * Runs the loop over some tickets, then the set-based statements over all others. The result must equal the product's.
 */
async function settleByBareSql(
  outcomes: readonly KnownOutcome[],
  checksum: string,
): Promise<{ bare: number; rowByRow: number }> {
  const database = await copyOfSeed(BARE)
  const client = new pg.Client({ connectionString: database.adminUrl })
  await client.connect()
  try {
    await insertKnownOutcomes(client, outcomes)
    const some = Math.max(100, Math.floor(tickets / 100))
    const rowByRow = some / (await settleRowByRow(client, some))
    const bare = (tickets - some) / (await settleBare(client))
    const own = await checksumOf(client)
    if (own !== checksum)
      throw new Error(`the product settled otherwise: ${checksum} where the bare statements have ${own}`)
    return { bare, rowByRow }
  } finally {
    await client.end()
  }
}

/** A checksum of all tickets and balances. */
async function checksumOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ sum: string }>(
    `select (select count(*) || ' ' || sum(payout) || ' ' || sum(hashtext(id::text || status)::bigint) from tickets where client = 'seeded')
         || ' ' || (select sum(balance) from accounts) as sum`,
  )
  return rows[0]?.sum ?? ''
}

/** Games that start later and stay open while the others end. */
async function openOtherGames(product: Product): Promise<void> {
  const others = { matches: matchesFrom(GAMES, OPEN_GAMES), kickoffInSeconds: 2 * DAY_SECONDS }
  product.feed.control({ action: 'load', ...others })
  await until(
    'the other games are there',
    async () => (await rowsOf(product.database.adminUrl, 'games')) === GAMES + OPEN_GAMES,
  )
}

/** Bets on other games by a few players without pause, during settlement. */
async function placeDuringSettlement(product: Product): Promise<string> {
  const generator: ChildProcess = fork(join(import.meta.dirname, '../support/bet-generator.ts'), { stdio: 'inherit' })
  try {
    const task: GeneratorTask = { urls: [product.url], tokens, connections: 4, seconds: 10, legs: 3, stakeUgx: 25_000 }
    const report = await exchangeMessage<GeneratorTask, GeneratorReport>(generator, 'the generator', task)
    const p99 = report.latenciesMs[Math.floor(report.latenciesMs.length * 0.99)] ?? Number.NaN
    const refused = JSON.stringify(report.refused)
    return `${(report.ticketIds.length / report.seconds).toFixed(0)} bets/s placed, p99 ${p99.toFixed(0)} ms, refused ${refused}`
  } finally {
    generator.kill()
  }
}

async function rowsOf(url: string, table: string): Promise<number> {
  return Number((await query(url, `select count(*) as count from ${table}`))[0]?.['count'])
}

async function until(what: string, isSo: () => Promise<boolean>, everyMs = 200): Promise<void> {
  const deadline = performance.now() + WITHIN_MS
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`waited too long until ${what}`)
    await sleep(everyMs)
  }
}

function seconds(from: number, to: number): string {
  return `${((to - from) / 1000).toFixed(2)} s`
}
