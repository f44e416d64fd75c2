import { type ChildProcess, fork } from 'node:child_process'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { durableServer, query } from '../support/durable-database.ts'
import { fundPlayers } from '../support/funded-players.ts'
import { startProduct } from '../support/product.ts'
import { type PlayersReport, type PlayersTask, quantile } from './aviator/task.ts'
import { expectValidLedger } from '../support/valid-ledger.ts'

/**
 * `npm run bench -- aviator [players] [rounds]`: all players are connected, bet and cash out in every round.
 * Measures from the intended send of a cash-out to its durable response, next to a naive server in the same run on
 * the same PostgreSQL.
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
const database = await server.freshDatabase(PRODUCT_DATABASE)
const naive = await server.freshDatabase(NAIVE_DATABASE)
const children: ChildProcess[] = []
const product = await startProduct({
  database,
  runsAviator: true,
  env: { CLOCK_FILE: '', FEED_POLL_MS: '5000', TRUST_PROXY: '0' },
})
try {
  const tokens = await fundPlayers(database.adminUrl, players, 1_000_000_000)
  const ours = await measure({ kind: 'ours', url: product.url, tokens, rounds })
  report('ours ', ours)
  await check()
  const naiveUrl = await startNaive()
  const theirs = await measure({ kind: 'naive', url: naiveUrl, players, rounds })
  report('naive', theirs)
  const [p99, naiveP99] = [quantile(ours.latenciesMs, 0.99), quantile(theirs.latenciesMs, 0.99)]
  console.log(
    `RESULT aviator p99_ms=${p99.toFixed(1)} ratio=${(p99 / naiveP99).toFixed(2)} naive_p99_ms=${naiveP99.toFixed(1)} p50_ms=${quantile(ours.latenciesMs, 0.5).toFixed(1)} naive_p50_ms=${quantile(theirs.latenciesMs, 0.5).toFixed(1)} cash_outs=${ours.latenciesMs.length} late_by_player=${ours.late.byPlayer} late_by_server=${ours.late.byServer}`,
  )
} finally {
  for (const child of children) child.kill()
  await product.close()
  await server.dropDatabase(PRODUCT_DATABASE)
  await server.dropDatabase(NAIVE_DATABASE)
  await server.release()
}

function report(name: string, { latenciesMs, late, lost }: PlayersReport): void {
  const [p50, p99] = [quantile(latenciesMs, 0.5), quantile(latenciesMs, 0.99)]
  console.log(
    `${name}  ${latenciesMs.length} paid cash-outs (${lost} unanswered)  p50 ${p50.toFixed(1)} ms  p99 ${p99.toFixed(1)} ms`,
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
  const child = fork(join(root, 'tests/load/aviator/players.ts'), { stdio: 'inherit' })
  children.push(child)
  const report = await new Promise<PlayersReport>((resolve, reject) => {
    child.once('message', (value: PlayersReport) => resolve(value))
    child.once('exit', () => reject(new Error('the process of players exited unexpectedly')))
    child.send(task)
  })
  child.kill()
  return report
}

function startNaive(): Promise<string> {
  const child = fork(join(root, 'tests/load/aviator/naive-server.ts'), [naive.adminUrl], { stdio: 'inherit' })
  children.push(child)
  return new Promise((resolve, reject) => {
    child.once('message', (port: number) => resolve(`http://127.0.0.1:${port}`))
    child.once('exit', () => reject(new Error('the naive server exited unexpectedly')))
  })
}

/** No bet is paid twice, and the ledger is valid. */
async function check(): Promise<void> {
  const [found] = await query(
    database.adminUrl,
    `select count(*)::int as twice from (select reference from postings where kind = 'win' group by reference having count(*) > 1) t`,
  )
  if (found?.['twice'] !== 0) throw new Error('a bet was paid twice')
  console.log((await expectValidLedger(product)).trim())
}
