import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hundredthsAt, reachedAfterMs } from '@mupiira/domain/aviator/growth.ts'
import { roundFixture, type RoundFixture } from '../../apps/server/src/modules/aviator/testing/round-fixture.ts'
import { proofSeed, proofSize } from '../support/proof.ts'
import { seededDraws } from '../support/seeded.ts'

// Concurrent cash-outs at the crash from several processes. The time of receipt decides whether a cash-out is paid.

const RACING = proofSize({ small: 1_000, full: 200_000 })
const PROCESSES = 3
const PLAYERS = 150
const BETS_OF_ROUND = PLAYERS * 2
const EACH = 4
const STAKE_UGX = 10_000
const AROUND_MS = 40
const RACER = 'apps/server/src/modules/aviator/testing/racer.ts'
const rounds = Math.max(1, Math.ceil(RACING / (BETS_OF_ROUND * EACH)))
const draws = seededDraws(proofSeed)

type Request = { readonly betId: string; readonly userId: string; readonly key: string; readonly atMs: number }

let app: RoundFixture
const players: string[] = []
const racers: ChildProcess[] = []

beforeAll(async () => {
  app = await roundFixture()
  for (let at = 0; at < PLAYERS; at++) players.push(await app.player(STAKE_UGX * 2 * rounds))
  for (let at = 0; at < PROCESSES; at++) {
    const racer = fork(join(import.meta.dirname, '../..', RACER), [app.database.url], { stdio: 'inherit' })
    racers.push(racer)
    await new Promise((resolve) => racer.once('message', resolve))
  }
})
afterAll(async () => {
  for (const racer of racers) racer.kill()
  await app?.close()
})

it(`[AVI-25] [AVI-26] [AVI-29] ${rounds * BETS_OF_ROUND * EACH} cash-outs around the crash are paid once if received before the crash, and refused otherwise (seed ${proofSeed})`, async () => {
  const counts = { paid: 0, late: 0 }
  for (let round = 0; round < rounds; round++) await race(counts)
  // The run must contain cash-outs on both sides of the crash.
  expect(counts.paid).toBeGreaterThan(0)
  expect(counts.late).toBeGreaterThan(0)
  const report = await app.checkLedger()
  expect(report.differences).toEqual([])
  expect(report.ok).toBe(true)
})

async function race(counts: { paid: number; late: number }): Promise<void> {
  const open = await app.openRound((crash) => crash >= 130 && crash <= 400)
  const bets: { id: string; userId: string }[] = []
  for (let at = 0; at < players.length; at += 32) {
    const some = players.slice(at, at + 32).flatMap((userId) => [userId, userId])
    const outcomes = await app.placeTogether(some.map((userId) => app.request(userId, STAKE_UGX)))
    for (const [each, outcome] of outcomes.entries()) {
      if (!('body' in outcome)) throw new Error(`a bet was refused: ${JSON.stringify(outcome)}`)
      bets.push({ id: outcome.body.bet.id, userId: some[each] as string })
    }
  }
  const flying = await app.startRound(open.no)
  const crash = app.crashAt(flying.link)
  const instantMs = flying.fliesAt.getTime() + reachedAfterMs(crash)
  app.clock.set(new Date(instantMs - 1))
  await app.beat(flying.no)

  const requests = bets.flatMap((bet) => requestsFor(bet, flying.fliesAt.getTime(), instantMs))
  const shares: Request[][] = racers.map(() => [])
  for (const request of draws.some(requests, requests.length)) draws.one(shares).push(request)
  const answering = racers.map((racer, at) => answersOf(racer, shares[at] as Request[]))
  // The round crashes and is settled during the cash-outs.
  await sleep(draws.below(60))
  await app.settleRound(await app.crash(flying))
  const answers = (await Promise.all(answering)).flat()
  await evaluate(bets, shares.flat(), answers, { fliesMs: flying.fliesAt.getTime(), instantMs }, counts)
}

/**
 * Most cash-outs are sent around the crash, some long before. Some keys are sent twice, possibly by another process.
 */
function requestsFor({ id, userId }: { id: string; userId: string }, fliesMs: number, instantMs: number): Request[] {
  const requests: Request[] = []
  while (requests.length < EACH) {
    const atMs = draws.chance(0.1)
      ? fliesMs + draws.below(instantMs - fliesMs)
      : instantMs - AROUND_MS + draws.below(2 * AROUND_MS)
    const request = { betId: id, userId, key: randomUUID(), atMs }
    requests.push(request)
    if (draws.chance(0.1) && requests.length < EACH) requests.push(request)
  }
  // For every third bet, all cash-outs are late.
  return draws.chance(0.33) ? requests.map((each) => ({ ...each, atMs: Math.max(each.atMs, instantMs) })) : requests
}

function answersOf(racer: ChildProcess, requests: readonly Request[]): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const onExit = (): void => reject(new Error('a racer exited unexpectedly'))
    racer.once('exit', onExit)
    racer.once('message', (answers: string[]) => {
      racer.off('exit', onExit)
      resolve(answers)
    })
    racer.send(requests)
  })
}

type Instants = { readonly fliesMs: number; readonly instantMs: number }

async function evaluate(
  bets: readonly { readonly id: string }[],
  requests: readonly Request[],
  answers: readonly string[],
  { fliesMs, instantMs }: Instants,
  counts: { paid: number; late: number },
): Promise<void> {
  const wrong: string[] = []
  const inTime = new Map<string, Set<number>>()
  for (const [at, { betId, atMs }] of requests.entries()) {
    const answer = answers[at] ?? 'nothing'
    const reached = hundredthsAt(atMs - fliesMs)
    if (atMs < instantMs && reached >= 111) {
      inTime.set(betId, (inTime.get(betId) ?? new Set()).add(reached))
      if (answer.startsWith('paid')) counts.paid += 1
      else wrong.push(`received ${instantMs - atMs} ms before the crash: ${answer}`)
    } else if (atMs < instantMs) {
      if (answer !== 'AVIATOR_TOO_EARLY' && !answer.startsWith('paid')) wrong.push(`under 1.11: ${answer}`)
    } else if (answer === 'AVIATOR_TOO_LATE') counts.late += 1
    else if (!answer.startsWith('paid')) wrong.push(`received ${atMs - instantMs} ms after the crash: ${answer}`)
  }
  const rows = await app.kernel.db.query<{
    id: string
    state: string
    multiplier: number | null
    wins: bigint
    paid: bigint
    payout: bigint
  }>(
    `select b.id, b.state, b.multiplier, b.payout, count(p.id) as wins, coalesce(sum(p.amount), 0)::bigint as paid
       from aviator_bets b left join postings p on p.reference = b.id and p.kind = 'win'
      where b.id = any($1::uuid[]) group by b.id, b.state, b.multiplier, b.payout`,
    [bets.map(({ id }) => id)],
  )
  expect(rows).toHaveLength(bets.length)
  for (const { id, state, multiplier, wins, paid, payout } of rows) {
    const may = inTime.get(id)
    if (may === undefined && (state !== 'lost' || wins !== 0n))
      wrong.push(`${state} and paid ${wins} times without a cash-out in time`)
    if (may !== undefined && (state !== 'cashed-out' || wins !== 1n || paid !== payout || !may.has(multiplier ?? 0)))
      wrong.push(`${state} at ${multiplier}, paid ${wins} times, with a cash-out in time`)
  }
  expect(wrong.slice(0, 5)).toEqual([])
}
