import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AdminGame } from '@mupiira/contract/admin-games.ts'
import { whileClosed } from './close-to-bets.ts'
import { type AdminFixture, adminFixture } from './testing/admin-fixture.ts'
import { type TestAccount } from '../../testing/test-accounts.ts'
import type { TestResponse } from '../../testing/test-client.ts'
import { GAME_FORM as FORM, madeGame } from './testing/manual-games.ts'

let app: AdminFixture
let player: TestAccount
beforeAll(async () => {
  app = await adminFixture()
  player = await app.wealthyPlayer()
})
afterAll(() => app?.close())

const EXCHANGED = { homeTeam: FORM.awayTeam, awayTeam: FORM.homeTeam }
const edit = (id: string, change: object = EXCHANGED) => app.staff.put(`/api/admin/games/${id}`, change)
const suspend = (id: string, suspended: boolean) => app.post(`/api/admin/games/${id}/suspend`, { suspended })
const shown = async (id: string) => (await app.get(`/api/admin/games/${id}`)).body as unknown as AdminGame
const closings = async (id: string) => (await app.modules.catalogue.game(id))?.closedFor.length

/** What is told to those who close a game to bets, while `meanwhile` happens: a bet under way keeps them waiting. */
async function resultAfter(
  id: string,
  asks: readonly (() => Promise<TestResponse>)[],
  meanwhile: () => Promise<unknown> = async () => undefined,
): Promise<readonly TestResponse[]> {
  const told: Promise<TestResponse>[] = []
  await app.kernel.db.transaction(async (tx) => {
    await tx.query('select pg_current_xact_id()')
    for (const ask of asks) {
      told.push(ask())
      await expect.poll(() => closings(id), { timeout: 10_000 }).toBe(told.length)
    }
    await meanwhile()
  })
  return Promise.all(told)
}

describe('a game whose teams are exchanged', () => {
  it('[ADMG-05] stays suspended where a colleague has suspended it meanwhile', async () => {
    const { id } = await madeGame(app)
    const [edited] = await resultAfter(id, [() => edit(id)], () => suspend(id, true))
    expect(edited?.status).toBe(200)
    expect(await shown(id)).toMatchObject({ ...EXCHANGED, suspended: true })
  })

  it('[ADMG-05] is open, and is what it was, where a colleague has opened it meanwhile: somebody may bet again', async () => {
    const { id } = await madeGame(app)
    await suspend(id, true)
    const [edited] = await resultAfter(id, [() => edit(id)], () => suspend(id, false))
    expect(edited?.status).toBe(503)
    expect(await shown(id)).toMatchObject({ homeTeam: FORM.homeTeam, suspended: false })
  })

  it('[ADMG-05] is open again after two edits at once', async () => {
    const { id } = await madeGame(app)
    const edits = [() => edit(id), () => edit(id, { homeTeam: 'Vipers SC' })]
    const told = await resultAfter(id, edits)
    expect(told.map(({ status }) => status)).toEqual([200, 200])
    expect((await shown(id)).suspended).toBe(false)
    await app.bet(player, [await app.pick(id)])
  })

  it('[ADMG-05] does not come to one team against itself by two edits at once', async () => {
    const { id } = await madeGame(app)
    const told = await resultAfter(id, [() => edit(id, { homeTeam: 'Bul FC' }), () => edit(id, { awayTeam: 'Bul FC' })])
    expect(told.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
    const refused = told.find(({ status }) => status === 400)
    expect(refused?.body).toMatchObject({ errors: [{ path: 'awayTeam', message: 'is the home team' }] })
    const { homeTeam, awayTeam } = await shown(id)
    expect(homeTeam).not.toBe(awayTeam)
  })
})

describe('a page that has missed what ended the closing of a game', () => {
  const moment = async (id: string) => (await app.modules.catalogue.game(id))?.updatedAt

  it('[ADMG-05] sees by the time of its last change that there was another one', async () => {
    const { id } = await madeGame(app)
    let closedAt: Date | undefined
    const [edited] = await resultAfter(id, [() => edit(id)], async () => {
      closedAt = await moment(id)
      app.clock.forward(1_000)
    })
    expect(edited?.status).toBe(200)
    expect(await moment(id)).not.toEqual(closedAt)
  })

  it('[ADMG-05] sees so too where nothing was changed', async () => {
    const { id } = await madeGame(app)
    const { db, clock } = app.kernel
    const closedAt = await whileClosed({ db, clock, catalogue: app.modules.catalogue }, id, async () => {
      app.clock.forward(1_000)
      return moment(id)
    })
    expect(await moment(id)).not.toEqual(closedAt)
  })
})

describe('a game that is deleted', () => {
  it('[ADMG-05] stays where a colleague has allowed bets on it meanwhile', async () => {
    const { id } = await madeGame(app)
    await suspend(id, true)
    const deletion = () => app.staff.delete(`/api/admin/games/${id}`)
    const [deleted] = await resultAfter(id, [deletion], () => suspend(id, false))
    expect(deleted?.status).toBe(503)
    expect((await shown(id)).suspended).toBe(false)
    expect((await deletion()).status).toBe(200)
  })
})
