import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DeskGame } from '@mupiira/contract/desk-games.ts'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { type Desk, openDesk, type Told } from './testing/desk.ts'
import { madeGame } from './testing/hand-games.ts'
import { holdGame, toldAfter } from './testing/told-after.ts'

let desk: Desk
beforeAll(async () => void (desk = await openDesk()))
afterAll(() => desk?.close())

const shown = async (id: string) => (await desk.get(`/api/admin/games/${id}`)).body as DeskGame

/** Deletes the game, which nobody has bet on yet, while `meanwhile` happens. */
const deleteWhile = (id: string, meanwhile: () => Promise<unknown>): Promise<Told> =>
  toldAfter(desk, holdGame(id), () => desk.call(desk.staff, 'DELETE', `/api/admin/games/${id}`), meanwhile)

describe('a game that is deleted', () => {
  it('[ADMG-05] is refused since a bet came meanwhile, and takes bets as before', async () => {
    const [player, game] = [await desk.person(), await madeGame(desk)]
    const picked = await desk.pick(game.id)
    const told = await deleteWhile(game.id, () => desk.bet(player, [picked]))
    expect([told.status, told.body['code']]).toEqual([409, 'GAME_HAS_BETS'])
    expect(await shown(game.id)).toMatchObject({ hasBets: true, suspended: false })
    await desk.bet(player, [picked])
  })

  it('[ADMG-05] stays while somebody may still be betting on it', async () => {
    const game = await madeGame(desk)
    const other = await desk.person()
    let told: Told | undefined
    // A transaction that began while the game was open, and does not end.
    await desk.kernel.db.transaction(async (tx) => {
      await tx.change(`update profiles set first_name = 'Grace' where id = $1`, [other.userId])
      told = await desk.call(desk.staff, 'DELETE', `/api/admin/games/${game.id}`)
    })
    expect([told?.status, told?.body['code']]).toEqual([503, 'UNAVAILABLE'])
    expect(await shown(game.id)).toMatchObject({ suspended: false })
    expect((await desk.call(desk.staff, 'DELETE', `/api/admin/games/${game.id}`)).status).toBe(200)
  })

  it('[ADMG-05] goes while somebody works in another database of the server', async () => {
    const game = await madeGame(desk)
    const elsewhere = await testDatabase()
    const busy = new pg.Client({ connectionString: elsewhere.adminUrl })
    await busy.connect()
    try {
      await busy.query('begin; select pg_current_xact_id()')
      expect((await desk.call(desk.staff, 'DELETE', `/api/admin/games/${game.id}`)).status).toBe(200)
    } finally {
      await busy.end()
      await elsewhere.drop()
    }
  })
})
