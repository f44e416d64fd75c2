import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Catalogue } from './index.ts'
import { isOpen } from './games/game-change.ts'
import type { FeedGame } from './ports.ts'
import { at, BEFORE, feedMatch as match, goal, type FeedFixture, feedFixture, START } from './testing/feed-fixture.ts'

let app: FeedFixture
let catalogue: Catalogue
beforeAll(async () => {
  app = await feedFixture()
  catalogue = app.catalogue
})
afterAll(() => app.close())

const stored = (matchId: string) => app.stored(matchId)
const ingest = (now: Date, ...matches: FeedGame[]) => app.ingest(now, ...matches)

describe('ingesting a feed', () => {
  it('[DATA-09] [DATA-15] [MKT-42] ingesting a feed creates an open game with prices for a new match', async () => {
    await ingest(BEFORE, match('open'))
    const game = await stored('open')
    // The row with the column names of the specification. Feeds do not report a name of the game, so the server creates
    // it.
    const [row] = await app.kernel.db.query('select * from games join game_offers on game_id = id where id = $1', [
      game.id,
    ])
    expect(row).toMatchObject({
      short_id: expect.stringMatching(/^[A-Z0-9]{8}$/),
      name: 'Vipers SC vs KCCA FC',
      home_team: 'Vipers SC',
      away_team: 'KCCA FC',
      league: expect.stringMatching(/./),
      sport: 'soccer',
      start_time: START,
      status: 'upcoming',
      home_odds: 185,
      draw_odds: expect.any(Number),
      away_odds: expect.any(Number),
      viewers: 0,
      created_at: BEFORE,
      updated_at: BEFORE,
    })
    expect(game).toMatchObject({ name: 'Vipers SC vs KCCA FC', status: 'upcoming', homeOdds: 185, priceVersion: 1 })
    expect(isOpen(game, BEFORE)).toBe(true)
    expect(isOpen(game, START)).toBe(false)
  })

  it('ingesting a feed writes nothing for an unchanged report', async () => {
    const matches = [match('same'), match('same-live', { status: { kind: 'live', minute: 12, halfTime: false } })]
    expect(await ingest(at(12), ...matches)).toEqual({ seen: 2, changed: 2 })
    expect(await ingest(at(12), ...matches)).toEqual({ seen: 2, changed: 0 })
  })

  it('[MKT-40] ingesting a feed keeps a match without odds closed for bets', async () => {
    await catalogue.feed.ingest([match('bare')], new Map(), BEFORE)
    const game = await stored('bare')
    expect(game.model).toBeNull()
    expect(isOpen(game, BEFORE)).toBe(false)
  })

  it('[DATA-10] [SETL-06] ingesting a feed settles a finished match once, even if the feed later reports something else', async () => {
    const finished = match('done', {
      status: { kind: 'finished' },
      score: { home: 2, away: 1 },
      halfTime: { home: 1, away: 0 },
      goals: [goal('home', 9), goal('away', 60), goal('home', 88)],
    })
    await ingest(BEFORE, match('done'))
    await ingest(at(100), finished)
    const game = await stored('done')
    expect(game.decision).toMatchObject({
      kind: 'result',
      result: { home: 2, away: 1, halfTime: { home: 1, away: 0 }, firstToScore: 'home' },
    })
    expect(game).toMatchObject({ status: 'finished', winner: 'home', resultVersion: 1, settledVersion: 0 })
    await ingest(at(101), { ...finished, score: { home: 3, away: 1 } })
    expect((await stored('done')).decision).toEqual(game.decision)
  })

  it('[SETL-06] ingesting a feed holds a result that contradicts its goals', async () => {
    await ingest(
      at(100),
      match('odd', {
        status: { kind: 'finished' },
        score: { home: 2, away: 0 },
        goals: [goal('away', 5)],
        goalsComplete: false,
      }),
    )
    expect(await stored('odd')).toMatchObject({ decision: null, resultVersion: 0 })
  })

  it('ingesting a feed never settles on an undocumented status', async () => {
    await ingest(at(5), match('ruled', { status: { kind: 'held', text: 'Awarded' }, score: { home: 3, away: 0 } }))
    expect(await stored('ruled')).toMatchObject({ held: true, status: 'upcoming', resultVersion: 0 })
  })

  it('[SETL-40] ingesting a feed voids bets on a cancelled match at once', async () => {
    await ingest(BEFORE, match('off', { status: { kind: 'cancelled' } }))
    expect((await stored('off')).decision).toMatchObject({ kind: 'void' })
  })

  it('[DATA-12] ingesting a feed removes a goal that the feed has withdrawn', async () => {
    const live = match('var', {
      status: { kind: 'live', minute: 30, halfTime: false },
      score: { home: 1, away: 0 },
      goals: [goal('home', 29)],
    })
    await ingest(at(30), live)
    await ingest(at(31), { ...live, score: { home: 0, away: 0 }, goals: [] })
    expect(await stored('var')).toMatchObject({ homeScore: 0, goalEvents: [] })
  })

  it('[TICK-42] ingesting a feed drops penalty and review counts that the newest live report does not contain', async () => {
    const live = match('reviewed', {
      status: { kind: 'live', minute: 30, halfTime: false },
      score: { home: 0, away: 0 },
    })
    await ingest(at(30), { ...live, incidents: 2 })
    expect((await stored('reviewed')).incidents).toBe(2)
    await ingest(at(31), live)
    expect((await stored('reviewed')).incidents).toBeNull()
  })

  it('[INP-08] a report without the counts of penalties, reviews and corners is no event, but a new count after it is one', async () => {
    const playing = (counts: Partial<FeedGame>) =>
      match('counted', {
        status: { kind: 'live', minute: 30, halfTime: false },
        score: { home: 0, away: 0 },
        ...counts,
      })
    const after = async (minute: number, counts: Partial<FeedGame>) => {
      await ingest(at(minute), playing(counts))
      const { lastIncidentAt, lastAlertAt } = await stored('counted')
      return { lastIncidentAt, lastAlertAt }
    }
    const none = { lastIncidentAt: null, lastAlertAt: null }
    expect(await after(30, { incidents: 0, alerts: 0 })).toEqual(none)
    const both = { lastIncidentAt: at(31), lastAlertAt: at(31) }
    expect(await after(31, { incidents: 2, alerts: 3 })).toEqual(both)
    expect(await after(32, { incidents: null, alerts: null })).toEqual(both)
    expect(await after(33, { incidents: 2, alerts: 3 })).toEqual(both)
    expect(await after(34, { incidents: null })).toEqual(both)
    expect(await after(35, { incidents: 3, alerts: 3 })).toEqual({ ...both, lastIncidentAt: at(35) })
  })

  it('[INP-08] a stop of the bets is recorded at its begin and at its end, not at each report', async () => {
    const after = async (minute: number, isStopped: boolean | null) => {
      const playing = { status: { kind: 'live', minute: 30, halfTime: false }, score: { home: 0, away: 0 } } as const
      await ingest(
        at(minute),
        match('stopped', { ...playing, ...(isStopped === null ? {} : { incidents: 0, isStopped }) }),
      )
      const { playStopped, lastAlertAt } = await stored('stopped')
      return [playStopped, lastAlertAt]
    }
    expect(await after(30, false)).toEqual([false, null])
    expect(await after(31, true)).toEqual([true, at(31)])
    expect(await after(32, true)).toEqual([true, at(31)])
    expect(await after(33, null)).toEqual([true, at(31)])
    expect(await after(34, false)).toEqual([false, at(34)])
  })
})

describe('the game clock', () => {
  it('[LIVE-13] the game clock starts games whose kick-off passed less than three hours ago', async () => {
    await ingest(BEFORE, match('starts'))
    app.clock.set(at(1))
    await catalogue.clock.run()
    expect((await stored('starts')).status).toBe('live')
  })

  it('[LIVE-14] the game clock does not start a game whose kick-off passed more than three hours ago', async () => {
    await ingest(BEFORE, match('stale', { startsAt: at(-200) }))
    app.clock.set(at(1))
    await catalogue.clock.run()
    expect((await stored('stale')).status).toBe('upcoming')
  })

  const manually = () =>
    app.kernel.db.transaction((tx) =>
      catalogue.manualGames.create(
        tx,
        {
          homeTeam: 'A',
          awayTeam: 'B',
          league: 'Friendly',
          country: null,
          sport: 'soccer',
          startTime: START,
          goalEvents: [goal('away', 50)],
        },
        { homeOdds: 200, drawOdds: 300, awayOdds: 350, over25Odds: null, under25Odds: null },
        BEFORE,
      ),
    )

  it('[SETL-03] [LIVE-16] the game clock finishes a manual game at the end of its playing time, not earlier', async () => {
    const { id } = await manually()
    for (const [minute, status] of [
      [1, 'live'],
      [99, 'live'],
      [100, 'finished'],
    ] as const) {
      app.clock.set(at(minute))
      await catalogue.clock.run()
      await catalogue.clock.run()
      expect((await catalogue.games.byId(id))?.status).toBe(status)
    }
    expect((await catalogue.games.byId(id))?.decision).toMatchObject({ kind: 'result', result: { home: 0, away: 1 } })
  })

  it('[LIVE-16] the game clock checks a game without locks before it finishes the game, and a failed check delays only that game', async () => {
    app.clock.set(at(1))
    const [held, broken, ended] = [await manually(), await manually(), await manually()]
    await catalogue.clock.run()
    const noted: string[] = []
    catalogue.clock.onBeforeEnd(async ({ id }) => {
      await app.kernel.db.transaction((tx) => tx.query(`select from games where id = $1 for update nowait`, [id]))
      if (id === broken.id) throw new Error('its bets cannot be read')
      return id === held.id ? null : async (tx) => void noted.push(...(await tx.query<string>(`select`)).map(() => id))
    })
    app.clock.set(at(100))
    await catalogue.clock.run()
    expect(await catalogue.games.byId(held.id)).toMatchObject({ held: true, resultVersion: 0 })
    expect(await catalogue.games.byId(broken.id)).toMatchObject({ status: 'live', held: false, resultVersion: 0 })
    expect(await catalogue.games.byId(ended.id)).toMatchObject({ status: 'finished', resultVersion: 1 })
    expect(noted).toEqual([ended.id])
    catalogue.clock.onBeforeEnd(async () => async () => {})
    await catalogue.clock.run()
    expect(await catalogue.games.byId(broken.id)).toMatchObject({ status: 'finished', resultVersion: 1 })
  })
})
