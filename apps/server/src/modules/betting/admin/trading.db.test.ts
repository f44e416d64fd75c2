import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { AdminMarket } from '@mupiira/contract/admin-games.ts'
import type { TradingGame } from '@mupiira/contract/admin-trading.ts'
import { dayKey } from '@mupiira/domain/time/kampala.ts'
import type { TestAccount } from '../../../testing/test-accounts.ts'
import { type ManualGamesFixture, manualGamesFixture } from '../../../testing/test-manual-games.ts'

let app: ManualGamesFixture
let player: TestAccount
beforeAll(async () => {
  app = await manualGamesFixture()
  player = await app.player({ balanceUgx: 5_000_000 })
})
afterAll(() => app?.close())

const read = async (query: string) => (await app.get(`/api/admin/trading?${query}`)).body
const list = async (query: string) => (await read(query))['items'] as TradingGame[]
const idsOf = async (query: string) => (await list(query)).map(({ id }) => id)
const oneOf = async (league: string) => (await list(`q=${league}`))[0]
const market = (game: TradingGame | undefined, id: string) => game?.markets.find((each) => each.id === id)

it('the trading grid shows the main markets of a game as its players see them', async () => {
  const { id } = await app.createGame({ league: 'Lake Cup' })
  const { markets } = (await app.get(`/api/admin/games/${id}/markets`)).body as unknown as { markets: AdminMarket[] }
  const game = await oneOf('Lake')
  expect(game).toMatchObject({ id, betting: 'open', openStakes: 0, worst: null })
  expect(game?.markets.map((each) => each.id)).toEqual(['1x2', 'double_chance', 'over_under', 'btts'])
  expect(market(game, 'over_under')?.selections.map(({ label }) => label)).toEqual(['Over 2.5', 'Under 2.5'])
  for (const { id: marketId, selections } of game?.markets ?? []) {
    const offered = markets.find((each) => each.id === marketId)?.selections
    for (const { id: selection, odds, isOffered } of selections)
      expect([odds, isOffered], `${marketId} ${selection}`).toEqual([
        offered?.find((each) => each.id === selection)?.offered,
        true,
      ])
  }

  await app.put(`/api/admin/games/${id}/markets/btts`, { suspended: true, reason: 'unclear news' })
  await app.put(`/api/admin/games/${id}/markets/1x2`, { odds: { '1': 2 }, reason: 'team news' })
  const controlled = await oneOf('Lake')
  expect(market(controlled, 'btts')).toMatchObject({
    suspended: true,
    selections: [
      { odds: null, isOffered: false },
      { odds: null, isOffered: false },
    ],
  })
  expect(market(controlled, '1x2')?.selections[0]).toMatchObject({ odds: 2, own: 2, isOffered: true })
  await app.post(`/api/admin/games/${id}/suspend`, { suspended: true, reason: 'odd bets' })
  const suspended = await oneOf('Lake')
  expect(suspended?.betting).toBe('suspended')
  // The odds with which betting would reopen.
  expect(market(suspended, '1x2')?.selections[0]).toMatchObject({ odds: 2, isOffered: false })
})

it('[OPS-04] the worst result of the trading grid starts at the present score, and leaves out scores that can no longer occur', async () => {
  const { id } = await app.createGame({ league: 'River Cup' })
  const away = await app.bet(player, [await app.pick(id, '1x2', '2')], 30_000)
  const under = await app.bet(player, [await app.pick(id, 'over_under', 'under_2.5')], 25_000)
  const stakes = 55_000
  // 0 – 1 pays both tickets.
  expect(await oneOf('River')).toMatchObject({
    openStakes: stakes,
    worst: { score: { home: 0, away: 1 }, amount: stakes - away.potentialWin - under.potentialWin },
  })
  await app.step(id, { step: 'start' })
  for (const minute of [1, 2, 3]) {
    await app.step(id, { step: 'minute', minute })
    await app.step(id, { step: 'goal', team: 'home', minute })
  }
  const live = await oneOf('River')
  expect(live).toMatchObject({ status: 'live', betting: 'closed', worst: { amount: stakes - away.potentialWin } })
  expect(live?.worst?.score?.home).toBeGreaterThanOrEqual(3)
  expect(market(live, '1x2')?.selections.map(({ odds }) => odds)).toEqual([null, null, null])
})

it('the trading grid lists live games first, then by kick-off, and filters by day, league, sport, state and source', async () => {
  const inDays = (days: number) => app.inHours(24 * days)
  const cup = { league: 'Crane Cup', country: 'Uganda' }
  const later = await app.createGame({ ...cup, startTime: inDays(3) })
  const sooner = await app.createGame({ ...cup, startTime: inDays(2), homeTeam: 'Maroons FC', awayTeam: 'NEC FC' })
  const live = await app.createGame({ ...cup, homeTeam: 'Bright Stars', awayTeam: 'UPDF FC' })
  const tennis = await app.createGame({
    ...cup,
    sport: 'tennis',
    homeOdds: 1.8,
    drawOdds: null,
    awayOdds: 2.05,
    startTime: inDays(4),
  })
  await app.step(live.id, { step: 'start' })
  const ofCup = 'league=Uganda%2FCrane%20Cup'
  expect(await idsOf(ofCup)).toEqual([live.id, sooner.id, later.id, tennis.id])
  expect((await read(ofCup))['leagues']).toContain('Uganda/Crane Cup')
  expect(await idsOf(`${ofCup}&day=${dayKey(new Date(inDays(2)))}`)).toEqual([sooner.id])
  expect(await idsOf(`${ofCup}&sport=tennis`)).toEqual([tennis.id])
  expect((await list(`${ofCup}&sport=tennis`))[0]?.markets.map(({ id }) => id)).toEqual(['1x2'])
  expect(await idsOf(`${ofCup}&state=live`)).toEqual([live.id])
  expect(await idsOf(`${ofCup}&source=feed`)).toEqual([])
  await app.post(`/api/admin/games/${sooner.id}/suspend`, { suspended: true, reason: 'team news' })
  expect(await idsOf(`${ofCup}&state=suspended`)).toEqual([sooner.id])
  expect(await idsOf(`${ofCup}&sort=-start`)).toEqual([tennis.id, later.id, sooner.id, live.id])
  await app.step(live.id, { step: 'cancel' })
  expect(await idsOf(ofCup)).toEqual([sooner.id, later.id, tennis.id])
  expect(await idsOf(`${ofCup}&state=cancelled`)).toEqual([live.id])
  expect((await app.get('/api/admin/trading?day=2026-02-30')).body['code']).toBe('INVALID_FIELDS')
  expect(await read(`${ofCup}&page=2&pageSize=2`)).toMatchObject({
    items: [{ id: tennis.id }],
    total: 3,
    hasMore: false,
  })
})

it('the trading grid needs the same number of queries for one game and for a page of games', async () => {
  const queries = async (query: string): Promise<number> => {
    const sent = [vi.spyOn(app.kernel.db, 'run'), vi.spyOn(app.kernel.db, 'first')]
    await list(query)
    const count = sent.reduce((sum, { mock }) => sum + mock.calls.length, 0)
    for (const spy of sent) spy.mockRestore()
    return count
  }
  await list('')
  app.clock.forward(60_000)
  const ofOne = await queries('pageSize=1')
  app.clock.forward(60_000)
  expect((await list('pageSize=5')).length).toBe(5)
  app.clock.forward(60_000)
  expect(await queries('pageSize=5')).toBe(ofOne)
})
