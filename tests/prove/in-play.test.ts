import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../apps/server/src/testing/test-app.ts'
import { proofSeed, proofSize } from '../support/proof.ts'
import { createHistory, type History } from './in-play-history.ts'
import { differences } from './in-play-inspection.ts'
import { TICK_MS } from './in-play-match.ts'
import {
  firstNode,
  type Node,
  openSecondNode,
  type Request,
  type Response,
  type SecondNode,
  startProcess,
} from './in-play-nodes.ts'
import { createActions, type Send } from './in-play-players.ts'
import { createState, type State } from './in-play-state.ts'
import type { Person } from './in-play-tickets.ts'
import { createWorld, type World } from './in-play-world.ts'

/**
 * Players bet on live games and cash out in whole, in part and automatically. The feed reports goals, withdrawn goals,
 * cards and penalties late, contradicts itself and falls silent. Staff suspends games and corrects results. Servers are
 * killed. A model keeps every balance, ticket and waiting bet, and checks each decision and payment against its own
 * history of the feed. It shares only the probabilities of the score model with the product.
 */
const operations = proofSize({ small: 600, full: 100_000 })
const seed = proofSeed
const rulebook = seed % 2 === 0 ? 'house' : 'industry'
const PLAYERS = Math.min(200, 30 + Math.floor(operations / 200))
/** Players who act at once, and how often in a tick. */
const GROUP = operations < 20_000 ? { players: 5, perTick: 2 } : { players: 20, perTick: 5 }
/** The last matches begin before the last players act. */
const TICKS = Math.ceil(operations / GROUP.players / GROUP.perTick)
const LAST_MATCH_TICK = Math.max(TICKS - 60, 30)
/** Players act this long after the reports of a tick. */
const ACT_AFTER_MS = 100
const INSPECTIONS = 6
const NODE_DIES_EVERY_TICKS = 12
/** When a real server process starts within each period, and when it dies. */
const PROCESS = { everyTicks: 100, startsAt: 50, diesFrom: 56 }

let app: TestApp
let history: History
let state: State
let world: World
let second: SecondNode
let server: Awaited<ReturnType<typeof startProcess>>
const people: Person[] = []
let done = 0
let kills = 0
/** No other process works or has worked in this tick, so the model knows all that may happen. */
let isExact = true

beforeAll(async () => {
  console.log(`in-play: ${operations} operations, seed ${seed} (npm run prove -- in-play ${operations} ${seed})`)
  app = await createTestApp()
  for (const [key, value] of Object.entries(SETTINGS)) await app.set(key as never, value as never)
  await app.set('settlement_rulebook', rulebook)
  history = createHistory()
  state = createState(app, history)
  world = createWorld({ app, history, state, rulebook, seed })
  for (let at = 0; at < PLAYERS; at += 1) people.push(await openPerson())
  second = await openSecondNode(app)
  server = await startProcess(app)
})
afterAll(async () => {
  await server?.close()
  await second?.bury()
  await app?.close()
})

/** A case that never occurred is not proven. */
const KINDS = ['accepted', 'rejected GOAL', 'rejected SUSPENDED', 'manual cashout paid', 'automatic cashout paid']
const HIGH = 1_000_000_000_000
const SETTINGS = {
  in_play_betting: 'on',
  first_bet_minimum: 1_000,
  later_bet_minimum: 1_000,
  max_daily_bets: 1_000_000,
  selection_liability_limit: HIGH,
  game_liability_limit: HIGH,
  player_liability_limit: HIGH,
}
const BALANCE_UGX = 5_000_000

async function openPerson(): Promise<Person> {
  const account = await app.player({ balanceUgx: BALANCE_UGX })
  return { account, balance: BigInt(BALANCE_UGX) * 100n, held: 0n, tickets: [], waiting: new Set(), sent: [] }
}

/** Sends to a node, and again to the first one if that node dies. */
function sendVia(node: Node): Send {
  return async ({ account }, request: Request): Promise<Response> => {
    done += 1
    const response = await node.send(account, request).catch(() => null)
    if (response !== null && response.status < 500) return response
    return firstNode.send(account, request)
  }
}

it('[COUT-05] [INP-06] [INP-08] [INP-16] [OPS-07] [WALT-05] no bet is accepted after an event, no payment exceeds its value, and every balance equals the model’s', async () => {
  const startedAt = app.clock.now().getTime()
  let tickAt = startedAt
  const actions = createActions({
    state,
    history,
    board: world.board,
    rulebook,
    now: () => app.clock.now().getTime(),
    tickAt: () => tickAt,
    isExact: () => isExact,
  })
  await world.start()
  let inspectedAt = 0
  for (let tick = 0; done < operations || !world.areAllFinal() || state.waiting.size > 0; tick += 1) {
    tickAt = startedAt + tick * TICK_MS
    app.clock.set(new Date(tickAt))
    const isActing = done < operations
    await runProcess(tick, isActing)
    isExact = !server.isRunning()
    const draws = world.drawsOf(5, tick)
    const dies = isActing && tick % NODE_DIES_EVERY_TICKS === 0
    const isDuringWork = dies && draws.chance(0.5)
    if (isDuringWork) second.dieAfter(draws.below(60))
    await world.tick(tick, {
      isLast: tick > LAST_MATCH_TICK,
      isExact,
      dying: isDuringWork ? second : null,
    })
    if (isActing) {
      app.clock.forward(ACT_AFTER_MS)
      if (dies && !isDuringWork) second.dieAfter(draws.below(60))
      await actTogether(actions, tick)
    }
    if (dies) {
      await second.bury()
      second = await openSecondNode(app)
      kills += 1
    }
    expect(state.faults.slice(0, 5), `seed ${seed}, tick ${tick}`).toEqual([])
    if (done - inspectedAt >= operations / INSPECTIONS && !server.isRunning()) {
      inspectedAt = done
      await inspect(tick)
    }
  }
  await inspect(-1)
  print()
  for (const kind of KINDS) expect(state.counts.get(kind), kind).toBeGreaterThan(0)
})

/** Groups of players act at once. After some ticks, the server process is killed while a group waits for answers. */
async function actTogether(actions: ReturnType<typeof createActions>, tick: number): Promise<void> {
  for (let group = 0; group < GROUP.perTick; group += 1) {
    const draws = world.drawsOf(6, tick, group)
    const nodes: Node[] = server.isRunning() ? [firstNode, second, server] : [firstNode, second]
    const acting = draws
      .some(people, GROUP.players)
      .map((person, at) => actions.act(person, sendVia(draws.one(nodes)), world.drawsOf(7, tick, group, at)))
    if (server.isRunning() && tick % PROCESS.everyTicks >= PROCESS.diesFrom) await killProcess()
    await Promise.all(acting)
    await state.observe(app.clock.now().getTime(), isExact)
  }
}

async function killProcess(): Promise<void> {
  await server.kill()
  kills += 1
}

/** A real server process with all background work runs beside the test for some ticks, and dies while players act. */
async function runProcess(tick: number, isActing: boolean): Promise<void> {
  if (!isActing && server.isRunning()) await killProcess()
  else if (isActing && tick % PROCESS.everyTicks === PROCESS.startsAt) await server.start()
  else await server.followClock()
}

async function inspect(tick: number): Promise<void> {
  const found = await differences(app, state, people)
  console.log(`in-play: ${done} operations, ${state.tickets.size} tickets, ${kills} kills`)
  expect(found.slice(0, 5), `seed ${seed}, tick ${tick}`).toEqual([])
}

function print(): void {
  const counts = Object.fromEntries([...state.counts].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  console.log(
    `RESULT in-play operations=${done} reports=${world.reports()} matches=${world.matches.length} kills=${kills} ${JSON.stringify(counts)}`,
  )
}
