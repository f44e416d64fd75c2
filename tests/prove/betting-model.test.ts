import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectCleanLedger } from '../journeys/ledger-proof.ts'
import { query } from '../support/durable-database.ts'
import { fundPlayers } from '../support/funded-players.ts'
import { liftBetLimits, startOperator, type Operator } from '../support/operator.ts'
import { inParallel } from '../support/player.ts'
import { type Product, startProduct } from '../support/product.ts'
import { proofSeed, proofSize } from '../support/proof.ts'
import { seededDraws } from '../support/seeded.ts'
import { hundredths, createExpectedState } from './expected-state.ts'
import { type Board, createModelPlayers, type Person } from './model-players.ts'
import { inspect } from './model-inspection.ts'
import { createOperatorActions } from './model-operator.ts'
import { createTimeline, moment } from './model-timeline.ts'

/**
 * Many players bet, cash out, retry and read, while an operator on another node opens, prices, suspends, cancels,
 * finishes and corrects games, changes settings and suspends accounts. A simple model of the rules must allow every
 * response, and at every pause all tickets and balances must equal the model's.
 */
const operations = proofSize({ small: 600, full: 100_000 })
const seed = proofSeed
const draws = seededDraws(seed)

const PEOPLE = Math.min(300, 40 + Math.floor(operations / 200))
const AT_ONCE = 24
const GAMES = 16
const PAUSE_AFTER = Math.min(4_000, Math.ceil(operations / 3))
const REQUESTS_PER_ACT = 25
const SEEN_LATE_MS = 5_000
const BALANCES = [5_000_000, 800_000]

let product: Product
let operator: Operator
const people: Person[] = []
const board: Board = {
  offered: new Map(),
  async look(gameId) {
    // Lists update by event, so a reader may briefly receive the previous state.
    const lookedAt = moment() - SEEN_LATE_MS
    const { items } = await visitor().must('GET /api/games/{id}/markets', { params: { id: gameId } })
    board.offered.set(gameId, { markets: items, lookedAt })
  },
}
let readingClient: ReturnType<Product['client']> | null = null
const visitor = () => (readingClient ??= product.client())
const expected = createExpectedState({
  min_bet_amount: 1_000,
  first_bet_minimum: 25_000,
  later_bet_minimum: 10_000,
  max_bet_amount: 5_000_000,
  max_daily_bets: 1_000_000,
  max_payout: 500_000_000,
  bonus_min_odds: 1.2,
  betting_enabled: true,
  maintenance_mode: false,
  settlement_rulebook: 'house',
})

beforeAll(async () => {
  console.log(
    `betting-model: ${operations} operations, seed ${seed} (npm run prove -- betting-model ${operations} ${seed})`,
  )
  product = await startProduct({ kickoffInSeconds: 7_200 })
  operator = startOperator(product)
  await liftBetLimits(operator)
  await operator.order('set', { key: 'cashout_delay', value: 1 })
  for (const [at, share] of BALANCES.entries()) await fundHalf(share, at)
})
afterAll(async () => {
  await operator?.close()
  await product?.close()
})

/** Creates one half of the players with this balance. */
async function fundHalf(balanceUgx: number, half: number): Promise<void> {
  const { adminUrl } = product.database
  const count = Math.ceil(PEOPLE / 2)
  const first = half * count
  const tokens = await fundPlayers(adminUrl, count, balanceUgx, first)
  const rows = await query(adminUrl, `select id, phone_number from profiles order by phone_number offset $1`, [first])
  for (const [at, row] of rows.entries()) {
    const { id, phone_number: phone } = row as { id: string; phone_number: string }
    people.push({
      expected: {
        id,
        account: createTimeline<'active' | 'suspended'>('active'),
        balance: hundredths(balanceUgx),
        coming: 0n,
        validTickets: 0,
        unclear: [],
        tickets: [],
        placed: new Map(),
      },
      phone: phone.slice(-9),
      client: product.client(8, tokens[at]),
      sent: [],
    })
  }
}

it('[SLIP-48] [TICK-45] [SETL-09] [SETL-44] [SETL-45] [WALT-05] [OPS-03] for random commands, every response, ticket and balance matches a model of the betting rules', async () => {
  const players = createModelPlayers(expected, board, draws)
  const acts = createOperatorActions(product, operator, expected, board, people, draws)
  await inParallel(Array.from({ length: GAMES }), 4, () => acts.openGame())
  const idle = new Set(people)
  const done = { requests: 0, acts: 0 }

  /** Random idle players act one after the other, until this many requests have been made. */
  async function runIdlePlayers(until: number): Promise<void> {
    while (done.requests < until) {
      const person = draws.one([...idle])
      idle.delete(person)
      const made = await runRandomAction(person)
      done.requests += made
      idle.add(person)
    }
  }

  function runRandomAction(person: Person): Promise<number> {
    const roll = draws.below(1_000)
    if (roll < 600) return players.place(person, 1)
    if (roll < 660) return players.place(person, 2 + draws.below(5))
    if (roll < 720) return players.repeat(person)
    if (roll < 850) return players.cashOut(person)
    if (roll < 950) return players.open(person)
    if (roll < 995 || !person.phone.endsWith('0')) return players.count(person)
    return players.payIn(person)
  }

  async function operate(until: number): Promise<void> {
    while (done.requests < until) {
      if (done.acts * REQUESTS_PER_ACT < done.requests) {
        done.acts += 1
        await acts.act()
      } else await new Promise((resolve) => setTimeout(resolve, 2))
    }
  }

  while (done.requests < operations) {
    const until = Math.min(operations, done.requests + PAUSE_AFTER)
    await Promise.all([...Array.from({ length: AT_ONCE }, () => runIdlePlayers(until)), operate(until), operate(until)])
    console.log(`betting-model: ${done.requests} requests, ${done.acts} acts; pausing for an inspection`)
    const differences = await inspect(product, expected, people)
    expect(differences.slice(0, 3), `seed ${seed}, after ${done.requests} requests`).toEqual([])
  }
  await acts.endEverything()
  expect((await inspect(product, expected, people)).slice(0, 3), `seed ${seed}, at the end`).toEqual([])
  const ends = Map.groupBy(
    people.flatMap(({ expected: { tickets } }) => tickets),
    (ticket) => ticket.end?.status ?? 'pending',
  )
  const counts = Object.fromEntries([...ends].map(([status, tickets]) => [status, tickets.length]))
  const answers = JSON.stringify(Object.fromEntries(players.answers))
  console.log(
    `betting-model: ${done.requests} requests, ${done.acts} acts, bets ${answers}, tickets ${JSON.stringify(counts)}`,
  )
  expect(counts['pending']).toBeUndefined()
  // A small run may produce no won or void tickets.
  const kinds = operations < 5_000 ? ['lost', 'cashout'] : ['won', 'lost', 'void', 'cashout']
  for (const status of kinds) expect(counts[status]).toBeGreaterThan(0)
  await expectCleanLedger(product)
})
