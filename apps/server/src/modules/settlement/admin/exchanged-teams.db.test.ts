import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AdminGame } from '@mupiira/contract/admin-games.ts'
import { untilLockWaits } from '../../../kernel/db/test-lock-waits.ts'
import { type AdminFixture, adminFixture } from '../../../testing/admin-fixture.ts'
import { type TestAccount } from '../../../testing/test-accounts.ts'
import type { TestResponse } from '../../../testing/test-client.ts'
import { GAME_FORM as FORM, createManualGame } from '../../../testing/test-manual-games.ts'
import { lockGame, responseAfterLock } from '../../../testing/test-lock-holder.ts'

let app: AdminFixture
let player: TestAccount
beforeAll(async () => {
  app = await adminFixture()
  player = await app.wealthyPlayer()
})
afterAll(() => app?.close())

const EXCHANGED = { homeTeam: FORM.awayTeam, awayTeam: FORM.homeTeam }
const edit = (id: string, change: object = EXCHANGED) => app.staff.put(`/api/admin/games/${id}`, change)
const shown = async (id: string) => (await app.get(`/api/admin/games/${id}`)).body as unknown as AdminGame

describe('exchanging the teams of a game', () => {
  it('[ADMG-05] exchanging the teams of a game waits for a bet that is being placed, and is then refused', async () => {
    const game = await createManualGame(app)
    const selection = await app.pick(game.id)
    const { odds: _, ...booked } = selection
    const { bookingCode } = (await player.post('/api/booking-codes', { selections: [booked] })).body
    const slip = { stake: 25_000, acceptOddsChanges: true, bookingCode, selections: [selection] }
    let edited: Promise<TestResponse> | undefined
    const bet = await responseAfterLock(
      app,
      (tx) => tx.query('select from booking_codes where code = $1 for update', [bookingCode]),
      () => player.post('/api/bets', slip),
      async () => {
        edited = edit(game.id)
        await untilLockWaits(app.kernel.workerDb, 2)
      },
    )
    expect([bet.status, (await edited)?.body['code']]).toEqual([201, 'GAME_HAS_BETS'])
    expect(await shown(game.id)).toMatchObject({ homeTeam: FORM.homeTeam, suspended: false, hasBets: true })
  })

  it('[ADMG-05] exchanging the teams of a game is refused if a bet was placed while the edit waited for a lock', async () => {
    const game = await createManualGame(app)
    const selection = await app.pick(game.id)
    const bet = () => app.bet(player, [selection])
    const response = await responseAfterLock(app, lockGame(game.id), () => edit(game.id), bet)
    expect([response.status, response.body['code']]).toEqual([409, 'GAME_HAS_BETS'])
    expect((await shown(game.id)).homeTeam).toBe(FORM.homeTeam)
  })

  it('[ADMG-05] exchanging the teams of a game with bets is refused, also by renaming both teams', async () => {
    const game = await createManualGame(app)
    await app.bet(player, [await app.pick(game.id)])
    const other = await edit(game.id, { homeTeam: 'Another Club', awayTeam: 'Unknown Club' })
    expect([other.status, other.body['code']]).toEqual([409, 'GAME_HAS_BETS'])
    const longer = await edit(game.id, { homeTeam: `${FORM.homeTeam} Kampala`, awayTeam: FORM.awayTeam })
    expect(longer.status).toBe(200)
  })

  it('[ADMG-05] [ADMG-13] exchanging the teams of a game works without bets and keeps the game open or suspended', async () => {
    const [open, suspended] = [await createManualGame(app), await createManualGame(app)]
    await app.post(`/api/admin/games/${suspended.id}/suspend`, { suspended: true, reason: 'odd bets' })
    for (const { id } of [open, suspended]) expect((await edit(id)).status).toBe(200)
    expect(await shown(open.id)).toMatchObject({ ...EXCHANGED, suspended: false })
    expect(await shown(suspended.id)).toMatchObject({ ...EXCHANGED, suspended: true })
  })
})

describe('a game that changes while its edit waits for a lock', () => {
  it('[ADMG-13] [SETL-44] an edit that waited for a lock is refused if the game has been settled since', async () => {
    const game = await createManualGame(app)
    const response = await app.kernel.db.transaction(async (tx) => {
      await app.modules.catalogue.manualGames.step(tx, game.id, { kind: 'start' }, app.clock.now())
      await app.modules.catalogue.manualGames.step(tx, game.id, { kind: 'finish' }, app.clock.now())
      const request = edit(game.id, { league: 'Uganda Cup' })
      await untilLockWaits(app.kernel.db)
      return { asked: request }
    })
    expect((await response.asked).body['code']).toBe('GAME_DECIDED')
  })

  it('[ADMG-13] an edit that waited for a lock does not reschedule a game that has started since', async () => {
    const game = await createManualGame(app)
    const response = await app.kernel.db.transaction(async (tx) => {
      await app.modules.catalogue.manualGames.step(tx, game.id, { kind: 'start' }, app.clock.now())
      const startTime = new Date(app.clock.now().getTime() + 86_400_000).toISOString()
      const request = edit(game.id, { startTime })
      await untilLockWaits(app.kernel.db)
      return { asked: request }
    })
    expect((await response.asked).body['code']).toBe('STEP_IMPOSSIBLE')
  })
})
