import { afterAll, beforeAll, expect, it } from 'vitest'
import { getInPlay, type InPlayGame, listInPlayLeagues } from '@mupiira/contract/admin-in-play.ts'
import { testClock } from '../../../kernel/test-kernel.ts'
import { liveGames } from '../../../testing/live-game.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'

const clock = testClock(new Date('2026-11-28T15:00:00.000Z'))
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ clock })
  await app.start()
  await app.set('in_play_betting', 'on')
})
afterAll(() => app?.close())

it('[INP-08] the board lists live games with state, prices, liability, the last event, and what staff has suspended', async () => {
  const live = liveGames(app)
  const { id } = await live.open({ minute: 30, homeScore: 1 })
  const staff = await app.admin()
  const read = async (): Promise<InPlayGame | undefined> => {
    const { body } = await staff.get(getInPlay.path)
    return (body['games'] as InPlayGame[]).find(({ gameId }) => gameId === id)
  }
  await expect.poll(async () => (await read())?.state).toBe('open')
  const board = await read()
  expect(board).toMatchObject({
    homeScore: 1,
    awayScore: 0,
    suspendedBy: null,
    suspendedByStaff: false,
    stake: 0,
    reportsIncidents: true,
  })
  expect(board?.lastEvent?.kind).toBe('goal')
  expect(board?.outcomes['1'].odds).toBeLessThan(board?.outcomes['2'].odds ?? 0)
  await live.play(id, { minute: 31, homeScore: 1, awayScore: 1 })
  await expect.poll(read).toMatchObject({
    state: 'suspended',
    suspendedBy: 'GOAL',
    outcomes: { X: { odds: null, lastOdds: expect.any(Number) } },
  })
  await app.changeGame(id, { suspended: true })
  await expect.poll(read).toMatchObject({
    state: 'suspended',
    suspendedBy: 'SUSPENDED_BY_STAFF',
    suspendedByStaff: true,
    isSuspended: true,
    suspendedScopes: [],
    suspendedMarkets: [],
  })
  const scope = `${board?.country ?? ''}/${board?.league ?? ''}`
  await staff.post('/api/admin/risk/suspensions', { scope, suspended: true, reason: 'a slow feed' })
  await staff.put(`/api/admin/games/${id}/markets/btts`, { suspended: true, reason: 'an unclear goal' })
  await expect.poll(read).toMatchObject({ suspendedScopes: [scope], suspendedMarkets: [{ id: 'btts' }] })
  await app.set('in_play_betting', 'off')
  await expect.poll(read).toMatchObject({ state: 'closed', suspendedBy: null })
})

it('[INP-08] the board says why the live odds of the feed are missing while live games take bets', async () => {
  const staff = await app.admin()
  const board = async () => (await staff.get(getInPlay.path)).body['missingLiveOdds']
  await app.set('in_play_betting', 'on')
  expect(await board()).toBeNull()
  await app.kernel.db.change(`insert into feed_states values ('live-odds REFUSED', now())`)
  expect(await board()).toEqual({ failure: 'REFUSED', receivedAt: null })
  await app.set('in_play_betting', 'off')
  expect(await board()).toBeNull()
})

it('[INP-04] [INP-05] staff sees which football leagues have upcoming, live or recent games, to find rules of renamed leagues', async () => {
  const inLeague = (league: string, change: Parameters<TestApp['game']>[0]) =>
    app.game({ sport: 'soccer', country: 'Uganda', league, ...change })
  const day = 24 * 3_600_000
  await inLeague('Listed League', {})
  const [recent, old] = [await inLeague('Recent League', {}), await inLeague('Old League', {})]
  await inLeague('Basketball League', { sport: 'basketball' })
  const ended = (id: string, daysAgo: number) =>
    app.kernel.db.change(`update games set status = 'cancelled', start_time = $2 where id = $1`, [
      id,
      new Date(clock.now().getTime() - daysAgo * day),
    ])
  await ended(recent.id, 29)
  await ended(old.id, 31)
  const staff = await app.admin()
  const { status, body } = await staff.call(listInPlayLeagues, {})
  expect([status, body.days]).toEqual([200, 30])
  const inUganda = (scopes: readonly string[]) => scopes.filter((scope) => scope.startsWith('Uganda/'))
  expect(inUganda(body.listed)).toContain('Uganda/Listed League')
  expect(body.recent).toEqual(['Uganda/Recent League'])
  expect([...body.listed, ...body.recent].join()).not.toMatch(/Old League|Basketball League/)
})
