import { afterEach, beforeEach, expect, it } from 'vitest'
import { roundFixture, type RoundFixture } from '../testing/round-fixture.ts'
import { runRounds } from './run-rounds.ts'
import { unsettledRounds } from './rounds.repository.ts'

let app: RoundFixture
let leaves: AbortController
let rounds: Promise<void>
beforeEach(async () => {
  app = await roundFixture()
  leaves = new AbortController()
})
afterEach(async () => {
  leaves.abort()
  await rounds
  await app?.close()
})

// The phases are long enough for a machine that stalls for a second.
const TIMING = { bettingMs: 1_500, takeOffMs: 1_000, graceMs: 50, pauseMs: 50 }

function lead(): void {
  const { chains, roundDeps } = app
  const deps = { ...roundDeps, chains, now: () => new Date(), isClockKnown: () => true }
  rounds = runRounds(app.kernel, deps, leaves.signal, TIMING)
}

/** The next round takes this link of the chain. */
const nextLink = (link: number) => app.kernel.db.change('update aviator_chains set next_link = $1', [link])

const stateOf = async (no: bigint) => (await app.round(no))?.state

it('[AVI-26] the bets of a round are refunded when the start of the round was recorded too late', async () => {
  let link = 1
  while (app.crashAt(link) < 150 || app.crashAt(link) > 200) link++
  await nextLink(link)
  lead()
  await app.passed(1n, 'opensAt')
  const player = await app.player(10_000)
  const bet = await app.place(player)
  await app.kernel.db.transaction(async (tx) => {
    await tx.query('select from aviator_rounds where no = 1 for update')
    await tx.query('select pg_sleep(3)')
  })
  await expect.poll(async () => (await app.bet(bet)).state, { timeout: 20_000 }).toBe('refunded')
  expect([await stateOf(1n), await app.balance(player)]).toEqual(['interrupted', 10_000])
})

it('[AVI-16] [AVI-34] the last round of the last seed chain runs with the bets that wait for it', async () => {
  await nextLink(app.chain.row.links - 1)
  const player = await app.player(10_000)
  lead()
  await app.passed(1n, 'fliesAt')
  const bet = await app.place(player)
  await app.passed(2n, 'settledAt')
  const { roundNo, state } = await app.bet(bet)
  // A machine that stalls for a second interrupts the round.
  expect([roundNo, state]).toEqual([2n, expect.stringMatching(/^(lost|refunded)$/)])
  await expect.poll(() => unsettledRounds(app.kernel.db)).toEqual([])
})
