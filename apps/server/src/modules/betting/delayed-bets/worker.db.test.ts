import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { DelayedBet } from '@mupiira/contract/delayed-bets.ts'
import { WORKER } from '../../../kernel/test-kernel.ts'
import type { TestAccount } from '../../../testing/test-accounts.ts'
import type { GameRow } from '../../catalogue/index.ts'
import { type DelayedBetsFixture, delayedBetsFixture } from '../testing/delayed-bets-fixture.ts'

let app: DelayedBetsFixture
beforeAll(async () => {
  app = await delayedBetsFixture({ background: true, config: WORKER })
})
afterAll(() => app?.close())

async function waiting(): Promise<{ player: TestAccount; game: GameRow; bet: DelayedBet }> {
  const game = await app.liveGame()
  const player = await app.player({ balanceUgx: 100_000 })
  await expect.poll(() => app.offeredPick(game.id, '1x2', '1')).not.toBeNull()
  return { player, game, bet: await app.placeWaiting(player, [game.id]) }
}
const stateOf = async (player: TestAccount, bet: DelayedBet) => {
  const { state, rejectedBecause } = await app.delayedBet(player, bet)
  return rejectedBecause ?? state
}
const often = { timeout: 10_000 }

it('[INP-05] the worker accepts a bet at the end of its delay', async () => {
  const { player, game, bet } = await waiting()
  await app.wait(app.delayIsOverMs / 1000, game.id)
  await expect.poll(() => stateOf(player, bet), often).toBe('accepted')
})

it('[INP-06] the worker rejects a bet as soon as a game of it changes, before the end of the delay', async () => {
  const { player, game, bet } = await waiting()
  await app.play(game.id, { homeScore: 1 })
  await expect.poll(() => stateOf(player, bet), often).toBe('GOAL')
  expect(await app.balance(player)).toBe(100_000)
})

it('[INP-06] a worker that does not lead rejects the bet before the end of the delay too', async () => {
  const { player, game, bet } = await waiting()
  const leads = vi.spyOn(app.kernel.jobs, 'leads').mockReturnValue(false)
  try {
    await app.play(game.id, { homeScore: 1 })
    await expect.poll(() => stateOf(player, bet), often).toBe('GOAL')
  } finally {
    leads.mockRestore()
  }
})
