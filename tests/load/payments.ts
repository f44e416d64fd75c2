import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { durableServer, query } from '../support/durable-database.ts'
import { openRawClient } from '../support/raw-client.ts'
import { fundPlayers } from '../support/funded-players.ts'
import { DEPOSIT_SCRIPT, prepareDeposits } from '../support/pgbench-deposits.ts'
import { preparePgbench } from '../support/pgbench.ts'
import { inParallel } from '../support/player.ts'
import { startProduct } from '../support/product.ts'
import { expectValidLedger } from '../support/valid-ledger.ts'

/**
 * `npm run bench -- payments [deposits]`: deposits confirmed by the provider's callbacks. Each callback arrives over
 * HTTP, its signature is checked, the provider is queried and the player is credited. The baseline is pgbench with one
 * transaction per deposit, the same rows and the same tables. The server runs in a separate process; this process is
 * the provider, and its CPU time is reported separately.
 */
const deposits = Number(process.argv[2] ?? 10_000)
const EARLY = Math.round(deposits / 5)
const CONNECTIONS = 32
const PRODUCT_DATABASE = 'mupiira_bench_money'
const AMOUNT_UGX = 25_000
const MAX_DECIDED_AT_ONCE = 500

const server = await durableServer()
console.log(`PostgreSQL: ${JSON.stringify(await server.describe())}`)
const database = await server.freshDatabase(PRODUCT_DATABASE)
const product = await startProduct({ database, env: { FEED_POLL_MS: '60000', TRUST_PROXY: '0' } })
try {
  // Slow the clock down, so no deposit is polled or given up while the others are requested.
  await product.clock.run(0.001)
  const tokens = await fundPlayers(database.adminUrl, deposits, 20_000)
  // All players pay from their own number. The simulated phones of numbers that end in 3 never confirm by themselves.
  await query(
    database.adminUrl,
    `update profiles set phone_number = '+25678' || lpad((substring(username, 6)::int - 1)::text, 6, '0') || '3'
      where username like 'bench%'`,
  )
  console.log(`${deposits} players, Node ${process.version}, ${cpus().length} CPUs; requesting the deposits …`)
  const references = await requestDeposits(tokens)
  await query(database.adminUrl, 'vacuum analyze')
  await product.clock.run(1)

  const cpuBefore = cpuOf(product.pid())
  const ownBefore = process.cpuUsage()
  const first = await confirm(references.slice(0, EARLY), 0)
  await sleep(1_500)
  const earlyRss = rssOf(product.pid())
  const rest = await confirm(references.slice(EARLY), EARLY)
  await sleep(1_500)
  const rssGrowth = rssOf(product.pid()) / earlyRss - 1
  const seconds = first + rest
  const own = process.cpuUsage(ownBefore)
  const simulatorSeconds = (own.user + own.system) / 1e6
  const serverSeconds = cpuOf(product.pid()) - cpuBefore
  const rate = deposits / seconds
  console.log(
    `${deposits} deposits in ${seconds.toFixed(2)} s; CPU: server ${serverSeconds.toFixed(2)} s, simulator ${simulatorSeconds.toFixed(2)} s; memory ${(earlyRss / 1e6).toFixed(0)} MB after ${EARLY}`,
  )
  console.log((await expectValidLedger(product)).trim())
  await product.terminate()

  const tps = await measureTransactions()
  console.log(
    `RESULT payments ratio=${(rate / tps).toFixed(2)} per_s=${rate.toFixed(0)} rss_growth=${rssGrowth.toFixed(3)} pgbench_tps=${tps.toFixed(0)} server_cpu_s=${serverSeconds.toFixed(2)} simulator_cpu_s=${simulatorSeconds.toFixed(2)}`,
  )
} finally {
  await product.close()
  await server.dropDatabase(PRODUCT_DATABASE)
  await server.release()
}

/** Requests deposits over HTTP, as the app does. */
async function requestDeposits(tokens: readonly string[]): Promise<string[]> {
  const raw = openRawClient(product.url, CONNECTIONS)
  try {
    return await inParallel(tokens, CONNECTIONS, async (token, at) => {
      const response = await raw.send({
        method: 'POST',
        target: '/api/payments/deposits',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': randomUUID(),
          origin: product.url,
          cookie: `mupiira_session=${token}`,
        },
        body: JSON.stringify({
          amount: AMOUNT_UGX,
          phoneNumber: `25678${String(at).padStart(6, '0')}3`,
          method: 'MTN',
        }),
      })
      if (response.status !== 202) throw new Error(`a deposit was answered ${response.status}: ${response.text}`)
      const { transaction } = JSON.parse(response.text) as { transaction: { id: string } }
      return `DEP-${transaction.id.replaceAll('-', '')}`
    })
  } finally {
    raw.close()
  }
}

/** The customers approve and the provider calls back. Returns the seconds until all deposits are credited. */
async function confirm(references: readonly string[], before: number): Promise<number> {
  const began = performance.now()
  for (let at = 0; at < references.length; at += MAX_DECIDED_AT_ONCE) {
    const decide = references
      .slice(at, at + MAX_DECIDED_AT_ONCE)
      .map((reference) => ({ reference, ending: 'success' as const }))
    product.money.control({ decide })
    // Lets callbacks and responses proceed between the decisions.
    await sleep(0)
  }
  const wanted = before + references.length
  for (;;) {
    const [row] = await query(
      database.adminUrl,
      `select count(*)::int as credited from postings where kind = 'deposit' and amount = $1`,
      [AMOUNT_UGX * 100],
    )
    if (row?.['credited'] === wanted) return (performance.now() - began) / 1_000
    if (performance.now() - began > 300_000) throw new Error(`${String(row?.['credited'])} of ${wanted} were credited`)
    await sleep(100)
  }
}

/** The same work without the product: one transaction for each deposit. */
async function measureTransactions(): Promise<number> {
  await prepareDeposits(database.adminUrl, { clients: CONNECTIONS, each: Math.ceil(deposits / CONNECTIONS) })
  const pgbench = preparePgbench(server.superuserUrl(PRODUCT_DATABASE), null)
  const runs = pgbench.runScript(DEPOSIT_SCRIPT, { connections: CONNECTIONS, each: Math.ceil(deposits / CONNECTIONS) })
  return runs.tps
}

function statusOf(pid: number, file: string): string {
  return readFileSync(`/proc/${pid}/${file}`, 'utf8')
}

function rssOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(statusOf(pid, 'status'))?.[1]) * 1_024
}

/** User and system time in seconds, of a process with all its threads. */
function cpuOf(pid: number): number {
  const fields = statusOf(pid, 'stat')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}
