import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestAccount } from '../../../testing/test-accounts.ts'
import { type ManualGamesFixture, manualGamesFixture } from '../../../testing/test-manual-games.ts'

let app: ManualGamesFixture
let player: TestAccount
beforeAll(async () => {
  app = await manualGamesFixture()
  player = await app.player({ balanceUgx: 50_000_000 })
})
afterAll(() => app?.close())

const DAY_MINUTES = 24 * 60

/** A postponed game with one open bet. */
async function postponedGame() {
  const { id } = await app.createGame()
  const ticket = await app.bet(player, [await app.pick(id)], 30_000)
  expect((await app.step(id, { step: 'postpone', reason: 'rain' })).body).toMatchObject({ status: 'postponed' })
  return { id, ticket }
}
const statusOf = async (ticket: { readonly id: string }) => (await player.get(`/api/bets/${ticket.id}`)).body['status']
const codeOf = async (response: Promise<{ readonly body: Record<string, unknown> }>) => (await response).body['code']

describe('a postponed manual game', () => {
  it('[ADMG-14] [SETL-40] cancelling a postponed game voids its bets and ends the game', async () => {
    const { id, ticket } = await postponedGame()
    const before = await app.balance(player)
    const cancelled = await app.step(id, { step: 'cancel', reason: 'no new date' })
    expect(cancelled.body).toMatchObject({ status: 'cancelled', result: { version: 1, voidReason: 'CANCELLED' } })
    await app.settle()
    expect(await statusOf(ticket)).toBe('void')
    expect(await app.balance(player)).toBe(before + 30_000)
    expect(await codeOf(app.step(id, { step: 'cancel' }))).toBe('STEP_IMPOSSIBLE')
  })

  it('[ADMG-14] [SETL-40] a postponed game whose bets became void after a day can be cancelled, which changes its status only', async () => {
    const { id, ticket } = await postponedGame()
    await app.minutesLater(DAY_MINUTES + 61)
    await app.settle()
    expect(await statusOf(ticket)).toBe('void')
    const balance = await app.balance(player)
    expect((await app.step(id, { step: 'cancel', reason: 'no new date' })).body).toMatchObject({
      status: 'cancelled',
      result: { version: 1, voidReason: 'NO_RESULT_IN_TIME' },
    })
    await app.settle()
    expect(await app.balance(player)).toBe(balance)
    expect((await app.staffActions(`game:${id}`)).at(-1)).toMatchObject({
      action: 'game.cancel',
      after: { status: 'cancelled' },
      reason: 'no new date',
    })
  })

  it('[ADMG-14] an abandoned game can be cancelled', async () => {
    const { id } = await app.createGame()
    await app.step(id, { step: 'start' })
    await app.step(id, { step: 'abandon', reason: 'floodlights' })
    expect((await app.step(id, { step: 'cancel' })).body).toMatchObject({ status: 'cancelled', result: { version: 1 } })
  })

  it('[ADMG-13] [SETL-40] a game whose bets are settled cannot be set back to upcoming or started again', async () => {
    const { id } = await postponedGame()
    await app.minutesLater(DAY_MINUTES + 61)
    for (const step of ['reopen', 'start']) expect(await codeOf(app.step(id, { step }))).toBe('GAME_DECIDED')
    expect((await app.get(`/api/admin/games/${id}`)).body).toMatchObject({
      status: 'postponed',
      result: { version: 1 },
    })
  })
})
