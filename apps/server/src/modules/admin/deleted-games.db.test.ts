import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AdminGame } from '@mupiira/contract/admin-games.ts'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { type BackOffice, openBackOffice, type Reported } from './testing/back-office.ts'
import { madeGame } from './testing/manual-games.ts'
import { holdGame, resultAfter } from './testing/result-after.ts'

let backOffice: BackOffice
beforeAll(async () => void (backOffice = await openBackOffice()))
afterAll(() => backOffice?.close())

const shown = async (id: string) => (await backOffice.get(`/api/admin/games/${id}`)).body as AdminGame

/** Deletes the game, which nobody has bet on yet, while `meanwhile` happens. */
const deleteWhile = (id: string, meanwhile: () => Promise<unknown>): Promise<Reported> =>
  resultAfter(
    backOffice,
    holdGame(id),
    () => backOffice.call(backOffice.staff, 'DELETE', `/api/admin/games/${id}`),
    meanwhile,
  )

describe('a game that is deleted', () => {
  it('[ADMG-05] is refused since a bet came meanwhile, and takes bets as before', async () => {
    const [player, game] = [await backOffice.person(), await madeGame(backOffice)]
    const picked = await backOffice.pick(game.id)
    const told = await deleteWhile(game.id, () => backOffice.bet(player, [picked]))
    expect([told.status, told.body['code']]).toEqual([409, 'GAME_HAS_BETS'])
    expect(await shown(game.id)).toMatchObject({ hasBets: true, suspended: false })
    await backOffice.bet(player, [picked])
  })

  it('[ADMG-05] stays while somebody may still be betting on it', async () => {
    const game = await madeGame(backOffice)
    const other = await backOffice.person()
    let told: Reported | undefined
    // A transaction that began while the game was open, and does not end.
    await backOffice.kernel.db.transaction(async (tx) => {
      await tx.change(`update profiles set first_name = 'Grace' where id = $1`, [other.userId])
      told = await backOffice.call(backOffice.staff, 'DELETE', `/api/admin/games/${game.id}`)
    })
    expect([told?.status, told?.body['code']]).toEqual([503, 'UNAVAILABLE'])
    expect(await shown(game.id)).toMatchObject({ suspended: false })
    expect((await backOffice.call(backOffice.staff, 'DELETE', `/api/admin/games/${game.id}`)).status).toBe(200)
  })

  it('[ADMG-05] goes while somebody works in another database of the server', async () => {
    const game = await madeGame(backOffice)
    const elsewhere = await testDatabase()
    const busy = new pg.Client({ connectionString: elsewhere.adminUrl })
    await busy.connect()
    try {
      await busy.query('begin; select pg_current_xact_id()')
      expect((await backOffice.call(backOffice.staff, 'DELETE', `/api/admin/games/${game.id}`)).status).toBe(200)
    } finally {
      await busy.end()
      await elsewhere.drop()
    }
  })
})
