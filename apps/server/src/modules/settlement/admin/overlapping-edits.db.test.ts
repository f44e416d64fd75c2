import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AdminGame } from '@mupiira/contract/admin-games.ts'
import { untilLockWaits } from '../../../kernel/db/test-lock-waits.ts'
import type { TestResponse } from '../../../testing/test-client.ts'
import { type AdminFixture, adminFixture } from '../../../testing/admin-fixture.ts'
import { GAME_FORM as FORM, createManualGame } from '../../../testing/test-manual-games.ts'

let app: AdminFixture
beforeAll(async () => void (app = await adminFixture()))
afterAll(() => app?.close())

const edit = (id: string, change: object) => app.staff.put(`/api/admin/games/${id}`, change)
const shown = async (id: string) => (await app.get(`/api/admin/games/${id}`)).body as unknown as AdminGame

/**
 * Sends the requests while a bet on the game is being placed, so that they overlap. Returns the responses in
 * their order.
 */
async function whileBetIsInFlight(
  id: string,
  requests: readonly (() => Promise<TestResponse>)[],
): Promise<readonly TestResponse[]> {
  const { db, workerDb } = app.kernel
  const responses: Promise<TestResponse>[] = []
  await db.transaction(async (tx) => {
    await app.modules.catalogue.games.lockOffers(tx, [id], 'shared')
    for (const request of requests) {
      responses.push(request())
      await untilLockWaits(workerDb, responses.length)
    }
  })
  return Promise.all(responses)
}

describe('two concurrent edits of one game', () => {
  it('[ADMG-05] two concurrent edits of one game both take effect, and the game stays open', async () => {
    const { id } = await createManualGame(app)
    const exchanged = { homeTeam: FORM.awayTeam, awayTeam: FORM.homeTeam }
    const edits = [() => edit(id, exchanged), () => edit(id, { homeTeam: 'Vipers SC' })]
    expect((await whileBetIsInFlight(id, edits)).map(({ status }) => status)).toEqual([200, 200])
    expect((await shown(id)).suspended).toBe(false)
    await app.bet(await app.wealthyPlayer(), [await app.pick(id)])
  })

  it('[ADMG-05] two concurrent edits of one game cannot give both sides the same team', async () => {
    const { id } = await createManualGame(app)
    const edits = [() => edit(id, { homeTeam: 'Bul FC' }), () => edit(id, { awayTeam: 'Bul FC' })]
    const responses = await whileBetIsInFlight(id, edits)
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
    const { homeTeam, awayTeam } = await shown(id)
    expect(homeTeam).not.toBe(awayTeam)
  })
})

describe('an edit of a game that a colleague has changed since it was opened', () => {
  it('[ADMG-05] an edit of a game that a colleague has changed is refused if both change the same field, and otherwise both changes are saved', async () => {
    const { id, awayTeam, league, startTime, breakDuration } = await createManualGame(app)
    expect((await edit(id, { league: 'Big League', seen: { league } })).status).toBe(200)
    const late = await edit(id, { league: 'Cup', breakDuration: 20, seen: { league, breakDuration } })
    expect(late).toMatchObject({ status: 409, body: { code: 'GAME_CHANGED' } })
    expect(await shown(id)).toMatchObject({ league: 'Big League', breakDuration })
    // The same change, and changes to other fields.
    expect((await edit(id, { league: 'Big League', seen: { league } })).status).toBe(200)
    expect((await edit(id, { breakDuration: 20, seen: { breakDuration } })).status).toBe(200)
    const start = new Date(Date.parse(startTime) + 60_000).toISOString()
    expect((await edit(id, { startTime: start, seen: { startTime } })).status).toBe(200)
    expect((await edit(id, { startTime, seen: { startTime: '2026-01-01T12:00:00.000Z' } })).status).toBe(409)
    expect(await shown(id)).toMatchObject({ league: 'Big League', breakDuration: 20, awayTeam, startTime: start })
  })
})

describe('an edit that overlaps with a suspension', () => {
  it('[ADMG-05] an edit of a game during a suspension by a colleague keeps the suspension', async () => {
    const { id } = await createManualGame(app)
    const suspend = () => app.post(`/api/admin/games/${id}/suspend`, { suspended: true, reason: 'odd bets' })
    const responses = await whileBetIsInFlight(id, [() => edit(id, { homeTeam: 'Vipers SC' }), suspend])
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    expect(await shown(id)).toMatchObject({ homeTeam: 'Vipers SC', suspended: true })
  })
})
