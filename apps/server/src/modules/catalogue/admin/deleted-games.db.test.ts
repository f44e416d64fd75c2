import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AdminGame } from '@mupiira/contract/admin-games.ts'
import { untilLockWaits } from '../../../kernel/db/test-lock-waits.ts'
import type { TestResponse } from '../../../testing/test-client.ts'
import { type AdminFixture, adminFixture } from '../../../testing/admin-fixture.ts'
import { createManualGame } from '../../../testing/test-manual-games.ts'
import { lockGame, responseAfterLock } from '../../../testing/test-lock-holder.ts'

let app: AdminFixture
beforeAll(async () => void (app = await adminFixture()))
afterAll(() => app?.close())

const shown = async (id: string) => (await app.get(`/api/admin/games/${id}`)).body as unknown as AdminGame
const deletion = (id: string) => app.staff.delete(`/api/admin/games/${id}`)

describe('deleting a game', () => {
  it('[ADMG-05] deleting a game with a bet is refused, and the game stays open for bets', async () => {
    const [player, game] = [await app.wealthyPlayer(), await createManualGame(app)]
    const picked = await app.pick(game.id)
    const refused = await responseAfterLock(
      app,
      lockGame(game.id),
      () => deletion(game.id),
      () => app.bet(player, [picked]),
    )
    expect([refused.status, refused.body['code']]).toEqual([409, 'GAME_HAS_BETS'])
    expect(await shown(game.id)).toMatchObject({ hasBets: true, suspended: false })
    await app.bet(player, [picked])
  })

  it('[ADMG-05] deleting a game waits for a bet that is being placed', async () => {
    const game = await createManualGame(app)
    let deleted: Promise<TestResponse> | undefined
    await app.kernel.db.transaction(async (tx) => {
      await app.modules.catalogue.games.lockOffers(tx, [game.id], 'shared')
      deleted = deletion(game.id)
      await untilLockWaits(app.kernel.workerDb)
      expect((await shown(game.id)).id).toBe(game.id)
    })
    expect((await deleted)?.status).toBe(200)
    expect((await app.get(`/api/admin/games/${game.id}`)).status).toBe(404)
  })

  it('[ADMG-05] [OPS-04] the audit log keeps the reason of a deleted game', async () => {
    const game = await createManualGame(app)
    await app.staff.delete(`/api/admin/games/${game.id}?reason=entered%20twice`)
    expect(await app.staffActions(`game:${game.id}`)).toMatchObject([
      { action: 'game.create' },
      { action: 'game.delete', reason: 'entered twice' },
    ])
  })
})
