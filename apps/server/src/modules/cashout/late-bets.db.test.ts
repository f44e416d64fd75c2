import { afterAll, beforeAll, expect, it } from 'vitest'
import { MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import { type CashoutFixture, cashoutFixture } from './testing/cashout-fixture.ts'

let app: CashoutFixture

beforeAll(async () => {
  app = await cashoutFixture()
})
afterAll(() => app?.close())

const LED = {
  homeScore: 2,
  awayScore: 0,
  halfTimeHomeScore: 2,
  halfTimeAwayScore: 0,
  goalEvents: [
    { team: 'home' as const, minute: 12, scorer: 'A' },
    { team: 'home' as const, minute: 20, scorer: 'B' },
  ],
}

it('[SETL-46] [TICK-37] [TICK-38] a cash-out offers only the stake for a bet placed after the start', async () => {
  const game = await app.game()
  const early = await app.place(await app.player(), [game.id, '1x2', '1'])
  await app.wait(50 * 60)
  // The match was brought forward by an hour, and its feed has not reported that yet.
  const late = await app.place(await app.player(), [game.id, '1x2', '1'])
  const other = await app.game()
  await app.changeGame(other.id, { startTime: new Date(app.clock.now().getTime() + 120 * MINUTE_MS) })
  const double = await app.place(await app.player(), [game.id, '1x2', '1'], [other.id, '1x2', '1'])
  const startTime = new Date(app.clock.now().getTime() - 48 * MINUTE_MS)
  await app.play(game.id, 60, 2, 0, { ...LED, startTime })
  await app.wait(20, game.id)
  expect((await app.cashoutOf(early)).offer).toBeGreaterThan(150_000)
  expect(await app.cashoutOf(late)).toMatchObject({ offer: 100_000 })
  expect(await app.cashoutOf(double)).toMatchObject({ offer: 100_000 })
})

it('[SETL-40] [TICK-37] a cash-out offers only the stake for a bet that a rescheduled game will void at settlement', async () => {
  const game = await app.game()
  const other = await app.game()
  const ticket = await app.place(await app.player(), [game.id, '1x2', '1'], [other.id, '1x2', '1'])
  await app.wait(60)
  const start = game.startTime.getTime()
  await app.changeGame(game.id, { startTime: new Date(start + 20 * 60 * MINUTE_MS) })
  await app.wait(60)
  await app.place(await app.player(), [game.id, '1x2', '1'])
  await app.changeGame(game.id, { startTime: new Date(start + 40 * 60 * MINUTE_MS), homeOdds: 400, awayOdds: 190 })
  expect(await app.cashoutOf(ticket)).toMatchObject({ offer: 100_000 })
})
