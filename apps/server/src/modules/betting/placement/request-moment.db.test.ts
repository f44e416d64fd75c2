import { afterAll, beforeAll, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import { acrossMidnight, MIDNIGHTS, momentAfter } from '../../../testing/test-midnights.ts'
import { type BettingFixture, bettingFixture, codeOf } from '../testing/betting-fixture.ts'

let app: BettingFixture
beforeAll(async () => void (app = await bettingFixture()))
afterAll(() => app?.close())

/** Sets the clock to one minute before `midnight` and returns a slip with a game that starts after it. */
async function slipBefore(midnight: Date) {
  app.clock.set(new Date(midnight.getTime() - MINUTE_MS))
  const game = await app.game({ startTime: new Date(midnight.getTime() + 2 * HOUR_MS) })
  return { selections: [await app.pick(game.id)], acceptOddsChanges: true }
}

it.each([
  ['day', '2026-12-02T21:00:00Z'],
  ['week', '2026-12-06T21:00:00Z'],
  ['month', '2026-12-31T21:00:00Z'],
] as const)(
  '[SLIP-39] [PLAY-02] a bet that waits for its account lock across the end of a %s counts towards the limits of the new period',
  async (period, end) => {
    const midnight = new Date(end)
    await app.set('max_daily_bets', 1)
    const slip = await slipBefore(midnight)
    const player = await app.player()
    await app.kernel.db.change(
      `insert into player_protection (user_id, stake_${period}, updated_at) values ($1, 1500000, $2)`,
      [player.id, app.clock.now()],
    )
    expect(codeOf(await app.place(player, slip))).toBe('placed')
    expect(codeOf(await app.place(player, slip))).toBe('DAILY_BET_LIMIT')
    expect(codeOf(await acrossMidnight(app, midnight, [player.id], () => app.place(player, slip)))).toBe('placed')
    expect(codeOf(await app.place(player, slip))).toBe('DAILY_BET_LIMIT')
    // The new period's limit leaves 5,000 for further stakes.
    await app.set('max_daily_bets', 50)
    expect(codeOf(await app.place(player, slip))).toBe('LIMIT_REACHED')
  },
)

it('[SLIP-39] [PLAY-02] bets that wait for locks across midnight belong to the new day', async () => {
  // Each day has two bets: the one that waited, and the first bet of the next iteration.
  await app.set('max_daily_bets', 2)
  app.clock.set(new Date((MIDNIGHTS[0]?.getTime() ?? 0) - HOUR_MS))
  const player = await app.player({ balanceUgx: 10_000_000 })
  const early = await slipBefore(MIDNIGHTS[0] ?? new Date(0))
  await app.placed(player, early)
  for (const midnight of MIDNIGHTS) {
    const slip = await slipBefore(midnight)
    await app.placed(player, slip)
    const waited = await acrossMidnight(app, midnight, [player.id], () => app.placed(player, slip))
    expect(waited.createdAt).toBe(momentAfter(midnight).toISOString())
  }
  expect((await app.modules.wallet.ledger.check()).differences).toEqual([])
}, 300_000)
