import { type ChildProcess, fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { testDatabase } from '../support/database.ts'
import {
  type ClientsCommand,
  type ClientsReport,
  GAMES,
  GAMES_PER_CLIENT,
  gamesOf,
  type ServerCommand,
  type ServerReport,
  TICK_MS,
} from '../support/fanout-task.ts'
import { exchangeMessage, nextMessage } from '../support/child-messages.ts'

/**
 * `npm run bench -- fanout [clients] [seconds] [alone]`: this many clients in one process, each following 30 of 200
 * games, of which 20 change every 100 ms, compared with socket.io. Both must deliver everything and leave every client
 * with the state of the source. On a machine too slow for that, fewer games change, for both servers, until both
 * deliver. Our server runs again while connections break at random and one client in a hundred reads nothing, and
 * finally, without socket.io, for `alone` clients.
 */
const clients = Number(process.argv[2] ?? 2_000)
const seconds = Number(process.argv[3] ?? 10)
const alone = Number(process.argv[4] ?? 5_000)
const CUTS = 1_000
const ONE_STUCK_IN = 100
const SETTLE_MS = 1_500
/** Games that change at a tick. */
const RATES = [20, 10, 5, 2, 1] as const
const TICKS_PER_SECOND = 1_000 / TICK_MS
/** A slow client may read the remaining frames for this long. */
const CATCH_UP_MS = 60_000
/** Ticks of the batching interval of our frames, and one more. */
const FRAME_TICKS = 3

const root = join(import.meta.dirname, '../..')
const SERVERS = {
  ours: 'apps/server/src/modules/realtime/test-fanout.ts',
  socketIo: 'tests/load/fanout/socket-io-server.ts',
} as const
const children: ChildProcess[] = []
const database = await testDatabase()

type Measured = {
  /** Whether every change arrived at the rate of the source. Skipped or late changes would be less work. */
  readonly isDelivered: boolean
  readonly cpuMicroseconds: number
  readonly connectionBytes: number
  readonly p99: number
}

try {
  const { rate, ours, socketIo, sustained } = await fastestForBoth()
  console.log(`sustained changes per second: ours ${sustained.ours}, socket.io ${sustained.socketIo}`)
  const most = alone === 0 ? null : await measure('ours', alone, rate)
  console.log(
    `RESULT fanout changes_per_s=${rate * TICKS_PER_SECOND} cpu_ratio=${(socketIo.cpuMicroseconds / ours.cpuMicroseconds).toFixed(2)} memory_ratio=${(ours.connectionBytes / socketIo.connectionBytes).toFixed(2)} staleness_p99_ms=${ours.p99.toFixed(0)} clients=${clients}${most === null ? '' : ` alone_clients=${alone} alone_p99_ms=${most.p99.toFixed(0)}`}`,
  )
} finally {
  for (const child of children) child.kill()
  await database.drop()
}

/** The highest rate at which both servers deliver everything, and the highest rate of each server. */
async function fastestForBoth() {
  const sustained = { ours: 0, socketIo: 0 }
  for (const rate of RATES) {
    const ours = await measure('ours', clients, rate)
    const socketIo = await measure('socketIo', clients, rate)
    if (ours.isDelivered) sustained.ours ||= rate * TICKS_PER_SECOND
    if (socketIo.isDelivered) sustained.socketIo ||= rate * TICKS_PER_SECOND
    if (ours.isDelivered && socketIo.isDelivered) return { rate, ours, socketIo, sustained }
  }
  throw new Error(`this machine is too slow for ${clients} clients; pass fewer`)
}

async function measure(of: 'ours' | 'socketIo', count: number, rate: number): Promise<Measured> {
  const server = fork(join(root, SERVERS[of]), [String(rate), database.url], { stdio: 'inherit' })
  const player = fork(join(root, 'tests/load/fanout/clients.ts'), { stdio: 'inherit' })
  children.push(server, player)
  const listening = await nextMessage<ServerReport>(server, 'the server')
  if (listening.kind !== 'listening') throw new Error('the server did not listen')
  const sendOrder = (order: ClientsCommand) =>
    exchangeMessage<ClientsCommand, ClientsReport>(player, 'the clients', order)
  const before = await usage(server)
  await sendOrder({ kind: 'connect', of, port: listening.port, clients: count })
  await sleep(SETTLE_MS)
  const connected = await usage(server)

  server.send('start' satisfies ServerCommand)
  await sleep(SETTLE_MS)
  const began = await usage(server)
  await sendOrder({ kind: 'measure' })
  const measuredFrom = performance.now()
  await sleep(seconds * 1_000)
  const report = await sendOrder({ kind: 'report' })
  const measuredSeconds = (performance.now() - measuredFrom) / 1_000
  const ended = await usage(server)
  if (report.kind !== 'report') throw new Error('the clients did not report')

  if (of === 'ours') await disturbConnections(sendOrder)
  const stopped = await exchangeMessage<ServerCommand, ServerReport>(server, 'the server', 'stop')
  if (stopped.kind !== 'stopped') throw new Error('the run did not end')
  await untilSame(sendOrder, stopped.versions)
  server.kill()
  player.kill()
  const due = count * GAMES_PER_CLIENT * (rate / GAMES)
  // A frame and a tick may fall on either side of the measured interval.
  const isDelivered = report.delivered >= due * (measuredSeconds * TICKS_PER_SECOND - FRAME_TICKS) * 0.95
  const run = {
    isDelivered,
    cpuMicroseconds: ((ended.cpuMs - began.cpuMs) * 1_000) / report.delivered,
    connectionBytes: (connected.rssBytes - before.rssBytes) / count,
    p99: report.staleMs.p99,
  }
  console.log(
    `${of === 'ours' ? 'ours' : 'socket.io'}, ${count} clients, ${rate * TICKS_PER_SECOND} changes a second${isDelivered ? '' : ' NOT DELIVERED'}: ${report.delivered} changes, ${run.cpuMicroseconds.toFixed(2)} µs of CPU each, ${(run.connectionBytes / 1024).toFixed(1)} kB a connection, stale ${report.staleMs.p50.toFixed(0)} ms (p50), ${run.p99.toFixed(0)} ms (p99)`,
  )
  return run
}

/** Drops and resumes connections during delivery. Clients that stop reading must not delay the others. */
async function disturbConnections(sendOrder: (order: ClientsCommand) => Promise<ClientsReport>): Promise<void> {
  await sendOrder({ kind: 'stick', every: ONE_STUCK_IN })
  await sendOrder({ kind: 'measure' })
  await sleep(Math.max(3_000, seconds * 300))
  const stuck = await sendOrder({ kind: 'report' })
  if (stuck.kind === 'report')
    console.log(`one in ${ONE_STUCK_IN} stuck: stale ${stuck.staleMs.p99.toFixed(0)} ms (p99)`)
  await sendOrder({ kind: 'cut', cuts: CUTS })
}

/** Every client ends with the versions of the source. */
async function untilSame(
  sendOrder: (order: ClientsCommand) => Promise<ClientsReport>,
  versions: readonly number[],
): Promise<void> {
  for (const end = performance.now() + CATCH_UP_MS; ;) {
    await sleep(SETTLE_MS)
    const last = await sendOrder({ kind: 'report' })
    if (last.kind !== 'report') throw new Error('the clients did not report')
    const wrong = wrongStates(versions, last.states)
    if (wrong === 0) return
    if (performance.now() > end)
      throw new Error(`${wrong} of ${last.states.length} clients ended in another state than the source`)
  }
}

function wrongStates(versions: readonly number[], states: readonly (string | null)[]): number {
  const wrong = states.filter((state, client) => {
    const held = gamesOf(client).map((game) => `${game}:${versions[game] ?? 0}`)
    return state !== null && state !== createHash('sha256').update(held.join()).digest('hex')
  })
  return wrong.length
}

async function usage(server: ChildProcess): Promise<{ readonly cpuMs: number; readonly rssBytes: number }> {
  const report = await exchangeMessage<ServerCommand, ServerReport>(server, 'the server', 'usage')
  if (report.kind !== 'usage') throw new Error('the server did not report its usage')
  return report
}
