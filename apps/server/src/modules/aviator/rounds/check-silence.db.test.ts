import { reachedAfterMs } from '@mupiira/domain/aviator/growth.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { chains } from '../chains/chains.repository.ts'
import { presentChain } from '../present.ts'
import { runRounds } from './run-rounds.ts'
import { roundFixture, type RoundFixture } from '../testing/round-fixture.ts'

let app: RoundFixture
let leaves: AbortController
let rounds: Promise<void>
beforeEach(async () => {
  app = await roundFixture()
})
afterEach(async () => {
  await leave()
  await app?.close()
})

const TIMING = { bettingMs: 500, takeOffMs: 1_000, graceMs: 50, pauseMs: 50 }

function lead(): void {
  leaves = new AbortController()
  const deps = { ...app.roundDeps, chains: app.chains, now: () => new Date(), isClockKnown: () => true }
  rounds = runRounds(app.kernel, deps, leaves.signal, TIMING)
}
async function leave(): Promise<void> {
  leaves.abort()
  await rounds
}

/** A database restored to its state of some seconds ago, when round 1 was over and round 2 was scheduled with a bet. */
async function restoredFrom(secondsAgo: number): Promise<{ player: string; bet: string }> {
  const player = await app.player(50_000)
  const roundMs = reachedAfterMs(app.crashAt(1))
  app.clock.set(new Date(Date.now() - secondsAgo * 1_000 - roundMs))
  const flying = await app.startRound((await app.openRound()).no)
  const bet = await app.place(player)
  await app.settleRound(await app.crash(flying))
  return { player, bet }
}

const stateOf = async (no: bigint) => (await app.round(no))?.state
const skipped = async () => {
  const found = (await chains(app.kernel.db)).find(({ id }) => id === app.chain.row.id)
  return found === undefined ? [] : presentChain(found).skipped
}

it('[AVI-33] [AVI-34] after a database restore no seed that players may have seen is reused, and the skipped seeds are recorded', async () => {
  const { player, bet } = await restoredFrom(600)
  lead()
  await app.passed(3n, 'opensAt')
  expect([await stateOf(2n), (await app.bet(bet)).state]).toEqual(['void', 'refunded'])
  expect(await app.balance(player)).toBe(50_000)
  const [skip] = await skipped()
  expect(skip).toMatchObject({ from: 3, why: 'silence' })
  // A round takes at least 5 seconds.
  expect(skip?.to).toBeGreaterThanOrEqual(2 + 600 / 5)
  expect(skip?.to).toBeLessThan(2 + 620 / 5)
  expect((await app.round(3n))?.link).toBe((skip?.to ?? 0) + 1)
  await app.passed(4n, 'opensAt')
  expect(await skipped()).toHaveLength(1)
  expect((await app.round(4n))?.link).toBe((skip?.to ?? 0) + 2)
})

it('[AVI-34] after a restore, seeds of the next chains, salted or not, are skipped when the first chain has too few left', async () => {
  await restoredFrom(600)
  const { db } = app.kernel
  const left = 50
  await db.change('update aviator_chains set next_link = links + 1 - $1', [left])
  const copy = (no: number, salt: string): Promise<number> =>
    db.change(
      `insert into aviator_chains (id, commitment, links, encrypted_root, beacon, height, committed_at, salt, salted_at)
       select $2, commitment, 70, encrypted_root, beacon, height, committed_at, ${salt} from aviator_chains where id = $1`,
      [app.chain.row.id, `ffffffff-0000-7000-8000-00000000000${no}`],
    )
  await copy(1, 'null, null')
  await copy(2, 'salt, salted_at')
  await copy(3, 'salt, salted_at')
  lead()
  await app.passed(2n, 'endedAt')
  expect(await stateOf(2n)).toBe('void')
  const rows = await db.query<{ next: number }>('select next_link as next from aviator_chains order by id offset 1')
  // 120 links or a few more: 50 of the first chain, 70 of the second in case it was salted, and 70 of the third.
  expect(rows.map(({ next }) => next)).toEqual([71, 71, expect.toSatisfy((next: number) => next <= 5)])
})

it('[AVI-16] [AVI-34] a new leader continues the rounds at once with the waiting bets, and skips no seed', async () => {
  const { bet } = await restoredFrom(0)
  lead()
  await app.passed(2n, 'fliesAt')
  expect((await app.bet(bet)).roundNo).toBe(2n)
  expect(await skipped()).toEqual([])
})

it('[AVI-34] a long pause of the rounds uses up no seeds, even if another node leads afterwards', async () => {
  await restoredFrom(0)
  await app.set('maintenance_mode', true)
  lead()
  await app.passed(2n, 'endedAt')
  expect(await stateOf(2n)).toBe('void')
  const signs = () => app.kernel.db.query('select from aviator_watch')
  await expect.poll(async () => (await signs()).length, { timeout: 20_000 }).toBe(1)
  // Three hours pass.
  await app.kernel.db.change(
    `update aviator_rounds set ended_at = ended_at - interval '3 hours', settled_at = settled_at - interval '3 hours'`,
  )
  await leave()
  await app.set('maintenance_mode', false)
  lead()
  await app.passed(3n, 'fliesAt')
  expect(await skipped()).toEqual([])
})
