import { type ChildProcess, fork } from 'node:child_process'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { durableServer, query } from '../support/durable-database.ts'
import { fundPlayers } from '../support/funded-players.ts'
import { exchangeMessage, nextMessage } from '../support/child-messages.ts'
import { type Product, startProduct } from '../support/product.ts'
import { type PlayersReport, type PlayersTask, quantile } from './aviator/task.ts'
import { expectValidLedger } from '../support/valid-ledger.ts'

/**
 * `npm run bench -- aviator [players] [rounds]`: all players are connected, bet and cash out in every round. Measures
 * from the send of a cash-out to its durable response: first the product, then a naive server on the same PostgreSQL.
 * The players send at times that do not depend on the answers. Their streams are read in a separate process, so that
 * reading one player's stream does not delay the measurement of another player's cash-out. All processes share the
 * processors of this machine, so the figures of two runs are comparable only on the same quiet machine.
 */
const players = Number(process.argv[2] ?? 2_000)
const rounds = Number(process.argv[3] ?? 5)
const PRODUCT_DATABASE = 'mupiira_bench_aviator'
const NAIVE_DATABASE = 'mupiira_bench_naive'
const root = join(import.meta.dirname, '../..')

const server = await durableServer()
console.log(`PostgreSQL: ${JSON.stringify(await server.describe())}`)
console.log(
  `Node ${process.version}, ${cpus().length} CPUs, ${players} players, ${rounds} rounds each after three to warm up`,
)
const children: ChildProcess[] = []
try {
  const ours = await measureProduct()
  const naive = await measureNaive()
  const [p50, p99] = [quantile(ours.latenciesMs, 0.5), quantile(ours.latenciesMs, 0.99)]
  const [naiveP50, naiveP99] = [quantile(naive.latenciesMs, 0.5), quantile(naive.latenciesMs, 0.99)]
  console.log(
    `RESULT aviator p99_ms=${p99.toFixed(1)} ratio=${(p99 / naiveP99).toFixed(2)} naive_p99_ms=${naiveP99.toFixed(1)} p50_ms=${p50.toFixed(1)} naive_p50_ms=${naiveP50.toFixed(1)} cash_outs=${ours.latenciesMs.length} late_by_player=${ours.late.byPlayer} late_by_server=${ours.late.byServer}`,
  )
} finally {
  for (const child of children) child.kill()
  await server.dropDatabase(PRODUCT_DATABASE)
  await server.dropDatabase(NAIVE_DATABASE)
  await server.release()
}

async function measureProduct(): Promise<PlayersReport> {
  const database = await server.freshDatabase(PRODUCT_DATABASE)
  const product = await startProduct({
    database,
    runsAviator: true,
    env: { CLOCK_FILE: '', FEED_POLL_MS: '5000', TRUST_PROXY: '0' },
  })
  try {
    const tokens = await fundPlayers(database.adminUrl, players, 1_000_000_000)
    const measured = await measure({ kind: 'ours', url: product.url, tokens, rounds })
    report('ours ', measured)
    await check(database.adminUrl, product)
    return measured
  } finally {
    await product.close()
  }
}

async function measureNaive(): Promise<PlayersReport> {
  const database = await server.freshDatabase(NAIVE_DATABASE)
  const naive = startChild('tests/load/aviator/naive-server.ts', database.adminUrl)
  const port = await nextMessage<number>(naive, 'the naive server')
  const measured = await measure({ kind: 'naive', url: `http://127.0.0.1:${port}`, players, rounds })
  report('naive', measured)
  return measured
}

function report(name: string, { latenciesMs, sendDelaysMs, late, lost }: PlayersReport): void {
  const figures = (ms: readonly number[]) =>
    `p50 ${quantile(ms, 0.5).toFixed(1)} ms  p99 ${quantile(ms, 0.99).toFixed(1)} ms`
  console.log(
    `${name}  ${latenciesMs.length} paid cash-outs (${lost} unanswered)  ${figures(latenciesMs)}; sent late by the benchmark: ${figures(sendDelaysMs)}`,
  )
  const { byPlayer, byBench, byServer, serverLateMs } = late
  const worst = byServer === 0 ? '' : `, at most ${quantile(serverLateMs, 1)} ms`
  console.log(
    `${name}  too late: ${byPlayer} meant after the crash, ${byBench} sent after it by the benchmark, ${byServer} received after it by the server${worst}`,
  )
  if (latenciesMs.length < players * rounds * 0.1) throw new Error('too few cash-outs were paid')
  if (lost > 0) throw new Error('a cash-out was not answered')
}

async function measure(task: PlayersTask): Promise<PlayersReport> {
  const watchers = startChild('tests/load/aviator/watchers.ts')
  await exchangeMessage<PlayersTask, 'open'>(watchers, 'the process of watchers', task)
  const playing = startChild('tests/load/aviator/players.ts')
  const measured = await exchangeMessage<PlayersTask, PlayersReport>(playing, 'the process of players', task)
  if (watchers.exitCode !== null) throw new Error('the process of watchers exited unexpectedly')
  for (const child of [watchers, playing]) child.kill()
  return measured
}

function startChild(file: string, ...args: string[]): ChildProcess {
  const child = fork(join(root, file), args, { stdio: 'inherit' })
  children.push(child)
  return child
}

/** No bet is paid twice, and the ledger is valid. */
async function check(adminUrl: string, product: Product): Promise<void> {
  const [found] = await query(
    adminUrl,
    `select count(*)::int as twice from (select reference from postings where kind = 'win' group by reference having count(*) > 1) t`,
  )
  if (found?.['twice'] !== 0) throw new Error('a bet was paid twice')
  console.log((await expectValidLedger(product)).trim())
}
