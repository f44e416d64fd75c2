import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { durableServer, query } from '../support/durable-database.ts'
import { preparePgbench } from '../support/pgbench.ts'
import { median, quantile } from '../support/quantile.ts'
import { turnsWithinTime } from '../support/turns.ts'
import { CONNECTIONS, type PlacementFixture, placementFixture } from './placement/placement-fixture.ts'
import { placeNaively } from './placement/naive.ts'

/**
 * `npm run bench -- placement [pairs] [seconds] [limited] [forms[=TICKETS[,PLAYERS]]]`: bets of three legs over
 * HTTP, with sessions, idempotency keys and every rule, against pgbench's TPC-B on the same server, in turns. Only
 * the ratio of a pair is meaningful. `limited`: every player has set every player limit.
 *
 * Both run with 32 clients. Bets also run with 128, a full batch for each batcher, against the same pgbench at 32:
 * with more clients, pgbench clients wait for each other's rows.
 *
 * `forms` adds, in the same turns, many players (100,000), 20 hot accounts, and two nodes on one database. It then
 * runs an open loop at 70 % of the measured rate, timed from the intended send; the specification's read, subtract,
 * write; and the pairs again in a database with this many open tickets (5 million).
 */
const [pairs = 5, seconds = 10] = process.argv.slice(2, 4).map(Number)
const options = process.argv.slice(4)
const isLimited = options.includes('limited')
const forms = options.find((word) => word.startsWith('forms'))
const [grownTickets = 5_000_000, manyPlayers = 100_000] = (forms?.split('=')[1] ?? '')
  .split(',')
  .filter(Boolean)
  .map(Number)
const PLAYERS = 10_000
const MANY_CONNECTIONS = 128
const HOT = 20
const SCALE = 10
const OPEN_SHARE = 0.7
const PRODUCT_DATABASE = 'mupiira_bench_placement'
const GROWN_DATABASE = 'mupiira_bench_grown'
const TPCB_DATABASE = 'mupiira_bench_tpcb'

const server = await durableServer()
console.log(`PostgreSQL: ${JSON.stringify(await server.describe())}`)
await server.freshDatabase(TPCB_DATABASE)
const pgbench = preparePgbench(server.superuserUrl(TPCB_DATABASE), SCALE)
console.log(
  `Node ${process.version}, ${cpus().length} CPUs, ${pgbench.version}, scale ${SCALE}, ${CONNECTIONS} connections`,
)
try {
  const { ratio, figures } = await ordinary()
  const more = forms === undefined ? [] : await grown(ratio)
  console.log(`RESULT placement ${[...figures, ...more].join(' ')}`)
} finally {
  for (const name of [PRODUCT_DATABASE, GROWN_DATABASE, TPCB_DATABASE]) await server.dropDatabase(name)
  await server.release()
}

type Pair = {
  readonly rate: number
  /** The rate with `MANY_CONNECTIONS`. */
  readonly manyRate: number
  readonly tps: number
  readonly p50: number
  readonly p99: number
  readonly pgbenchP50: number
  /** Bets per second of each form. */
  readonly many?: number
  readonly hot?: number
  readonly two?: number
}

async function ordinary(): Promise<{ readonly ratio: number; readonly figures: readonly string[] }> {
  const database = await server.freshDatabase(PRODUCT_DATABASE)
  const fixture = await placementFixture({
    database,
    players: Math.max(PLAYERS, forms === undefined ? 0 : manyPlayers),
    tickets: 0,
    isLimited,
  })
  try {
    const measured = await measurePairs(fixture, forms !== undefined)
    const of = (figure: (each: Pair) => number): number => median(measured.map(figure))
    const ratio = of(({ rate, tps }) => rate / tps)
    const figures = [
      `ratio=${ratio.toFixed(2)} bets_per_s=${of(({ rate }) => rate).toFixed(0)} pgbench_tps=${of(({ tps }) => tps).toFixed(0)}`,
      `p50_ms=${of(({ p50 }) => p50).toFixed(1)} pgbench_p50_ms=${of(({ pgbenchP50 }) => pgbenchP50).toFixed(1)}`,
    ]
    figures.push(`ratio_at_${MANY_CONNECTIONS}=${of(({ manyRate, tps }) => manyRate / tps).toFixed(2)}`)
    if (forms === undefined) figures.push(`p99_ms=${of(({ p99 }) => p99).toFixed(1)}`)
    else {
      figures.push(`hot_ratio=${of(({ hot = Number.NaN, many: wide = Number.NaN }) => hot / wide).toFixed(2)}`)
      figures.push(`two_nodes_ratio=${of(({ two = Number.NaN, rate }) => two / rate).toFixed(2)}`)
      figures.push(`p99_ms=${(await openLoop(fixture, of(({ rate }) => rate) * OPEN_SHARE)).toFixed(1)}`)
      figures.push(...(await naive()))
    }
    await fixture.check()
    return { ratio, figures }
  } finally {
    await fixture.close()
  }
}

/** The same pairs in a large database. The ratios are comparable because pgbench ran next to each. */
async function grown(ordinaryRatio: number): Promise<string[]> {
  await server.dropDatabase(PRODUCT_DATABASE)
  const database = await server.freshDatabase(GROWN_DATABASE)
  console.log(`filling a database with ${grownTickets} open tickets …`)
  const fixture = await placementFixture({ database, players: PLAYERS, tickets: grownTickets, isLimited })
  try {
    const measured = await measurePairs(fixture, false)
    const ratio = median(measured.map(({ rate, tps }) => rate / tps))
    await fixture.check()
    return [`grown_ratio=${(ratio / ordinaryRatio).toFixed(2)} grown_tickets=${grownTickets}`]
  } finally {
    await fixture.close()
  }
}

async function measurePairs(fixture: PlacementFixture, withForms: boolean): Promise<Pair[]> {
  const players = fixture.tokens.slice(0, PLAYERS)
  const other = withForms ? await fixture.product.another() : null
  if (other !== null) await fixture.openApp(other.url, players)
  const rateOf = async (
    tokens: readonly string[],
    more: Partial<Parameters<PlacementFixture['place']>[0]> = {},
  ): Promise<number> => {
    const report = await fixture.place({ tokens, seconds, ...more })
    return report.ticketIds.length / report.seconds
  }
  const measured: Pair[] = []
  for (const pair of turnsWithinTime(pairs + 1, Math.min(pairs, 1) + 1)) {
    const report = await fixture.place({ tokens: players, seconds })
    // Statistics replace the plans that were made for empty tables. Autovacuum does the same within a minute.
    if (pair === 0) await query(fixture.adminUrl, 'vacuum analyze')
    const manyRate = await rateOf(players, { connections: MANY_CONNECTIONS })
    const others =
      other === null
        ? {}
        : {
            many: await rateOf(fixture.tokens),
            hot: await rateOf(fixture.tokens.slice(0, HOT)),
            two: await rateOf(players, { urls: [fixture.product.url, other.url] }),
          }
    // Wait for the outbox readers, so their work is not counted for pgbench.
    await sleep(1_000)
    const { tps, p50Ms: pgbenchP50 } = pgbench.run({ connections: CONNECTIONS, seconds })
    const rate = report.ticketIds.length / report.seconds
    const [p50, p99] = [quantile(report.latenciesMs, 0.5), quantile(report.latenciesMs, 0.99)]
    const refused = Object.entries(report.refused).map(([code, count]) => `, ${count} × ${code}`)
    const name = pair === 0 ? 'warm-up' : `pair ${pair} `
    const figures = Object.entries(others).map(([form, figure]) => `  ${form} ${figure.toFixed(0)}/s`)
    console.log(
      `${name}  ${rate.toFixed(0).padStart(6)} bets/s  ${tps.toFixed(0).padStart(6)} tps  ratio ${(rate / tps).toFixed(2)}  p50 ${p50.toFixed(1)} ms  p99 ${p99.toFixed(1)} ms  at ${MANY_CONNECTIONS} ${manyRate.toFixed(0)}/s${figures.join('')}${refused.join('')}`,
    )
    if (pair > 0) measured.push({ rate, manyRate, tps, p50, p99, pgbenchP50, ...others })
  }
  await other?.kill()
  return measured
}

/** The 99th percentile from the intended send, in milliseconds. */
async function openLoop(fixture: PlacementFixture, perSecond: number): Promise<number> {
  const report = await fixture.place({ tokens: fixture.tokens.slice(0, PLAYERS), seconds: seconds * 2, perSecond })
  const [p50, p99] = [quantile(report.latenciesMs, 0.5), quantile(report.latenciesMs, 0.99)]
  console.log(`open loop, ${perSecond.toFixed(0)} bets/s meant: p50 ${p50.toFixed(1)} ms  p99 ${p99.toFixed(1)} ms`)
  return p99
}

async function naive(): Promise<string[]> {
  const url = server.superuserUrl(TPCB_DATABASE)
  const shares: number[] = []
  for (const players of [HOT, HOT * 10]) {
    const { perSecond, lost } = await placeNaively(url, { players, connections: CONNECTIONS, seconds })
    console.log(
      `read, subtract, write: ${perSecond.toFixed(0)} bets/s of ${players} players, ${percent(lost)} of debits lost`,
    )
    shares.push(lost)
  }
  return [`naive_lost=${percent(shares[0] ?? Number.NaN)}`]
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`
}
