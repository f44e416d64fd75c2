import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectCleanLedger } from '../journeys/ledger-proof.ts'
import { confirmOwnNumber, queryDatabase } from '../support/query-database.ts'
import { inParallel, type Player, registerPlayer, until } from '../support/player.ts'
import { type Product, startProduct } from '../support/product.ts'
import { PROVIDER_NAMES } from '../support/providers.ts'
import { seededDraws } from '../support/seeded.ts'
import { type StoppableDatabase, stoppableDatabase } from '../support/stoppable-database.ts'
import { chaosSize } from './chaos-size.ts'
import { faultsOf, ordersByReference, paymentRows } from './money-oracle.ts'
import { holdWithdrawals, type Reviewer, REVIEW_FROM, startReviewer } from './money-reviews.ts'
import { drawPlannedPayments, methodOf, phoneFor, startTraffic, type PlannedPayment } from './money-traffic.ts'

// Payments over all providers with all faults at once: lost, late, duplicate, forged and invalid responses, unavailable
// providers, and kills of server and database. Then the faults end, 72 hours pass, and the providers' records decide.

const { payments, kills, seed } = chaosSize()
const databaseKills = Math.ceil(kills / 5)
const draws = seededDraws(seed)
const HOUR_MS = 3_600_000
const OPENING = 5_000_000
/**
 * Last digits of the phone numbers, which select the outcome of withdrawals. Failures come first because a small run
 * has few players.
 */
const DIGITS = [0, 3, 7, 4, 5, 1, 8, 6, 2, 9]
/** Speed of business time during the faults: a poll every quarter of a second. */
const SPEED = 20

const ALL_FAULTS = {
  latencyMs: 5,
  latencyJitterMs: 120,
  errorRate: 0.05,
  errorThoughTakenRate: 0.05,
  lostReplyRate: 0.05,
  garbledRate: 0.05,
  callbackLostRate: 0.1,
  callbackDuplicateRate: 0.2,
  callbackReorderRate: 0.2,
  callbackLateRate: 0.1,
  callbackLateMs: 60_000,
  callbackWrongAmountRate: 0.1,
  callbackForgedRate: 0.1,
}
const NO_FAULTS = Object.fromEntries([
  ...Object.keys(ALL_FAULTS).map((name) => [name, 0]),
  ['outage', 'none'],
]) as object

let database: StoppableDatabase
let product: Product
let defaultRoutes: { readonly [method: string]: readonly string[] }
let plannedPayments: PlannedPayment[] = []
let reviewer: Reviewer
const beganMs = performance.now()
const report: string[] = [`seed ${seed}`]

beforeAll(async () => {
  database = await stoppableDatabase()
  product = await startProduct({
    database,
    hasOutages: true,
    withDirectProviders: true,
    env: { FEED_POLL_MS: '3600000' },
  })
  // Two accounts are funded through the gateway, the others through the networks, so that every route is used despite
  // random faults.
  const first = await openPlayers(0, 2)
  defaultRoutes = await readRoutes()
  await routeBy(0)
  await holdWithdrawals(product)
  await product.kill()
  await product.restart()
  const players = [...first, ...(await openPlayers(2, Math.min(40, Math.max(6, Math.ceil(payments / 50)))))]
  plannedPayments = drawPlannedPayments(players, payments, draws)
  reviewer = await startReviewer(product, players)
  recordDuration('opening')
})
afterAll(async () => {
  await product?.close()
  await database?.stop()
  console.log(`chaos money: ${report.join(', ')}, ${Math.round((performance.now() - beganMs) / 1_000)} s`)
})

it(`[DEP-26] [WDR-22] ${payments} payments, ${kills} kills of the server and ${databaseKills} of the database (seed ${seed}): every request gets one response`, async () => {
  await product.clock.run(SPEED)
  const traffic = startTraffic(plannedPayments)
  for (let round = 0; round < kills; round++) {
    await causeFaults(round)
    traffic.release(Math.ceil(payments / kills))
    await sleep(100 + draws.below(1_200))
    const isDatabaseToo =
      Math.floor(((round + 1) * databaseKills) / kills) > Math.floor((round * databaseKills) / kills)
    if (isDatabaseToo) await killDatabase()
    await product.kill()
    await product.restart()
  }
  product.money.control({ faults: NO_FAULTS })
  await traffic.ended()
  await reviewer.ended()
  recordDuration('trouble')
  expect(plannedPayments.map((each) => each.response?.status).filter((status) => status !== 202)).toEqual([])
  const ids = plannedPayments.map((each) => each.response?.paymentId)
  expect(new Set(ids).size).toBe(payments)
})

it('[WDR-23] [DEP-25] after the outages, every payment ends or needs an admin’s decision within 72 hours', async () => {
  await product.clock.run(60)
  await settled(`stage in ('requested', 'sent', 'polling')`)
  for (let days = 0; days < 3; days++) {
    await product.clock.moveTo(new Date(product.clock.now().getTime() + 25 * HOUR_MS))
    await settled(`next_at <= '${product.clock.now().toISOString()}'`)
  }
  await until('no callback is on its way', async () => {
    const state = (await (await fetch(`${product.money.url}/control`)).json()) as { callbacks: { open: number } }
    return state.callbacks.open === 0
  })
  await settled('next_at is not null')
  recordDuration('the time after')
})

it('[DEP-21] [WDR-20] [WDR-21] [DEP-26] collected money is credited once, paid money is debited once, and no other money is moved', async () => {
  const orders = ordersByReference(product.money.orders)
  const rows = await paymentRows(product)
  const faults = rows.flatMap((row) =>
    faultsOf(row, orders.get(row.reference) ?? []).map((fault) => ({ fault, ...row })),
  )
  expect(faults).toEqual([])
  const known = new Set(rows.map((row) => row.reference))
  expect([...orders.keys()].filter((reference) => !known.has(reference))).toEqual([])
  // One row for each answered request, and the opening deposits.
  expect(rows).toHaveLength(payments + new Set(plannedPayments.map(({ player }) => player.userId)).size)

  const held = rows.filter(({ review }) => review !== null)
  expect(held.map(({ amount }) => amount >= REVIEW_FROM * 100)).not.toContain(false)
  expect(held.map(({ review }) => review)).not.toContain('none')
  for (const decision of ['approved', 'rejected', 'cancelled']) {
    const decided = held.filter(({ review }) => review === decision).length
    expect(decided).toBeGreaterThan(0)
    report.push(`${decided} ${decision} after a review`)
  }

  const count = (is: (row: (typeof rows)[number]) => boolean): number => rows.filter(is).length
  for (const provider of PROVIDER_NAMES) {
    const own = count((row) => row.provider === provider)
    expect(own).toBeGreaterThan(0)
    report.push(`${own} by ${provider}`)
  }
  report.push(
    `${count(({ type, status }) => type === 'deposit' && status === 'success')} deposits credited`,
    `${count(({ type, status }) => type === 'withdrawal' && status === 'success')} withdrawals paid`,
    `${count(({ status }) => status === 'failed')} failed`,
    `${count(({ stage }) => stage === 'review')} for an admin`,
  )
})

it('[OPS-05] [WALT-05] after the outages, the ledger is valid', () => expectCleanLedger(product))

/** Duration of each part, printed at the end with the seed. */
function recordDuration(part: string): void {
  report.push(`${part} until ${Math.round((performance.now() - beganMs) / 1_000)} s`)
}

/** Registers players with an opening deposit, numbered from `begin` up to `end`, in turn on MTN and Airtel. */
async function openPlayers(begin: number, end: number): Promise<Player[]> {
  const numbers = Array.from({ length: end - begin }, (_, nth) => begin + nth)
  return inParallel(numbers, 4, async (at) => {
    const phone = phoneFor(at % 2 === 0 ? 'MTN' : 'AIRTEL', 300_000 + at, DIGITS[at % DIGITS.length] ?? 0)
    const player = await registerPlayer(product, phone, { connections: 8 })
    await confirmOwnNumber(product, player)
    const paying = phoneFor(methodOf(phone), 400_000 + at, 0)
    const { transaction } = await player.client.must('POST /api/payments/deposits', {
      body: { amount: OPENING, phoneNumber: `256${paying}`, method: methodOf(phone) },
    })
    await until('the opening deposit is credited', async () => {
      const { status } = await player.client.must('GET /api/payments/{id}', { params: { id: transaction.id } })
      return status === 'success'
    })
    return player
  })
}

/** Combines all faults, an unavailable provider, and another order of routes. */
async function causeFaults(round: number): Promise<void> {
  const outages = ['unavailable', 'unreachable'] as const
  const outage = () => (draws.chance(0.15) ? draws.one(outages) : ('none' as const))
  const faultsOfWires = Object.fromEntries(PROVIDER_NAMES.map((provider) => [provider, { outage: outage() }]))
  product.money.control({ faults: ALL_FAULTS, faultsOf: faultsOfWires })
  await routeBy(round)
}

async function readRoutes(): Promise<typeof defaultRoutes> {
  const [row] = await queryDatabase<{ value: string }>(
    product,
    `select setting_value as value from admin_settings where setting_key = 'payment_routes'`,
  )
  return JSON.parse(row?.value ?? '{}') as typeof defaultRoutes
}

/**
 * The payment routes of a round: another provider is first each time, and in two of four rounds it is the only one. The
 * gateway is first by default, so it is last in the first round.
 */
function routesOf(round: number): object {
  const turned = Object.entries(defaultRoutes).map(([method, all]) => {
    const first = (round + 1) % all.length
    return [method, [...all.slice(first), ...all.slice(0, first)].slice(0, round % 4 < 2 ? all.length : 1)]
  })
  return Object.fromEntries(turned) as object
}

/** The server reads the changed setting at its next start at the latest. */
const routeBy = (round: number): Promise<unknown> =>
  queryDatabase(product, `update admin_settings set setting_value = $1 where setting_key = 'payment_routes'`, [
    JSON.stringify(routesOf(round)),
  ])

/**
 * Kills the database alone while the server runs, or both together. The database is back before the server restarts.
 */
async function killDatabase(): Promise<void> {
  await database.kill()
  if (draws.chance(0.5)) await product.kill()
  else await sleep(draws.below(500))
  await database.start()
  await sleep(draws.below(300))
}

const settled = (which: string): Promise<unknown> =>
  until(
    `no payment has ${which}`,
    async () =>
      (await queryDatabase(product, `select id, stage, next_at from transactions where ${which} limit 1`)).length === 0,
    180_000,
  )
