import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { reachedAfterMs } from '@mupiira/domain/aviator/growth.ts'
import { expectCleanLedger } from '../journeys/ledger-proof.ts'
import { queryDatabase } from '../support/query-database.ts'
import { startRound, untilBetting, untilState } from '../support/aviator-rounds.ts'
import { deposit, inParallel, type Player, registerPlayer, until } from '../support/player.ts'
import { type Product, startProduct } from '../support/product.ts'
import { proofSeed, proofSize } from '../support/proof.ts'
import { seededDraws } from '../support/seeded.ts'

// kill -9 in each phase of a round: the committed state decides, and another node takes over.

const KILLS = proofSize({ small: 1, full: 20 })
const PHASES = ['betting', 'flying', 'crashed'] as const
type Phase = (typeof PHASES)[number]
const TARGETS = [undefined, 1.11, 1.5, 3, 10] as const
const STAKE_UGX = 10_000
const draws = seededDraws(proofSeed)

let product: Product
const players: Player[] = []

beforeAll(async () => {
  product = await startProduct({ runsAviator: true, hasOutages: true })
  const phones = TARGETS.map((_, at) => `77510${String(at).padStart(3, '0')}0`)
  players.push(...(await inParallel(phones, 3, (phone) => registerPlayer(product, phone))))
  await inParallel(players, 5, async (player) => {
    for (let count = 0; count < Math.ceil(KILLS / 10); count++) await deposit(player, 1_000_000)
  })
})
afterAll(() => product?.close())

it.each(PHASES.flatMap((phase) => Array.from({ length: KILLS }, (_, at) => [phase, at + 1] as const)))(
  `[AVI-25] [AVI-27] [AVI-32] after the server is killed while %s (repetition %i), the round ends by the rules (seed ${proofSeed})`,
  async (phase) => {
    const no = await playUntil(phase)
    await product.kill()
    await product.restart()
    await untilSettled(no)
    await evaluate(no)
    await expectBalances()
  },
)

it('[AVI-32] another node continues the Aviator rounds when the leader is killed', async () => {
  const other = await product.another()
  const watcher = product.client()
  for (let kill = 0; kill < KILLS; kill++) {
    const no = await playUntil('flying')
    const killedAt = performance.now()
    await product.kill()
    await untilSettled(no)
    const tookMs = performance.now() - killedAt
    // A small run may share a busy machine, where the limit of five seconds means nothing.
    if (KILLS > 1) expect(tookMs).toBeLessThan(5_000)
    await evaluate(no)
    // Rounds continue on the second node and accept bets.
    await until('rounds run on the other node', async () => {
      const state = (await (await fetch(`${other.url}/api/aviator/state`)).json()) as { open?: boolean }
      return state.open === true
    })
    await product.restart()
    if (kill + 1 < KILLS) {
      // The first node becomes leader again only after the second is gone.
      await other.kill()
      await untilBetting(product, watcher, no)
      Object.assign(other, await product.another())
    }
  }
  await expectBalances()
  await expectCleanLedger(product)
})

/** All players bet on one round, which is left in that phase. Some have cashed out manually. */
async function playUntil(phase: Phase): Promise<number> {
  const watcher = (players[0] as Player).client
  const last = await untilState(watcher, 'rounds are run', ({ open, round }) => open && round !== null)
  const { round } = await untilBetting(product, watcher, last.round?.id ?? 0)
  const no = round?.id ?? 0
  const bets = await inParallel(players, players.length, async ({ client }, at) => {
    const target = TARGETS[at]
    const { bet } = await client.must('POST /api/aviator/bets', {
      body: { stake: STAKE_UGX, ...(target === undefined ? {} : { target }) },
    })
    return bet
  })
  expect(bets.map((bet) => bet.roundId)).toEqual(bets.map(() => no))
  if (phase === 'betting') {
    await sleep(draws.below(1_500))
    return no
  }
  await startRound(product, round)
  await untilState(
    watcher,
    'the round has started',
    (state) => state.round?.id === no && state.round.state !== 'betting',
  )
  if (phase === 'flying') {
    await sleep(draws.below(2_500))
    // A manual cash-out, which fails if the round is over.
    const id = bets[0]?.id ?? ''
    await watcher.call('POST /api/aviator/bets/{id}/cashout', { params: { id } }).catch(() => null)
    return no
  }
  await untilState(watcher, 'it has crashed', (state) => state.round?.id === no && state.round.endedAt !== null)
  return no
}

const untilSettled = (no: number): Promise<unknown> =>
  until('the round is settled', async () => {
    const [row] = await queryDatabase(product, 'select settled_at from aviator_rounds where no = $1', [no])
    return row?.['settled_at'] !== null && row !== undefined
  })

type RoundRow = {
  state: string
  crash: number
  flies: string | null
  heartbeat: string | null
  [name: string]: unknown
}
type BetRow = {
  state: string
  target: number | null
  multiplier: number | null
  manually: boolean
  stake: number
  payout: number
  [name: string]: unknown
}

/** Applies the rules independently to the round in the database. */
async function evaluate(no: number): Promise<void> {
  const [round] = await queryDatabase<RoundRow>(
    product,
    `select state, crash, extract(epoch from flies_at) * 1000 as flies, extract(epoch from heartbeat_at) * 1000 as heartbeat
       from aviator_rounds where no = $1`,
    [no],
  )
  const bets = await queryDatabase<BetRow>(
    product,
    `select state, target, multiplier, received_at is not null as "manually", stake, payout from aviator_bets where round_no = $1`,
    [no],
  )
  if (round === undefined) throw new Error(`there is no round ${no}`)
  expect(bets.length).toBeGreaterThanOrEqual(players.length)
  const receivedMs = round.flies === null ? null : Number(round.heartbeat) - Number(round.flies)
  const hasReachedCrash = receivedMs !== null && receivedMs >= reachedAfterMs(round.crash)
  expect(round.state).toBe(receivedMs === null ? 'void' : hasReachedCrash ? 'crashed' : 'interrupted')
  for (const bet of bets)
    expect([bet.target, bet.manually, ...endOf(bet)]).toEqual([bet.target, bet.manually, ...expected(bet)])

  function expected({ target, manually, multiplier, stake }: BetRow): [string, number] {
    const paidAt = (hundredths: number): [string, number] => ['cashed-out', Math.floor((stake * hundredths) / 100)]
    if (manually) {
      expect(multiplier).toBeLessThanOrEqual(round?.crash ?? 0)
      return paidAt(multiplier ?? 0)
    }
    if (receivedMs === null) return ['refunded', stake]
    if (hasReachedCrash) return target !== null && target <= (round?.crash ?? 0) ? paidAt(target) : ['lost', 0]
    return target !== null && reachedAfterMs(target) <= receivedMs ? paidAt(target) : ['refunded', stake]
  }
}

const endOf = ({ state, payout }: BetRow): [string, number] => [state, payout]

/** Each balance equals deposits less stakes plus payouts. */
async function expectBalances(): Promise<void> {
  const rows = await queryDatabase<{ has: number; should: number }>(
    product,
    `select a.balance as has,
            (select coalesce(sum(amount), 0) from transactions t where t.user_id = a.id and t.status = 'success')
          + (select coalesce(sum(payout - stake), 0) from aviator_bets b where b.user_id = a.id) as should
       from accounts a where a.kind = 'player'`,
  )
  expect(rows.length).toBeGreaterThanOrEqual(players.length)
  expect(rows.filter(({ has, should }) => Number(has) !== Number(should))).toEqual([])
}
