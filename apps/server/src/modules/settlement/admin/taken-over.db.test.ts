import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AdminGame } from '@mupiira/contract/admin-games.ts'
import { MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import { type AdminFixture, adminFixture } from '../../../testing/admin-fixture.ts'
import { stepWithConfirmation } from '../../../testing/test-manual-games.ts'
import { type Catalogue, isOpen } from '../../catalogue/index.ts'

let app: AdminFixture
beforeAll(async () => void (app = await adminFixture()))
afterAll(() => app?.close())

type FeedGame = Parameters<Catalogue['feed']['ingest']>[0][number]

const ODDS = { home: 1.85, draw: 3.4, away: 4.3 }
let matches = 0

/** A match of the feed that starts in an hour; `report` sends its next state. */
async function feedGame() {
  const matchId = `match-${(matches += 1)}`
  const startsAt = new Date(app.clock.now().getTime() + 60 * MINUTE_MS)
  const report = (change: Partial<FeedGame> = {}) => {
    const match: FeedGame = {
      matchId,
      league: matchId,
      country: null,
      homeTeam: `Home ${matches}`,
      awayTeam: `Away ${matches}`,
      teamIds: null,
      startsAt,
      status: { kind: 'upcoming' },
      score: null,
      halfTime: null,
      goals: [],
      goalsComplete: true,
      redCards: null,
      incidents: null,
      knockOut: false,
      qualifier: null,
      players: [],
      participants: null,
      raw: {},
      ...change,
    }
    return app.modules.catalogue.feed.ingest(
      [match],
      new Map([[matchId, { ...ODDS, quotedAt: app.clock.now() }]]),
      app.clock.now(),
    )
  }
  await report()
  const [row] = await app.kernel.db.query<{ id: string }>(
    'select game_id as id from feed_links where feed_match_id = $1',
    [matchId],
  )
  return { id: row?.id ?? '', startsAt, report }
}

const shown = async (id: string) => (await app.get(`/api/admin/games/${id}`)).body as unknown as AdminGame
const control = (id: string, by: 'staff' | 'feed') =>
  app.staff.post(`/api/admin/games/${id}/control`, { by, reason: 'the feed is wrong' })
const resume = (id: string) => app.staff.post(`/api/admin/games/${id}/suspend`, { suspended: false, reason: 'checked' })
const takesBets = async (id: string) => {
  const game = await app.modules.catalogue.games.byId(id)
  return game !== null && isOpen(game, app.clock.now())
}
const step = (id: string, body: object) => stepWithConfirmation(app.staff, id, body)
const live = (minute: number): FeedGame['status'] => ({ kind: 'live', minute, halfTime: false })

describe('a feed’s game that staff takes over', () => {
  it('[ADMG-05] a feed’s game that staff takes over is edited manually, while the feed’s reports are shown and not applied', async () => {
    const game = await feedGame()
    expect((await app.staff.put(`/api/admin/games/${game.id}`, { league: 'Cup' })).body['code']).toBe('GAME_OF_FEED')
    expect((await control(game.id, 'staff')).status).toBe(200)
    expect((await app.staff.put(`/api/admin/games/${game.id}`, { league: 'Cup' })).status).toBe(200)
    await game.report({ status: { kind: 'cancelled' }, league: 'Another' })
    expect(await shown(game.id)).toMatchObject({
      source: 'hand',
      takenOver: true,
      league: 'Cup',
      status: 'upcoming',
      feedReport: { status: 'cancelled', startTime: game.startsAt.toISOString(), homeScore: null },
    })
    const actions = (await app.staffActions(`game:${game.id}`)).map(({ action }) => action)
    expect(actions).toEqual(['game.take-over', 'game.edit'])
  })

  it('[ADMG-05] a feed’s game that staff takes over keeps its odds when the feed reports other odds or none', async () => {
    const game = await feedGame()
    await control(game.id, 'staff')
    const { homeOdds } = await shown(game.id)
    await game.report({ homeTeam: 'Renamed' })
    expect(await shown(game.id)).toMatchObject({ homeOdds, feedReport: { homeTeam: 'Renamed' } })
  })

  it('[MKT-42] a feed’s game that staff takes over is open for bets only after staff has allowed the old odds and while the feed reports the game as upcoming', async () => {
    const game = await feedGame()
    expect(await takesBets(game.id)).toBe(true)
    await control(game.id, 'staff')
    expect(await takesBets(game.id)).toBe(false)
    expect((await resume(game.id)).status).toBe(200)
    expect(await takesBets(game.id)).toBe(true)
    await game.report({ status: live(1), score: { home: 0, away: 0 } })
    expect(await takesBets(game.id)).toBe(false)
  })

  it('[SETL-06] [SETL-03] a feed’s game that staff takes over is not settled 0–0 at its end if staff has entered nothing, unless the feed reports 0–0', async () => {
    const [alone, silent, confirmed] = [await feedGame(), await feedGame(), await feedGame()]
    for (const { id } of [alone, silent, confirmed]) await control(id, 'staff')
    await alone.report({ status: { kind: 'finished' }, score: { home: 2, away: 1 } })
    await confirmed.report({ status: { kind: 'finished' }, score: { home: 0, away: 0 } })
    app.clock.set(new Date(alone.startsAt.getTime() + MINUTE_MS))
    await app.modules.catalogue.clock.run()
    app.clock.forward(130 * MINUTE_MS)
    await app.modules.catalogue.clock.run()
    for (const { id } of [alone, silent]) expect(await shown(id)).toMatchObject({ held: true, result: null })
    expect(await shown(confirmed.id)).toMatchObject({ held: false, status: 'finished', homeScore: 0, awayScore: 0 })
    expect(await app.kernel.metrics.text()).toMatch(/feed_games_held\{status="taken over"\} [1-9]/)
  })

  it('[TICK-42] a feed’s game that staff takes over has no cash-out offers while the feed reports another score or the end', async () => {
    const game = await feedGame()
    const player = await app.wealthyPlayer()
    const { id: ticket } = await app.bet(player, [await app.pick(game.id)])
    const offered = async () => {
      const { body } = await player.get(`/api/bets/${ticket}/cashout`)
      return body['reason'] ?? body['state']
    }
    app.clock.set(new Date(game.startsAt.getTime() + 30 * MINUTE_MS))
    await game.report({ status: live(30), score: { home: 0, away: 0 } })
    await control(game.id, 'staff')
    expect(await offered()).toBe('SUSPENDED')
    await resume(game.id)
    expect(await offered()).toBe('offered')
    await game.report({ status: live(31), score: { home: 0, away: 1 } })
    expect(await offered()).toBe('BEING_DECIDED')
    await game.report({ status: live(32), score: { home: 0, away: 0 } })
    expect(await offered()).toBe('offered')
    await game.report({ status: { kind: 'finished' }, score: { home: 0, away: 0 } })
    expect(await offered()).toBe('BEING_DECIDED')
  })

  it('[MKT-42] a feed’s game that staff takes over can be set back to upcoming after a false kick-off, and reopens for bets once the feed also reports it as upcoming', async () => {
    const game = await feedGame()
    app.clock.set(new Date(game.startsAt.getTime() - 10 * MINUTE_MS))
    await game.report({ status: live(1), score: { home: 0, away: 0 } })
    expect(await shown(game.id)).toMatchObject({ status: 'live', takenOver: false })
    expect((await step(game.id, { step: 'reopen' })).body['code']).toBe('GAME_OF_FEED')
    await control(game.id, 'staff')
    for (const taken of ['postpone', 'reopen']) expect((await step(game.id, { step: taken })).status).toBe(200)
    await game.report({ status: live(3), score: { home: 1, away: 0 } })
    expect(await shown(game.id)).toMatchObject({
      status: 'upcoming',
      feedReport: { status: 'live', minute: 3, homeScore: 1, awayScore: 0 },
    })
    await resume(game.id)
    expect(await takesBets(game.id)).toBe(false)
    await game.report()
    await app.bet(await app.wealthyPlayer(), [await app.pick(game.id)])
  })

  it('[LIVE-22] a feed’s game that staff takes over continues from the feed’s minute and score, and returns to the feed’s state when staff releases it', async () => {
    const game = await feedGame()
    app.clock.set(new Date(game.startsAt.getTime() + 75 * MINUTE_MS))
    await game.report({ status: live(60), score: { home: 2, away: 1 }, goals: [{ team: 'home', minute: 9 }] })
    await control(game.id, 'staff')
    app.clock.forward(5 * MINUTE_MS)
    await app.modules.catalogue.clock.run()
    const taken = await shown(game.id)
    expect([taken.clock, taken.homeScore, taken.awayScore, taken.goals.length]).toEqual(["Live 65'", 2, 1, 3])
    await step(game.id, { step: 'goal', team: 'away', minute: 65 })
    expect(await shown(game.id)).toMatchObject({ homeScore: 2, awayScore: 2 })

    expect((await control(game.id, 'feed')).status).toBe(200)
    await game.report({ status: live(66), score: { home: 2, away: 1 }, goals: [{ team: 'home', minute: 9 }] })
    expect(await shown(game.id)).toMatchObject({
      source: 'feed',
      takenOver: false,
      feedReport: null,
      minutesPassed: 66,
      homeScore: 2,
      awayScore: 1,
    })
  })

  it('taking over a manual or settled game is refused', async () => {
    expect((await control((await app.game()).id, 'staff')).body['code']).toBe('GAME_NOT_OF_FEED')
    const game = await feedGame()
    await game.report({ status: { kind: 'cancelled' } })
    expect((await control(game.id, 'staff')).body['code']).toBe('GAME_DECIDED')
  })
})

describe('hiding a feed’s game', () => {
  const isListed = async (id: string) => (await app.modules.pricing.games.detail(id, app.clock.now())) !== null

  it('[ADMG-05] hiding a feed’s game removes it from players’ screens, also after the next report, until staff shows it again', async () => {
    const game = await feedGame()
    expect((await app.staff.delete(`/api/admin/games/${game.id}`)).status).toBe(200)
    await game.report({ homeTeam: 'Renamed' })
    expect(await shown(game.id)).toMatchObject({ hidden: true, homeTeam: 'Renamed' })
    expect(await isListed(game.id)).toBe(false)
    expect((await app.browser().get(`/api/games/${game.id}/timeline`)).status).toBe(404)
    expect((await app.staff.post(`/api/admin/games/${game.id}/show`, {})).status).toBe(200)
    expect(await isListed(game.id)).toBe(true)
    await app.bet(await app.wealthyPlayer(), [await app.pick(game.id)])
  })

  it('[ADMG-05] hiding a feed’s game is refused while it has bets', async () => {
    const game = await feedGame()
    await app.bet(await app.wealthyPlayer(), [await app.pick(game.id)])
    expect((await app.staff.delete(`/api/admin/games/${game.id}`)).body['code']).toBe('GAME_HAS_BETS')
  })
})
