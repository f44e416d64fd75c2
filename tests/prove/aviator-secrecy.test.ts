import { afterAll, beforeAll, expect, it } from 'vitest'
import { reachedAfterMs } from '@mupiira/domain/aviator/growth.ts'
import { roundFixture, type RoundFixture } from '../../apps/server/src/modules/aviator/testing/round-fixture.ts'
import { proofSeed, proofSize } from '../support/proof.ts'
import { seededDraws } from '../support/seeded.ts'

// Response times must not reveal the crash point. Two rounds run at once, one short and one long, and receive the same
// requests in random order.

const REFUSED = proofSize({ small: 300, full: 10_000 })
const PAID = proofSize({ small: 80, full: 600 })
/** Random variation alone exceeds this once in two million runs, independent of machine load. */
const MAX_SIGMAS = 5
const STAKE_UGX = 10_000
const draws = seededDraws(proofSeed)

type Bet = { readonly id: string; readonly userId: string }
type RunningRound = { readonly fliesAtMs: number; readonly bets: Bet[] }

let app: RoundFixture
let soon: RunningRound
let long: RunningRound

beforeAll(async () => {
  app = await roundFixture()
  soon = await startRunningRound((crash) => crash >= 130 && crash <= 180)
  long = await startRunningRound((crash) => crash >= 800)
})
afterAll(() => app?.close())

async function startRunningRound(wanted: (crash: number) => boolean): Promise<RunningRound> {
  const { no } = await app.openRound(wanted)
  const bets: Bet[] = []
  for (let count = 0; count <= PAID; count++) {
    const userId = await app.player(STAKE_UGX)
    bets.push({ userId, id: await app.place(userId, STAKE_UGX) })
  }
  const { fliesAt } = await app.startRound(no)
  return { fliesAtMs: fliesAt.getTime(), bets }
}

const earlyMs = reachedAfterMs(105)
const paidMs = reachedAfterMs(120)

it(`[AVI-33] ${REFUSED} refusals and ${PAID} cash-outs take the same time in rounds with low and high crash points (seed ${proofSeed})`, async () => {
  const refused = await timed(REFUSED, ({ fliesAtMs, bets }) => {
    const [bet] = bets as [Bet, ...Bet[]]
    return app.cashOut(bet.id, bet.userId, new Date(fliesAtMs + earlyMs))
  })
  expect(new Set(refused.map(({ outcome }) => outcome))).toEqual(new Set(['AVIATOR_TOO_EARLY']))
  expect(Math.abs(sigmasApart(refused))).toBeLessThan(MAX_SIGMAS)

  const paid = await timed(PAID, ({ fliesAtMs, bets }) => {
    const { id, userId } = bets.pop() as Bet
    return app.cashOut(id, userId, new Date(fliesAtMs + paidMs))
  })
  expect(new Set(paid.map(({ outcome }) => outcome))).toEqual(new Set(['paid']))
  expect(Math.abs(sigmasApart(paid))).toBeLessThan(MAX_SIGMAS)
})

type Sample = { readonly endsSoon: boolean; readonly tookMs: number; readonly outcome: string }

async function timed(times: number, ask: (of: RunningRound) => ReturnType<RoundFixture['cashOut']>): Promise<Sample[]> {
  const samples: Sample[] = []
  for (let time = 0; time < times; time++) {
    const endsSoon = draws.below(2) === 0
    const askedAt = performance.now()
    const outcome = await ask(endsSoon ? soon : long)
    const tookMs = performance.now() - askedAt
    samples.push({ endsSoon, tookMs, outcome: 'error' in outcome ? outcome.error : 'paid' })
  }
  return samples
}

/** Distance of one group's rank sum from its expectation, in standard deviations (Mann–Whitney U test). */
function sigmasApart(samples: readonly Sample[]): number {
  const ranked = samples.toSorted((a, b) => a.tookMs - b.tookMs)
  const ranks = ranked.flatMap(({ endsSoon }, at) => (endsSoon ? [at + 1] : []))
  const [few, others] = [ranks.length, samples.length - ranks.length]
  const wins = ranks.reduce((sum, rank) => sum + rank, 0) - (few * (few + 1)) / 2
  return (wins - (few * others) / 2) / Math.sqrt((few * others * (samples.length + 1)) / 12)
}
