import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AdminGame, AdminMarket } from '@mupiira/contract/admin-games.ts'
import { ERRORS } from '@mupiira/contract/errors.ts'
import { type TestAccount } from '../../../testing/test-accounts.ts'
import type { TestResponse } from '../../../testing/test-client.ts'
import {
  editWithConfirmation,
  GAME_FORM as FORM,
  type ManualGamesFixture,
  manualGamesFixture,
} from '../../../testing/test-manual-games.ts'

let app: ManualGamesFixture
let player: TestAccount
beforeAll(async () => {
  app = await manualGamesFixture()
  player = await app.player({ balanceUgx: 50_000_000 })
})
afterAll(() => app?.close())

describe('a manual game', () => {
  it('[ADMG-05] [ADMG-10] [ADMG-11] [ADMG-12] a manual game is created with the specified defaults, upcoming and without a score', async () => {
    const game = await app.createGame({ status: undefined })
    expect(game).toMatchObject({
      status: 'upcoming',
      source: 'hand',
      homeScore: 0,
      awayScore: 0,
      minutesPassed: 0,
      breakDuration: 10,
      matchDuration: 100,
      halfTimeDuration: 45,
      homeOdds: 2.1,
      drawOdds: 3.4,
      awayOdds: 3.6,
    })
    expect((await app.post('/api/admin/games', { ...FORM, startTime: app.inHours(1), breakDuration: 0 })).status).toBe(
      400,
    )
    expect(await app.staffActions(`game:${game.id}`)).toMatchObject([{ action: 'game.create', actor: app.staff.id }])
  })

  it('[ADMG-09] [HOME-03] a manual game with a known league’s full name but no country belongs to that league', async () => {
    const leagueOf = async (change: object) => {
      const { league, country } = await app.createGame(change)
      return [league, country]
    }
    expect(await leagueOf({ league: 'Uganda Big League', country: null })).toEqual(['Uganda Big League', null])
    expect(await leagueOf({ league: 'Big League', country: 'Uganda' })).toEqual(['Big League', 'Uganda'])
    expect(await leagueOf({ league: 'Uganda Big League', country: null })).toEqual(['Big League', 'Uganda'])
    // Case and accents do not matter. The stored name is the spelling that most games of the league have.
    expect(await leagueOf({ league: 'ugandá BIG league', country: null })).toEqual(['Big League', 'Uganda'])
    await leagueOf({ league: 'BIG League', country: 'Uganda' })
    expect(await leagueOf({ league: 'Uganda BIG League', country: null })).toEqual(['Big League', 'Uganda'])
    const past = await app.createGame({ league: 'Old League', country: 'Kenya' })
    await app.asOwner(`update games set status = 'settled' where id = '${past.id}'`)
    expect(await leagueOf({ league: 'Kenya Old League', country: null })).toEqual(['Kenya Old League', null])
    // Several countries have a league with this name, and leagues belong to one sport.
    expect(await leagueOf({ league: 'Big League', country: null })).toEqual(['Big League', null])
    const tennis = { sport: 'tennis', drawOdds: null, homeOdds: 1.8, awayOdds: 2 }
    expect(await leagueOf({ ...tennis, league: 'Uganda Big League' })).toEqual(['Uganda Big League', null])
  })

  it('[ADMG-02] [ADMG-09] [MKT-33] the form of a manual game previews the prices from its odds, and the game then lists the same prices for players', async () => {
    const address = `/api/admin/offer?home=${FORM.homeOdds}&draw=${FORM.drawOdds}&away=${FORM.awayOdds}`
    const { offered } = (await app.get(address)).body as unknown as { offered: AdminGame['offered'] }
    const game = await app.createGame()
    const { markets } = (await app.get(`/api/admin/games/${game.id}/markets`)).body as unknown as {
      markets: AdminMarket[]
    }
    const modelOf = (id: string) =>
      markets.find((market) => market.id === '1x2')?.selections.find((selection) => selection.id === id)?.model
    expect(offered).toMatchObject({ home: modelOf('1'), draw: modelOf('X'), away: modelOf('2') })
    // The list shows the current price, which moves around the base price.
    const shown = markets.find((market) => market.id === '1x2')?.selections.map((selection) => selection.offered)
    expect([game.offered?.home, game.offered?.draw, game.offered?.away]).toEqual(shown)
    expect((await app.get('/api/admin/offer?home=1&away=2')).body).toEqual({ offered: null })
  })

  it('[ADMG-09] [ADMG-29] [D14] a manual game is closed for bets without odds for both teams and, in football, for the draw', async () => {
    const warning = 'This game has no odds yet and cannot be bet on.'
    const { homeTeam, awayTeam, league } = FORM
    const bare = { homeTeam, awayTeam, league, startTime: app.inHours(1) }
    const none = [{}, { homeOdds: 0, awayOdds: 0, drawOdds: null }, { homeOdds: 2.1 }, { homeOdds: 1.8, awayOdds: 4.2 }]
    for (const odds of none) {
      expect((await app.post('/api/admin/games', { ...bare, ...odds })).body).toMatchObject({ warning })
    }
    const response = await app.post('/api/admin/games', {
      ...bare,
      sport: 'tennis',
      homeOdds: 1.8,
      awayOdds: 2,
      drawOdds: null,
    })
    expect(response.body).toMatchObject({ warning: null, game: { drawOdds: null, homeOdds: 1.8 } })
  })

  it.each([
    [{ homeTeam: ' ' }, 'GAME_TEAMS_MISSING'],
    [{ awayTeam: '' }, 'GAME_TEAMS_MISSING'],
    [{ startTime: '' }, 'GAME_START_MISSING'],
    [{ startTime: 'tomorrow' }, 'GAME_START_MISSING'],
  ] as const)('[ADMG-07] [ADMG-08] creating a manual game with %j is refused with %s', async (change, code) => {
    const response = await app.post('/api/admin/games', { ...FORM, startTime: app.inHours(1), ...change })
    expect([response.body['code'], response.body['detail']]).toEqual([code, ERRORS[code].text])
  })

  const NO_BOOK = 'does not match the other odds: their probabilities must sum to 95–130 %'
  const each = (message: string, ...fields: readonly string[]) =>
    Object.fromEntries(fields.map((field) => [field, message]))
  const wrongIn = ({ status, body }: TestResponse): object => {
    expect([status, body['code']]).toEqual([400, 'INVALID_FIELDS'])
    const errors = body['errors'] as { path: string; message: string }[]
    return Object.fromEntries(errors.map(({ path, message }) => [path, message]))
  }
  const EVEN = { homeOdds: 1.01, drawOdds: 1.01, awayOdds: 1.01 }

  it.each([
    [{ awayTeam: 'sc villa ' }, { awayTeam: 'is the home team' }],
    [{ startTime: '2020-01-01T13:00:00Z' }, { startTime: 'has already started' }],
    [{ homeOdds: 0.5, drawOdds: 1 }, each('must be above 1', 'homeOdds', 'drawOdds')],
    [EVEN, each(NO_BOOK, 'homeOdds', 'drawOdds', 'awayOdds')],
    [{ homeOdds: 185 }, each(NO_BOOK, 'homeOdds', 'drawOdds', 'awayOdds')],
    [{ sport: 'tennis', homeOdds: 18, drawOdds: null, awayOdds: 2 }, each(NO_BOOK, 'homeOdds', 'awayOdds')],
    [{ over25Odds: 19, under25Odds: 1.9 }, each(NO_BOOK, 'over25Odds', 'under25Odds')],
  ])('[ADMG-05] [ADMG-09] a manual game is not created with %j', async (change, wrong) => {
    expect(wrongIn(await app.post('/api/admin/games', { ...FORM, startTime: app.inHours(1), ...change }))).toEqual(
      wrong,
    )
  })

  it('[ADMG-05] [ADMG-09] edits of a manual game are validated like new games, but unchanged values are always accepted', async () => {
    const game = await app.createGame()
    const edit = (change: object) => app.staff.put(`/api/admin/games/${game.id}`, change)
    expect(wrongIn(await edit({ homeTeam: FORM.awayTeam }))).toEqual({ awayTeam: 'is the home team' })
    expect(wrongIn(await edit({ homeOdds: 185 }))).toEqual(each(NO_BOOK, 'homeOdds', 'drawOdds', 'awayOdds'))
    expect(wrongIn(await edit({ awayOdds: 0.9 }))).toEqual({ awayOdds: 'must be above 1' })
    await app.kernel.db.transaction((tx) =>
      app.modules.catalogue.manualGames.change(tx, game.id, { homeOdds: 18_500 }, app.clock.now()),
    )
    expect((await edit({ league: 'Uganda Cup' })).status).toBe(200)
    expect((await editWithConfirmation(app.staff, game.id, { homeOdds: 1.9 })).status).toBe(200)
  })

  it('[ADMG-06] only staff can create a manual game, and a visitor gets the specified text', async () => {
    const form = { ...FORM, startTime: app.inHours(1) }
    const response = await app.browser().post('/api/admin/games', form)
    expect([response.status, response.body['detail']]).toEqual([
      401,
      '❌ Authentication required: Please log in to manage games.',
    ])
    expect((await player.post('/api/admin/games', form)).status).toBe(403)
  })

  it('[ADMG-01] [ADMG-02] a manual game is found by any part of its team names, newest first, in any status', async () => {
    const first = await app.createGame({ homeTeam: 'Kitara Rangers' })
    app.clock.forward(1_000)
    const second = await app.createGame({ awayTeam: 'Rangers of Gulu' })
    await app.step(first.id, { step: 'cancel', reason: 'no pitch' })
    const { body } = await app.get('/api/admin/games?q=rangers')
    expect(body).toMatchObject({ total: 2, items: [{ id: second.id }, { id: first.id, status: 'cancelled' }] })
    expect((await app.get('/api/admin/games?q=rangers&status=cancelled')).body).toMatchObject({ total: 1 })
  })

  it('[ADMG-02] the search of manual games ignores accents and case, and treats wildcards as literal characters', async () => {
    for (const homeTeam of ['Atlético Lugogo', 'Malmo Arua', 'Göteborg Jinja', 'Mbale 100%', 'Mbale 1000'])
      await app.createGame({ homeTeam })
    const found = async (words: string): Promise<unknown> => {
      const { body } = await app.get(`/api/admin/games?q=${encodeURIComponent(words)}`)
      return (body['items'] as AdminGame[]).map(({ homeTeam }) => homeTeam)
    }
    expect(await found('atletico lu')).toEqual(['Atlético Lugogo'])
    expect(await found('ATLÉTICO LU')).toEqual(['Atlético Lugogo'])
    expect(await found('malmö')).toEqual(['Malmo Arua'])
    expect(await found('goteborg')).toEqual(['Göteborg Jinja'])
    expect(await found('mbale 100%')).toEqual(['Mbale 100%'])
  })

  it('[ADMG-02] games are listed in the order live, upcoming by kick-off, and other games with the latest first', async () => {
    const create = async (homeTeam: string, hours: number) =>
      app.createGame({ homeTeam: `${homeTeam} Schedule`, startTime: app.inHours(hours) })
    const late = await create('Late', 9)
    const firstLive = await create('First live', 1)
    const earlyCancelled = await create('Early cancelled', 2)
    const soon = await create('Soon', 3)
    const secondLive = await create('Second live', 5)
    const lateCancelled = await create('Late cancelled', 7)
    for (const { id } of [firstLive, secondLive]) {
      await app.step(id, { step: 'start' })
      app.clock.forward(1_000)
    }
    for (const { id } of [earlyCancelled, lateCancelled]) await app.step(id, { step: 'cancel', reason: 'no pitch' })
    const listed = async (search: string) => {
      const { body } = await app.get(`/api/admin/games?q=schedule&${search}`)
      return (body['items'] as { id: string }[]).map(({ id }) => id)
    }
    const inOrder = [firstLive, secondLive, soon, late, lateCancelled, earlyCancelled].map(({ id }) => id)
    expect(await listed('sort=schedule')).toEqual(inOrder)
    expect(await listed('sort=-schedule')).toEqual(inOrder.toReversed())
    for (const [sort, all] of [
      ['schedule', inOrder],
      ['-schedule', inOrder.toReversed()],
    ] as const) {
      const pages = await Promise.all([1, 2, 3, 4].map((page) => listed(`sort=${sort}&pageSize=2&page=${page}`)))
      expect(pages).toEqual([all.slice(0, 2), all.slice(2, 4), all.slice(4), []])
    }
  })

  it('[ADMG-05] [ADMG-13] a manual game can be edited, and deleted while it has no bets', async () => {
    const game = await app.createGame()
    const changed = await app.staff.put(`/api/admin/games/${game.id}`, {
      ...FORM,
      homeTeam: 'Vipers SC',
      startTime: app.inHours(2),
      status: 'live',
    })
    expect(changed.body).toMatchObject({ game: { name: 'Vipers SC vs Express FC', status: 'live' } })
    expect((await app.staff.delete(`/api/admin/games/${game.id}`)).status).toBe(200)
    expect((await app.get(`/api/admin/games/${game.id}`)).status).toBe(404)
    const unchanged = await app.createGame()
    await app.bet(player, [await app.pick(unchanged.id)])
    const refused = await app.staff.delete(`/api/admin/games/${unchanged.id}`)
    expect([refused.status, refused.body['code']]).toEqual([409, 'GAME_HAS_BETS'])
    expect((await app.get(`/api/admin/games/${unchanged.id}`)).body).toMatchObject({
      hasBets: true,
      suspended: false,
    })
  })

  it('[ADMG-05] the teams and sport of a manual game with bets cannot be changed, except for their spelling', async () => {
    const game = await app.createGame()
    const edit = async (change: object) =>
      app.staff.put(`/api/admin/games/${game.id}`, {
        ...FORM,
        startTime: game.startTime,
        ...change,
      })
    const turned = { homeTeam: FORM.awayTeam, awayTeam: FORM.homeTeam }
    expect((await edit(turned)).status).toBe(200)
    expect((await edit({})).status).toBe(200)
    await app.bet(player, [await app.pick(game.id)])
    const response = [await edit(turned), await edit({ sport: 'basketball' })]
    expect(response.map(({ body }) => body['code'])).toEqual(['GAME_HAS_BETS', 'GAME_HAS_BETS'])
    expect((await edit({ homeTeam: `${FORM.homeTeam} Kampala` })).status).toBe(200)
  })

  it('[ADMG-05] [ADMG-09] saving a manual game keeps fields that the form omits, such as a colleague’s odds or a postponement', async () => {
    const game = await app.createGame({
      over25Odds: 1.9,
      under25Odds: 1.9,
      country: 'Uganda',
      knockOut: true,
      // No other game of these teams is near.
      startTime: app.inHours(100),
    })
    const edit = async (change: object) => app.staff.put(`/api/admin/games/${game.id}`, change)
    await editWithConfirmation(app.staff, game.id, { homeOdds: 1.6, drawOdds: 3.8, awayOdds: 5.2 })
    await app.step(game.id, { step: 'postpone', reason: 'rain' })
    const saved = await edit({ league: 'Uganda Cup', awayTeam: 'Express' })
    expect(saved.body).toMatchObject({
      game: {
        name: 'SC Villa vs Express',
        league: 'Uganda Cup',
        country: 'Uganda',
        knockOut: true,
        homeOdds: 1.6,
        drawOdds: 3.8,
        awayOdds: 5.2,
        over25Odds: 1.9,
        under25Odds: 1.9,
        status: 'postponed',
        startTime: game.startTime,
      },
    })
    expect((await edit({ homeTeam: ' ' })).body['code']).toBe('GAME_TEAMS_MISSING')
    expect((await edit({ startTime: '' })).body['code']).toBe('GAME_START_MISSING')
  })
})

describe('the audit log of games', () => {
  const statesOf = (id: string, action: string) =>
    app.kernel.db.query<{ before: Record<string, unknown>; after: Record<string, unknown> }>(
      'select before, after from audit_log where subject = $1 and action = $2 order by id',
      [`game:${id}`, action],
    )

  it('[OPS-04] [ADMG-14] the audit log of games records every goal changed by the form or by a clock step, with the minute and the state before and after', async () => {
    const game = await app.createGame({ goals: [{ team: 'home', minute: 12 }] })
    const goals = [
      { team: 'away', minute: 3, scorer: 'Kato' },
      { team: 'home', minute: 12, ownGoal: true },
    ]
    const url = `/api/admin/games/${game.id}`
    await app.staff.put(url, {
      goals,
      matchDuration: 95,
      over25Odds: 1.9,
      under25Odds: 1.85,
    })
    expect(await statesOf(game.id, 'game.edit')).toMatchObject([
      {
        before: { goals: ["12' home"], matchDuration: 100, overUnder: [null, null] },
        after: { goals: ["3' away Kato", "12' home own goal"], matchDuration: 95, overUnder: [1.9, 1.85] },
      },
    ])
    await app.step(game.id, { step: 'no-goal', team: 'away', minute: 3 })
    expect(await statesOf(game.id, 'game.no-goal')).toMatchObject([
      { before: { goals: ["3' away Kato", "12' home own goal"] }, after: { goals: ["12' home own goal"] } },
    ])
    await app.post(`${url}/suspend`, { suspended: true, reason: 'odd bets' })
    expect(await statesOf(game.id, 'game.suspend')).toEqual([
      {
        before: { suspended: false },
        after: { suspended: true, byRisk: true, openBets: { tickets: 0, players: 0, stake: 0, payout: 0, largest: 0 } },
      },
    ])
  })

  it('[OPS-04] [ADMG-24] the audit log of games records the scores before and after a sync with goal events', async () => {
    const game = await app.createGame({ goals: [{ team: 'away', minute: 3 }] })
    await app.step(game.id, { step: 'start' })
    await app.minutesLater(5)
    await app.kernel.db.change('update game_results set away_score = 0 where game_id = $1', [game.id])
    await app.post('/api/admin/games/sync-scores')
    expect(await statesOf(game.id, 'game.sync-scores')).toMatchObject([
      { before: { score: '0:0' }, after: { score: '0:1' } },
    ])
  })
})

it('[ADMS-05] creating a game and publishing a fixture need a recent confirmation', async () => {
  const colleague = await app.admin({ session: 'manual' })
  app.clock.forward(10 * 60_000)
  for (const [url, body] of [
    ['/api/admin/games', { ...FORM, drawOdds: 25, startTime: app.inHours(1) }],
    [`/api/admin/fixtures/${player.id}/publish`, undefined],
  ] as const)
    expect((await colleague.post(url, body)).body['code']).toBe('CONFIRMATION_NEEDED')
})
