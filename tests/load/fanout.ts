import { type ChildProcess, fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { testDatabase } from '../support/database.ts'
import {
  CHANGED_A_TICK,
  type ClientsOrder,
  type ClientsReport,
  FOLLOWED,
  GAMES,
  gamesOf,
  type ServerOrder,
  type ServerReport,
} from '../support/fanout-task.ts'
import { exchangeMessage, nextMessage } from '../support/child-messages.ts'

/**
 * `npm run bench -- fanout [clients] [seconds] [alone]`: this many clients in one process, each following 30 of
 * 200 games, of which 20 change every 100 ms, compared with socket.io. Both must deliver everything and leave
 * every client with the state of the source. Our server runs once more while connections break at random and one
 * client in a hundred reads nothing, and, without socket.io, for `alone` clients.
 */
const clients = Number(process.argv[2] ?? 2_000)
const seconds = Number(process.argv[3] ?? 10)
const alone = Number(process.argv[4] ?? 5_000)
const CUTS = 1_000
const STUCK_OF = 100
const SETTLE_MS = 1_500
/** Changes during the batching interval of our frames. */
const CHANGES_OF_A_FRAME = 2 * CHANGED_A_TICK * (FOLLOWED / GAMES)

const root = join(import.meta.dirname, '../..')
const SERVERS = {
  ours: 'apps/server/src/modules/realtime/test-fanout.ts',
  rival: 'tests/load/fanout/rival.ts',
} as const
const children: ChildProcess[] = []
const database = await testDatabase()

type Measured = {
  readonly delivered: number
  readonly cpuMicroseconds: number
  readonly connectionBytes: number
  readonly p99: number
}

try {
  const ours = await measure('ours', clients)
  const rival = await measure('rival', clients)
  const most = alone === 0 ? null : await measure('ours', alone)
  // Skipped changes would be less work. One frame per client may fall on either side of the measured interval.
  const aFrame = clients * CHANGES_OF_A_FRAME
  if (rival.delivered < (ours.delivered - aFrame) * 0.98)
    throw new Error('the other server did not deliver everything, so the run is invalid')
  console.log(
    `RESULT fanout cpu_ratio=${(rival.cpuMicroseconds / ours.cpuMicroseconds).toFixed(2)} memory_ratio=${(ours.connectionBytes / rival.connectionBytes).toFixed(2)} staleness_p99_ms=${ours.p99.toFixed(0)} clients=${clients}${most === null ? '' : ` alone_clients=${alone} alone_p99_ms=${most.p99.toFixed(0)}`}`,
  )
} finally {
  for (const child of children) child.kill()
  await database.drop()
}

async function measure(of: 'ours' | 'rival', count: number): Promise<Measured> {
  const server = fork(join(root, SERVERS[of]), [database.url], { stdio: 'inherit' })
  const player = fork(join(root, 'tests/load/fanout/clients.ts'), { stdio: 'inherit' })
  children.push(server, player)
  const listening = await nextMessage<ServerReport>(server, 'the server')
  if (listening.kind !== 'listening') throw new Error('the server did not listen')
  const sendOrder = (order: ClientsOrder) => exchangeMessage<ClientsOrder, ClientsReport>(player, 'the clients', order)
  const before = await usage(server)
  await sendOrder({ kind: 'connect', of, port: listening.port, clients: count })
  await sleep(SETTLE_MS)
  const connected = await usage(server)

  server.send('start' satisfies ServerOrder)
  await sleep(SETTLE_MS)
  const began = await usage(server)
  await sendOrder({ kind: 'measure' })
  await sleep(seconds * 1_000)
  const report = await sendOrder({ kind: 'report' })
  const ended = await usage(server)
  if (report.kind !== 'report') throw new Error('the clients did not report')

  if (of === 'ours') await trouble(sendOrder)
  const stopped = await exchangeMessage<ServerOrder, ServerReport>(server, 'the server', 'stop')
  await sleep(SETTLE_MS)
  const last = await sendOrder({ kind: 'report' })
  if (stopped.kind !== 'stopped' || last.kind !== 'report') throw new Error('the run did not end')
  compare(stopped.versions, last.states)
  server.kill()
  player.kill()
  const run = {
    delivered: report.delivered,
    cpuMicroseconds: ((ended.cpuMs - began.cpuMs) * 1_000) / report.delivered,
    connectionBytes: (connected.rssBytes - before.rssBytes) / count,
    p99: report.staleMs.p99,
  }
  console.log(
    `${of === 'ours' ? 'ours' : 'socket.io'}, ${count} clients: ${run.delivered} changes, ${run.cpuMicroseconds.toFixed(2)} µs of CPU each, ${(run.connectionBytes / 1024).toFixed(1)} kB a connection, stale ${report.staleMs.p50.toFixed(0)} ms (p50), ${run.p99.toFixed(0)} ms (p99)`,
  )
  return run
}

/** Drops and resumes connections during delivery. Clients that stop reading must not delay the others. */
async function trouble(sendOrder: (order: ClientsOrder) => Promise<ClientsReport>): Promise<void> {
  await sendOrder({ kind: 'stick', every: STUCK_OF })
  await sendOrder({ kind: 'measure' })
  await sleep(Math.max(3_000, seconds * 300))
  const stuck = await sendOrder({ kind: 'report' })
  if (stuck.kind === 'report') console.log(`one in ${STUCK_OF} stuck: stale ${stuck.staleMs.p99.toFixed(0)} ms (p99)`)
  await sendOrder({ kind: 'cut', cuts: CUTS })
}

/** Every client ends with the versions of the source. */
function compare(versions: readonly number[], states: readonly (string | null)[]): void {
  const wrong = states.filter((state, client) => {
    const held = gamesOf(client).map((game) => `${game}:${versions[game] ?? 0}`)
    return state !== null && state !== createHash('sha256').update(held.join()).digest('hex')
  })
  if (wrong.length > 0)
    throw new Error(`${wrong.length} of ${states.length} clients ended in another state than the source`)
}

async function usage(server: ChildProcess): Promise<{ readonly cpuMs: number; readonly rssBytes: number }> {
  const report = await exchangeMessage<ServerOrder, ServerReport>(server, 'the server', 'usage')
  if (report.kind !== 'usage') throw new Error('the server did not report its usage')
  return report
}
