import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AdminGame } from '@mupiira/contract/admin-games.ts'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { type AdminFixture, adminFixture } from './testing/admin-fixture.ts'
import type { TestResponse } from '../../testing/test-client.ts'
import { madeGame } from './testing/manual-games.ts'
import { holdGame, resultAfter } from './testing/result-after.ts'

let app: AdminFixture
beforeAll(async () => void (app = await adminFixture()))
afterAll(() => app?.close())

const shown = async (id: string) => (await app.get(`/api/admin/games/${id}`)).body as unknown as AdminGame

/** Deletes the game, which nobody has bet on yet, while `meanwhile` happens. */
const deleteWhile = (id: string, meanwhile: () => Promise<unknown>): Promise<TestResponse> =>
  resultAfter(app, holdGame(id), () => app.staff.delete(`/api/admin/games/${id}`), meanwhile)

describe('a game that is deleted', () => {
  it('[ADMG-05] is refused since a bet came meanwhile, and takes bets as before', async () => {
    const [player, game] = [await app.wealthyPlayer(), await madeGame(app)]
    const picked = await app.pick(game.id)
    const told = await deleteWhile(game.id, () => app.bet(player, [picked]))
    expect([told.status, told.body['code']]).toEqual([409, 'GAME_HAS_BETS'])
    expect(await shown(game.id)).toMatchObject({ hasBets: true, suspended: false })
    await app.bet(player, [picked])
  })

  it('[ADMG-05] stays while somebody may still be betting on it', async () => {
    const game = await madeGame(app)
    const other = await app.wealthyPlayer()
    let told: TestResponse | undefined
    // A transaction that began while the game was open, and does not end.
    await app.kernel.db.transaction(async (tx) => {
      await tx.change(`update profiles set first_name = 'Grace' where id = $1`, [other.id])
      told = await app.staff.delete(`/api/admin/games/${game.id}`)
    })
    expect([told?.status, told?.body['code']]).toEqual([503, 'UNAVAILABLE'])
    expect(await shown(game.id)).toMatchObject({ suspended: false })
    expect((await app.staff.delete(`/api/admin/games/${game.id}`)).status).toBe(200)
  })

  it('[ADMG-05] goes while somebody works in another database of the server', async () => {
    const game = await madeGame(app)
    const elsewhere = await testDatabase()
    const busy = new pg.Client({ connectionString: elsewhere.adminUrl })
    await busy.connect()
    try {
      await busy.query('begin; select pg_current_xact_id()')
      expect((await app.staff.delete(`/api/admin/games/${game.id}`)).status).toBe(200)
    } finally {
      await busy.end()
      await elsewhere.drop()
    }
  })
})
