import { afterEach, beforeEach, expect, it } from 'vitest'
import { openPlane, type Plane } from './test-plane.ts'
import { runRounds } from './run-rounds.ts'
import { unsettledRounds } from './round-row.ts'

let plane: Plane
let leaves: AbortController
let rounds: Promise<void>
beforeEach(async () => {
  plane = await openPlane()
  leaves = new AbortController()
})
afterEach(async () => {
  leaves.abort()
  await rounds
  await plane?.close()
})

// A machine that stands still for a second does not break a flight.
const TIMING = { bettingMs: 500, takeOffMs: 1_000, graceMs: 50, pauseMs: 50 }

function lead(): void {
  const { keeper, flight } = plane
  const deps = { ...flight, keeper, now: () => new Date(), isClockKnown: () => true }
  rounds = runRounds(plane.kernel, deps, leaves.signal, TIMING)
}

/** The next round takes this link of the chain. */
const nextLink = (link: number) => plane.kernel.db.change('update aviator_chain set next_link = $1', [link])

const stateOf = async (no: bigint) => (await plane.round(no))?.state ?? 'none'
async function reaches(no: bigint, state: string): Promise<void> {
  await expect.poll(() => stateOf(no), { timeout: 20_000, interval: 20 }).toBe(state)
}

it('[AVI-26] a take-off that was written when its flight was well under way is none: the bets are refunded', async () => {
  let link = 1
  while (plane.crashAt(link) < 150 || plane.crashAt(link) > 200) link++
  await nextLink(link)
  lead()
  await reaches(1n, 'betting')
  const player = await plane.player(10_000)
  const bet = await plane.place(player)
  await plane.kernel.db.transaction(async (tx) => {
    await tx.query('select from aviator_round where no = 1 for update')
    await tx.query('select pg_sleep(3)')
  })
  await expect.poll(async () => (await plane.bet(bet)).state, { timeout: 20_000 }).toBe('refunded')
  expect([await stateOf(1n), await plane.balance(player)]).toEqual(['interrupted', 10_000])
})

it('[AVI-16] [AVI-34] the last round of the last chain is flown: bets wait for it already', async () => {
  await nextLink(plane.chain.row.links - 1)
  lead()
  await reaches(1n, 'flying')
  const player = await plane.player(10_000)
  const bet = await plane.place(player)
  await reaches(2n, 'crashed')
  await expect.poll(async () => (await plane.bet(bet)).state).toBe('lost')
  await expect.poll(() => unsettledRounds(plane.kernel.db)).toEqual([])
})
