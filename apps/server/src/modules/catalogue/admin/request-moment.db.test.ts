import { afterAll, beforeAll, expect, it } from 'vitest'
import { untilLockWaits } from '../../../kernel/db/test-lock-waits.ts'
import { MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import { type ManualGamesFixture, manualGamesFixture } from '../../../testing/test-manual-games.ts'

let app: ManualGamesFixture
beforeAll(async () => void (app = await manualGamesFixture()))
afterAll(() => app?.close())

/** Sends a request that waits for a game's row, or for its offer lock, while the clock moves on by a minute. */
async function waited(id: string, lock: 'lock' | 'lockOffers', request: () => ReturnType<ManualGamesFixture['post']>) {
  const { games } = app.modules.catalogue
  const { sent } = await app.kernel.db.transaction(async (tx) => {
    await (lock === 'lock' ? games.lock(tx, id) : games.lockOffers(tx, [id], 'shared'))
    const sent = request()
    await untilLockWaits(app.kernel.workerDb, 1)
    app.clock.forward(MINUTE_MS)
    return { sent }
  })
  const response = await sent
  expect(response.status, response.text).toBe(200)
  const now = app.clock.now()
  const [logged] = await app.kernel.db.query<{ at: Date }>(
    'select created_at as at from audit_log where subject = $1 order by id desc limit 1',
    [`game:${id}`],
  )
  expect(logged?.at).toEqual(now)
  return now
}

it.each(['lock', 'lockOffers'] as const)(
  '[ADMG-14] [SETL-46] a manual start that waits for bets in progress (%s) sets the kick-off to the end of the wait',
  async (lock) => {
    const { id } = await app.createGame()
    const now = await waited(id, lock, () => app.step(id, { step: 'start' }))
    expect(await app.modules.catalogue.games.byId(id)).toMatchObject({ firstLiveAt: now, startTime: now })
  },
)

it('[ADMG-14] market controls and a suspension that wait for the game’s lock are recorded with the time after the wait', async () => {
  const { id } = await app.createGame()
  const body = { suspended: true, reason: 'Line-up' }
  const priced = await waited(id, 'lock', () => app.put(`/api/admin/games/${id}/markets/1x2`, body))
  expect(await app.modules.catalogue.games.byId(id)).toMatchObject({ pricedAt: priced })
  const suspended = await waited(id, 'lock', () => app.post(`/api/admin/games/${id}/suspend`, body))
  expect(await app.modules.catalogue.games.byId(id)).toMatchObject({ suspended: true, updatedAt: suspended })
})
