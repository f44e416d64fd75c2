import { afterAll, beforeAll, expect, it } from 'vitest'
import { MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import { openTill, type Till } from './test-till.ts'

let till: Till

beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till?.close())

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

it('[SETL-46] [TICK-37] [TICK-38] a bet taken after the start gets its stake back, and not what its game has come to', async () => {
  const game = await till.game()
  const early = await till.place(await till.player(), [game.id, '1x2', '1'])
  await till.wait(50 * 60)
  // The match was brought forward by an hour, and its feed has not said so yet.
  const late = await till.place(await till.player(), [game.id, '1x2', '1'])
  const other = await till.game()
  await till.change(other.id, { startTime: new Date(till.clock.now().getTime() + 120 * MINUTE_MS) })
  const double = await till.place(await till.player(), [game.id, '1x2', '1'], [other.id, '1x2', '1'])
  const startTime = new Date(till.clock.now().getTime() - 48 * MINUTE_MS)
  await till.play(game.id, 60, 2, 0, { ...LED, startTime })
  await till.wait(20, game.id)
  expect((await till.look(early)).offer).toBeGreaterThan(150_000)
  expect(await till.look(late)).toMatchObject({ offer: 100_000 })
  expect(await till.look(double)).toMatchObject({ offer: 100_000 })
})

it('[SETL-40] [TICK-37] so does one whose game was moved since, before settlement has come to it', async () => {
  const game = await till.game()
  const other = await till.game()
  const taken = await till.place(await till.player(), [game.id, '1x2', '1'], [other.id, '1x2', '1'])
  await till.wait(60)
  const start = game.startTime.getTime()
  await till.change(game.id, { startTime: new Date(start + 20 * 60 * MINUTE_MS) })
  await till.wait(60)
  await till.place(await till.player(), [game.id, '1x2', '1'])
  await till.change(game.id, { startTime: new Date(start + 40 * 60 * MINUTE_MS), homeOdds: 400, awayOdds: 190 })
  expect(await till.look(taken)).toMatchObject({ offer: 100_000 })
})
