import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import { readLifetime } from './lifetime.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app?.close())

it('[ADMU-28] the lifetime figures of an account with too many entries count the newest and name the time of the first', async () => {
  const player = await app.player({ balanceUgx: 200_000 })
  const times: Date[] = []
  for (let bets = 0; bets < 3; bets++) {
    app.clock.forward(60_000)
    times.push(app.clock.now())
    await app.placeBet(player, { stake: 25_000, selections: [await app.pick((await app.game()).id)] })
  }
  const lifetime = (maxEntries?: number) =>
    readLifetime(app.kernel.db, player.id, app.modules.wallet.openStakes, maxEntries)
  expect(await lifetime(2)).toMatchObject({
    since: times[1],
    figures: { turnover: 50_000, openStakes: 50_000, netResult: 0, payouts: 0, deposits: 0 },
    adjustments: 0,
  })
  for (const enough of [4, 5, undefined])
    expect(await lifetime(enough)).toMatchObject({ since: null, figures: { turnover: 75_000 } })
})
