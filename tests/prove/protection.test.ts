import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import { expectCleanLedger } from '../journeys/ledger-proof.ts'
import { queryDatabase } from '../support/query-database.ts'
import type { Client } from '../support/client.ts'
import { fundPlayers } from '../support/funded-players.ts'
import { liftBetLimits, type Operator, startOperator } from '../support/operator.ts'
import { until } from '../support/player.ts'
import { type Product, startProduct } from '../support/product.ts'
import { proofSeed, proofSize } from '../support/proof.ts'
import { seededDraws } from '../support/seeded.ts'
import { moment } from './model-timeline.ts'
import {
  createLimit,
  createSums,
  LIMIT_NAMES,
  type LimitName,
  limitsOn,
  type ModelLimit,
  partsOf,
  periodEndsAfter,
} from './protection-model.ts'

/**
 * Players deposit, bet on games and on Aviator, change and confirm limits and exclude themselves, sequentially and
 * concurrently, across the ends of days, weeks and months. In ledger order, no accepted movement exceeds a limit or
 * exclusion that certainly applied, and every refusal for a limit or exclusion has a limit or exclusion that may have
 * applied.
 */
const operations = proofSize({ small: 250, full: 20_000 })
const seed = proofSeed
const draws = seededDraws(seed)
const SEED_TEXT = `seed ${seed}`

const PEOPLE = Math.min(24, 6 + Math.floor(operations / 500))
const EDGES = ['day', 'week', 'day', 'month'] as const
const ROUNDS = Math.max(EDGES.length, Math.floor(operations / 150))
const BALANCE_UGX = 400_000_000
const BEFORE_EDGE_MS = 900
/** The largest difference between the clock of this process and the server's. */
const MAX_CLOCK_DIFFERENCE_MS = 500
const PHONE = '256772600110'
const AMOUNTS = [10_000, 15_000, 25_000, 40_000]
const LIMITS = [0, 60_000, 120_000, 250_000, 250_000, 600_000, 600_000, 1_500_000, null, null]

type Taken = { readonly amount: number; readonly sent: number; readonly answered: number }
type Person = {
  readonly id: string
  readonly client: Client
  readonly limits: ReadonlyMap<LimitName, ModelLimit>
  /** Accepted bets and deposits, by id. */
  readonly taken: Map<string, Taken>
  /** The most that may have been deposited and staked, without any return. */
  readonly most: ReturnType<typeof createSums>
  /** The exclusion: its start in moments of this process, and its end on the clock. */
  exclusion: { readonly from: number; readonly until: Date } | null
  isLeaving: boolean
}

let product: Product
let operator: Operator
let gameId = ''
const people: Person[] = []
const answers = new Map<string, number>()
const count = (what: string): void => void answers.set(what, (answers.get(what) ?? 0) + 1)
const now = (): Date => product.clock.now()
const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms)

beforeAll(async () => {
  console.log(`protection: ${operations} operations, ${SEED_TEXT} (npm run prove -- protection ${operations} ${seed})`)
  product = await startProduct({ runsAviator: true })
  operator = startOperator(product)
  for (const key of ['first_bet_minimum', 'later_bet_minimum']) await operator.order('set', { key, value: 1_000 })
  await liftBetLimits(operator)
  const tokens = await fundPlayers(product.database.adminUrl, PEOPLE, BALANCE_UGX)
  const rows = await queryDatabase<{ id: string }>(product, 'select id from profiles order by phone_number')
  for (const [at, { id }] of rows.entries()) {
    const limits = new Map(LIMIT_NAMES.map((name) => [name, createLimit()] as const))
    const client = product.client(8, tokens[at])
    people.push({ id, client, limits, taken: new Map(), most: createSums(), exclusion: null, isLeaving: false })
  }
  // The opening balance counts as a deposit of its week and month, so the test starts after both.
  await travel(later(periodEndsAfter(now()).month, 7 * DAY_MS))
})
afterAll(async () => {
  await operator?.close()
  await product?.close()
})

/** Keeps sessions valid however far the clock moves. */
async function travel(to: Date): Promise<void> {
  await queryDatabase(product, `update sessions set renewed_at = $1, expires_at = $2`, [to, later(to, 30 * DAY_MS)])
  await product.clock.moveTo(to)
}

type Reply = { readonly ok: boolean; readonly body?: unknown; readonly problem?: { readonly code: string } }

const limitOf = (person: Person, name: LimitName): ModelLimit => person.limits.get(name) as ModelLimit

/**
 * Sends a request that moves money, and checks a refusal immediately. The ledger check validates accepted requests
 * later.
 */
async function move(
  person: Person,
  kind: 'deposit' | 'stake',
  amount: number,
  send: () => Promise<Reply>,
): Promise<void> {
  const [sent, sentAt] = [moment(), now()]
  person.most.add(kind, amount, sentAt)
  const reply = await send()
  const [answered, answeredAt] = [moment(), now()]
  if (reply.ok) {
    const body = reply.body as { readonly [name: string]: { readonly id: string } | undefined }
    const what = body['transaction'] ? 'deposited' : body['ticket'] ? 'placed' : 'aviator'
    count(what)
    person.taken.set((body['transaction'] ?? body['ticket'] ?? body['bet'])?.id ?? '', { amount, sent, answered })
    const wasExcluded =
      person.exclusion !== null &&
      person.exclusion.from < sent &&
      later(answeredAt, MAX_CLOCK_DIFFERENCE_MS) < person.exclusion.until
    expect(wasExcluded, `${SEED_TEXT}: ${what} while excluded`).toBe(false)
    // The amount may have been counted in the new period.
    if (!limitsOn(kind).every((name) => person.most.of(name, sentAt) === person.most.of(name, answeredAt)))
      person.most.add(kind, amount, answeredAt)
    return
  }
  const code = reply.problem?.code ?? ''
  count(code)
  if (code === 'LIMIT_REACHED') {
    const mayReach = limitsOn(kind).some((name) => {
      const least = limitOf(person, name).least(sent, answered)
      const counted = name.replace('loss', 'stake') as LimitName
      return (
        person.most.of(counted, sentAt) > least ||
        // A refusal after midnight counts in the new day only if the request was sent there.
        person.most.of(counted, later(answeredAt, MAX_CLOCK_DIFFERENCE_MS)) + amount > least
      )
    })
    expect(mayReach, `${SEED_TEXT}: a ${kind} of ${amount} was refused, and passed no limit`).toBe(true)
  }
  if (code === 'EXCLUDED') {
    const mayBeExcluded =
      person.isLeaving ||
      (person.exclusion !== null && later(sentAt, -MAX_CLOCK_DIFFERENCE_MS) < person.exclusion.until)
    expect(mayBeExcluded, `${SEED_TEXT}: refused, and not excluded`).toBe(true)
  }
  person.most.add(kind, -amount, sentAt)
}

const deposit = (person: Person, amount: number): Promise<void> => {
  const body = { amount, phoneNumber: PHONE, method: 'MTN' } as const
  return move(person, 'deposit', amount, () => person.client.call('POST /api/payments/deposits', { body }))
}
const bet = (person: Person, amount: number): Promise<void> => {
  const selections = [{ gameId, market: '1x2', selection: '1', odds: 1.01 }]
  const body = { stake: amount, acceptOddsChanges: true, selections }
  return move(person, 'stake', amount, () => person.client.call('POST /api/bets', { body }))
}
const playRound = (person: Person, amount: number): Promise<void> => {
  const body = { stake: amount, target: draws.one([1.2, 2, 5]) }
  return move(person, 'stake', amount, () => person.client.call('POST /api/aviator/bets', { body }))
}

async function setLimit(person: Person, name: LimitName, amount: number | null): Promise<void> {
  const [kind, period] = partsOf(name)
  const limit = limitOf(person, name)
  const taken = limit.ask(amount, now(), moment())
  const response = await person.client.must('PUT /api/protection/limits', { body: { kind, period, amount } })
  taken(moment())
  const shown = response.limits.find((each) => each.kind === kind && each.period === period)
  expect([shown?.amount, shown?.raise?.amount], SEED_TEXT).toEqual([limit.amount(), limit.raise()?.amount])
  count('limited')
}

async function confirm(person: Person): Promise<void> {
  const waiting = LIMIT_NAMES.filter((name) => limitOf(person, name).raise() !== null)
  const name = draws.one(waiting.length > 0 ? waiting : LIMIT_NAMES)
  const [kind, period] = partsOf(name)
  const limit = limitOf(person, name)
  const [before, after] = [-MAX_CLOCK_DIFFERENCE_MS, 5_000].map((ms) => limit.isConfirmable(later(now(), ms)))
  if (before !== after) return
  const sent = moment()
  const reply = await person.client.call('POST /api/protection/limits/confirm', { body: { kind, period } })
  expect(reply.ok, `${SEED_TEXT}: confirmation of ${name}`).toBe(before)
  if (reply.ok) limit.confirm(sent)(moment())
  count(reply.ok ? 'confirmed' : reply.problem.code)
}

async function leave(person: Person): Promise<void> {
  person.isLeaving = true
  const reply = await person.client.call('POST /api/protection/exclusion', { body: { length: '24h' } })
  if (reply.ok) {
    const until = new Date(reply.body.exclusion?.until ?? '')
    // An extended exclusion continues.
    const isOn = person.exclusion !== null && now() < person.exclusion.until
    person.exclusion = { from: isOn && person.exclusion !== null ? person.exclusion.from : moment(), until }
  }
  person.isLeaving = false
  count('left')
}

/** Concurrent requests of one player, including a lower limit or an exclusion. */
async function burst(person: Person): Promise<number> {
  const size = 3 + draws.below(6)
  const works = Array.from({ length: size }, () => moveRandomly(person))
  const roll = draws.below(20)
  if (roll < 6) {
    const name = draws.one(LIMIT_NAMES)
    const lower = Math.max(40_000, Math.floor((limitOf(person, name).amount() ?? 480_000) / 2))
    works.push(setLimit(person, name, lower))
  } else if (roll === 6) works.push(leave(person))
  await Promise.all(works)
  return works.length
}

function moveRandomly(person: Person): Promise<void> {
  const amount = draws.one(AMOUNTS)
  const roll = draws.below(10)
  return roll < 5 ? bet(person, amount) : roll < 7 ? playRound(person, amount) : deposit(person, amount)
}

async function runRandomAction(person: Person): Promise<number> {
  const roll = draws.below(100)
  if (roll < 72) await moveRandomly(person)
  else if (roll < 80) await setLimit(person, draws.one(LIMIT_NAMES), draws.one(LIMITS))
  else if (roll < 86) await confirm(person)
  else if (roll < 87) await leave(person)
  else return burst(person)
  return 1
}

/** Pays out or refunds bets; both reduce the loss. */
async function finishGame(isPlayed: boolean): Promise<void> {
  const begun = { startTime: later(now(), -1_000).toISOString() }
  const over = isPlayed
    ? ({ status: 'finished', homeScore: 2, awayScore: 1 } as const)
    : ({ status: 'cancelled' } as const)
  await operator.order('change-game', { gameId, change: { ...begun, ...over } })
  await until('the bets are paid', async () => {
    const [row] = await queryDatabase(product, `select count(*) as open from tickets where status = 'pending'`)
    return row?.['open'] === 0
  })
}

type Posting = { kind: string; amount: number; at: Date; reference: string; player: string }
type Deposit = { id: string; amount: number; at: Date; player: string }

/** Checks every accepted bet and deposit, in ledger order, against the limits that certainly applied. */
async function inspect(): Promise<string[]> {
  const postings = await queryDatabase<Posting>(
    product,
    `select kind, case when player = source then amount else -amount end / 100 as amount, created_at as at, reference, player
       from postings where kind in ('bet', 'win', 'cashout', 'refund', 'void-refund', 'resettlement') order by id`,
  )
  const deposits = await queryDatabase<Deposit>(
    product,
    `select id, amount / 100 as amount, created_at as at, user_id as player from transactions
      where type = 'deposit' and (status <> 'failed' or stage <> 'done') order by created_at, id`,
  )
  return people.flatMap((person) => {
    const sums = createSums()
    const passed = (kind: 'deposit' | 'stake', id: string, amount: number, at: Date): string[] => {
      const taken = person.taken.get(id)
      if (taken === undefined) return []
      return limitsOn(kind).flatMap((name) => {
        const most = limitOf(person, name).most(taken.sent, taken.answered)
        const used = sums.of(name, at)
        return most === null || used + amount <= most
          ? []
          : [`${name}: ${used} + ${amount} > ${most} at ${at.toISOString()}`]
      })
    }
    const staked = postings
      .filter(({ player }) => player === person.id)
      .flatMap(({ kind, amount, at, reference }) => {
        const faults = kind === 'bet' ? passed('stake', reference, amount, at) : []
        if (kind === 'bet') sums.add('stake', amount, at)
        sums.add('loss', amount, at)
        return faults
      })
    const paidIn = deposits
      .filter(({ player }) => player === person.id)
      .flatMap(({ id, amount, at }) => {
        const faults = passed('deposit', id, amount, at)
        sums.add('deposit', amount, at)
        return faults
      })
    return [...staked, ...paidIn]
  })
}

it('[PLAY-01] [PLAY-02] [PLAY-03] player limits and self-exclusions refuse exactly the requests that violate a limit or a self-exclusion', async () => {
  let done = 0
  for (let round = 0; round < ROUNDS; round++) {
    const edge = periodEndsAfter(later(now(), BEFORE_EDGE_MS))[EDGES[round % EDGES.length] ?? 'day']
    await travel(later(edge, -BEFORE_EDGE_MS))
    const odds = { homeOdds: 210, drawOdds: 340, awayOdds: 360, over25Odds: 190, under25Odds: 195 }
    const startTime = later(edge, DAY_MS).toISOString()
    gameId = (await operator.order('open-game', { homeTeam: `H ${round}`, awayTeam: `A ${round}`, startTime, odds }))
      .gameId
    const enough = Math.ceil((operations * (round + 1)) / ROUNDS)
    await Promise.all(
      people.map(async (person) => {
        while (done < enough) {
          const made = await runRandomAction(person)
          done += made
        }
      }),
    )
    await finishGame(round % 2 === 0)
    await until('no deposit waits', async () => {
      const [row] = await queryDatabase(product, `select count(*) as open from transactions where status = 'pending'`)
      return row?.['open'] === 0
    })
  }
  expect((await inspect()).slice(0, 3), SEED_TEXT).toEqual([])
  console.log(`protection: ${done} operations, ${ROUNDS} edges, ${JSON.stringify(Object.fromEntries(answers))}`)
  for (const what of ['placed', 'deposited', 'LIMIT_REACHED', 'limited'])
    expect(answers.get(what) ?? 0, what).toBeGreaterThan(0)
  if (operations >= 2_000) {
    for (const what of ['aviator', 'confirmed', 'EXCLUDED', 'left'])
      expect(answers.get(what) ?? 0, what).toBeGreaterThan(0)
  }
  await expectCleanLedger(product)
})
