import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../kernel/ids.ts'
import { gamesToDecide } from '../admin/admin-games.repository.ts'
import { isOpen } from '../games/game-change.ts'
import { lockOffers } from '../games/offer-lock.repository.ts'
import { at, BEFORE, feedMatch, goal, ODDS, type FeedFixture, feedFixture, START } from '../testing/feed-fixture.ts'

const DAY_MINUTES = 24 * 60
const LONG = 'A'.repeat(201)
let app: FeedFixture
beforeAll(async () => void (app = await feedFixture()))
afterAll(() => app.close())
beforeEach(() => app.clock.set(BEFORE))

const openGameIds = async (): Promise<(string | null)[]> =>
  (await app.catalogue.games.open(at(30 * DAY_MINUTES))).map((game) => game.feedMatchId)

describe('an irregular match', () => {
  it('[MKT-42] [SETL-40] [D20] a match rescheduled by days stays one game, open for bets on its new start', async () => {
    await app.ingest(BEFORE, feedMatch('moved'))
    const first = await app.stored('moved')
    const later = feedMatch('moved', { startsAt: at(3 * DAY_MINUTES) })
    await app.ingest(BEFORE, later)
    const game = await app.stored('moved')
    expect(game).toMatchObject({ id: first.id, status: 'upcoming', startTime: later.startsAt, resultVersion: 0 })
    expect(game.earlierStarts).toEqual([{ startsAt: START.toISOString(), until: BEFORE.toISOString() }])
    expect(isOpen(game, BEFORE)).toBe(true)
    expect(await openGameIds()).toContain('moved')
    expect(await app.ingest(BEFORE, later)).toMatchObject({ changed: 0 })
  })

  it('[D20] a report after a match was rescheduled by days does not wait for bets in placement', async () => {
    const later = feedMatch('reported again', { startsAt: at(3 * DAY_MINUTES) })
    await app.ingest(BEFORE, feedMatch('reported again'))
    await app.ingest(BEFORE, later)
    const { id } = await app.stored('reported again')
    await app.kernel.db.transaction(async (tx) => {
      await lockOffers(tx, [id], 'shared')
      expect(await app.ingest(at(-60), { ...later, league: 'Renamed' })).toMatchObject({ changed: 1 })
    })
  })

  it('[SETL-40] [D20] a postponed match that gets a date days later is listed and open again', async () => {
    await app.ingest(BEFORE, feedMatch('waiting'))
    await app.ingest(BEFORE, feedMatch('waiting', { status: { kind: 'postponed' } }))
    const first = await app.stored('waiting')
    expect(isOpen(first, BEFORE)).toBe(false)
    await app.ingest(BEFORE, feedMatch('waiting', { startsAt: at(3 * DAY_MINUTES) }))
    const game = await app.stored('waiting')
    expect(game).toMatchObject({ id: first.id, status: 'upcoming', resultVersion: 0 })
    expect(isOpen(game, BEFORE)).toBe(true)
  })

  it.each(['postponed', 'abandoned'] as const)(
    '[SETL-40] [D20] a match that was %s while live and gets a date days later is void and offered again as a new game',
    async (kind) => {
      const id = `${kind} while live`
      await app.ingest(BEFORE, feedMatch(id))
      app.clock.set(at(20))
      await app.ingest(at(20), feedMatch(id, { status: { kind: 'live', minute: 20, halfTime: false } }))
      await app.ingest(at(21), feedMatch(id, { status: { kind } }))
      const first = await app.stored(id)
      expect(first).toMatchObject({ status: kind, resultVersion: 0 })
      const later = feedMatch(id, { startsAt: at(3 * DAY_MINUTES) })
      await app.ingest(at(60), later)
      await app.ingest(at(61), later)
      const second = await app.stored(id)
      expect(second.id).not.toBe(first.id)
      expect(second).toMatchObject({ status: 'upcoming', startTime: later.startsAt, resultVersion: 0 })
      expect(await app.catalogue.games.byId(first.id)).toMatchObject({
        status: kind,
        resultVersion: 1,
        decision: { kind: 'void', reason: 'MOVED' },
      })
      expect(await app.ingest(at(61), later)).toMatchObject({ changed: 0 })
    },
  )

  it('[SETL-40] [D20] a match that was stopped and gets a date hours later, then a day later, is offered again as a new game', async () => {
    const dates = [20, 40].map((hours) => feedMatch('stopped', { startsAt: at(hours * 60) }))
    await app.ingest(BEFORE, feedMatch('stopped'))
    app.clock.set(at(20))
    await app.ingest(at(20), feedMatch('stopped', { status: { kind: 'live', minute: 20, halfTime: false } }))
    await app.ingest(at(21), feedMatch('stopped', { status: { kind: 'postponed' } }))
    const first = await app.stored('stopped')
    for (const [index, date] of dates.entries()) {
      await app.ingest(at(60 + index), date)
      expect(await app.stored('stopped')).toMatchObject({ id: first.id, status: 'postponed', resultVersion: index })
    }
    await app.ingest(at(63), ...dates.slice(1))
    expect((await app.stored('stopped')).id).not.toBe(first.id)
  })

  it('[SETL-40] [D20] a match keeps its bets when rescheduled by less than a day, also while live', async () => {
    await app.ingest(BEFORE, feedMatch('evening'))
    const moved = feedMatch('evening', { startsAt: at(23 * 60) })
    await app.ingest(BEFORE, moved)
    await app.ingest(at(23 * 60 + 20), { ...moved, status: { kind: 'live', minute: 20, halfTime: false } })
    app.clock.set(at(DAY_MINUTES + 5))
    await app.catalogue.clock.run()
    expect(await app.stored('evening')).toMatchObject({ status: 'live', resultVersion: 0 })
  })

  it('[D20] a rescheduled match gets its new kick-off once no bet with the earlier kick-off is being placed', async () => {
    await app.ingest(BEFORE, feedMatch('slow'))
    const bettingEndsAt = new Date(BEFORE.getTime() + 4_000)
    app.clock.set(bettingEndsAt)
    await app.ingest(BEFORE, feedMatch('slow', { startsAt: at(60) }))
    expect((await app.stored('slow')).earlierStarts).toMatchObject([{ until: bettingEndsAt.toISOString() }])
  })

  it('[MKT-42] [SETL-40] a postponed match that is played later the same day is listed and open again, with its bets', async () => {
    await app.ingest(BEFORE, feedMatch('rain'))
    const { id } = await app.stored('rain')
    await app.ingest(at(-90), feedMatch('rain', { status: { kind: 'postponed' } }))
    expect(await openGameIds()).not.toContain('rain')
    const later = feedMatch('rain', { startsAt: at(5 * 60) })
    await app.ingest(at(-80), later)
    const game = await app.stored('rain')
    expect(game).toMatchObject({ id, status: 'upcoming', startTime: later.startsAt, resultVersion: 0 })
    expect(isOpen(game, at(-80))).toBe(true)
    expect(await openGameIds()).toContain('rain')
    const ended = { status: { kind: 'finished' }, score: { home: 1, away: 0 }, goals: [goal('home', 60)] } as const
    await app.ingest(at(7 * 60), { ...later, ...ended })
    expect(await app.stored('rain')).toMatchObject({ id, winner: 'home', resultVersion: 1 })
  })

  it('[MKT-42] [LIVE-13] a match whose kick-off is delayed after the game clock started it is upcoming and open again', async () => {
    await app.ingest(BEFORE, feedMatch('delayed'))
    app.clock.set(at(1))
    await app.catalogue.clock.run()
    await app.ingest(at(2), feedMatch('delayed'))
    expect(await app.stored('delayed')).toMatchObject({ status: 'live', firstLiveAt: null })
    const later = { startsAt: at(45) }
    await app.ingest(at(3), feedMatch('delayed', later))
    const put = await app.stored('delayed')
    expect(put).toMatchObject({ status: 'upcoming', startTime: at(45), firstLiveAt: null })
    expect(isOpen(put, at(3))).toBe(true)
    await app.ingest(at(46), feedMatch('delayed', { ...later, status: { kind: 'live', minute: 1, halfTime: false } }))
    expect(await app.stored('delayed')).toMatchObject({ status: 'live', firstLiveAt: at(45) })
    await app.ingest(at(47), feedMatch('delayed', { startsAt: at(90) }))
    expect(await app.stored('delayed')).toMatchObject({ status: 'live', firstLiveAt: at(45) })
  })

  it('[SETL-40] a match without a result a day after its start is void and no longer listed', async () => {
    await app.ingest(BEFORE, feedMatch('vanished'))
    app.clock.set(at(DAY_MINUTES + 1))
    await app.catalogue.clock.run()
    expect(await app.stored('vanished')).toMatchObject({ decision: { kind: 'void', reason: 'NO_RESULT_IN_TIME' } })
    expect(await openGameIds()).not.toContain('vanished')
  })

  it('[SETL-40] [SETL-06] a match with an undocumented status waits for staff, and is void after a day', async () => {
    const held = feedMatch('ruled', { status: { kind: 'held', text: 'Awarded' }, score: { home: 3, away: 0 } })
    await app.ingest(BEFORE, feedMatch('ruled'))
    await app.ingest(at(10), feedMatch('ruled', { status: { kind: 'live', minute: 10, halfTime: false } }))
    await app.ingest(at(100), held)
    app.clock.set(at(DAY_MINUTES - 1))
    await app.catalogue.clock.run()
    expect(await app.stored('ruled')).toMatchObject({ held: true, resultVersion: 0 })
    app.clock.set(at(DAY_MINUTES + 1))
    await app.catalogue.clock.run()
    expect(await app.stored('ruled')).toMatchObject({ decision: { kind: 'void' } })
  })

  it('[SETL-06] [D54] a match is never settled on the score after extra time', async () => {
    const live = feedMatch('cup', {
      status: { kind: 'live', minute: 105, halfTime: false },
      score: { home: 2, away: 1 },
      goals: [goal('home', 10), goal('away', 70)],
      goalsComplete: false,
    })
    await app.ingest(BEFORE, feedMatch('cup'))
    await app.ingest(at(120), live)
    await app.ingest(at(140), { ...live, status: { kind: 'finished' }, score: null })
    expect(await app.stored('cup')).toMatchObject({ status: 'finished', decision: null, resultVersion: 0 })
  })

  it('[SETL-30] a match stores its participants, so a Goalscorer bet on a player without a goal loses', async () => {
    await app.ingest(BEFORE, feedMatch('scorers', { players: [{ id: '9', name: 'A. Player', side: 'home' }] }))
    await app.ingest(
      at(100),
      feedMatch('scorers', {
        status: { kind: 'finished' },
        score: { home: 0, away: 0 },
        halfTime: { home: 0, away: 0 },
        participants: ['9', '10'],
      }),
    )
    expect(await app.stored('scorers')).toMatchObject({
      decision: { kind: 'result', result: { participants: ['9', '10'] } },
    })
  })
})

describe('an invalid feed report', () => {
  it.each([
    ['odds of 1.00', { home: 1.001, draw: 15, away: 30 }],
    ['odds above every limit', { home: 1e12, draw: 3, away: 1.4 }],
    ['odds that are not numbers', { home: Number.NaN, draw: 3, away: 1.4 }],
    ['odds without a decimal point', { home: 185, draw: 3.4, away: 4.3 }],
    ['odds with an impossible margin', { home: 1.02, draw: 3.4, away: 4.3 }],
    ['no draw odds', { home: 1.85, draw: null, away: 4.3 }],
  ])('[MKT-40] a match with %s gets no prices, and other matches are not affected', async (name, odds) => {
    await app.catalogue.feed.ingest(
      [feedMatch(name), feedMatch(`beside ${name}`)],
      new Map([
        [name, odds],
        [`beside ${name}`, ODDS],
      ]),
      BEFORE,
    )
    expect((await app.stored(name)).model).toBeNull()
    expect((await app.stored(`beside ${name}`)).model).not.toBeNull()
  })

  it('[MKT-33] an invalid totals line is not used to fit the score model', async () => {
    const odds = { home: 1.85, draw: 3.4, away: 4.3 }
    const lines = [{ over25: 19, under25: 1.95 }, { over25: 1.05, under25: 1.95 }, {}]
    const names = lines.map((_, at) => `line ${at}`)
    await app.catalogue.feed.ingest(
      names.map((name) => feedMatch(name)),
      new Map(lines.map((line, at) => [`line ${at}`, { ...odds, ...line }])),
      BEFORE,
    )
    const [none, ...others] = (await Promise.all(names.map((name) => app.stored(name)))).toReversed()
    for (const game of others) expect(game).toMatchObject({ over25Odds: null, model: none?.model })
  })

  it('[SETL-06] [MKT-42] [D54] a feed report that swaps home and away holds the game, so a bet on one team is never settled by the other team’s result', async () => {
    const match = feedMatch('turned')
    const round = { ...match, homeTeam: 'KCCA', awayTeam: 'Vipers' }
    await app.ingest(BEFORE, match)
    const before = await app.stored('turned')
    await app.ingest(at(-60), round)
    const held = await app.stored('turned')
    expect(held).toMatchObject({ held: true, homeTeam: 'Vipers SC', awayTeam: 'KCCA FC', model: before.model })
    expect(isOpen(held, at(-60))).toBe(false)
    // Staff is notified at once, not at kick-off, because existing bets wait and new bets are refused.
    const toDecide = (await gamesToDecide(app.kernel.db, [], at(-60))).map(({ feedMatchId }) => feedMatchId)
    expect(toDecide).toContain('turned')
    await app.ingest(at(115), { ...round, status: { kind: 'finished' }, score: { home: 1, away: 0 } })
    expect(await app.stored('turned')).toMatchObject({ held: true, resultVersion: 0 })
    const ended = { status: { kind: 'finished' }, score: { home: 0, away: 1 }, goals: [goal('away', 60)] } as const
    await app.ingest(at(116), { ...match, ...ended })
    expect(await app.stored('turned')).toMatchObject({ held: false, winner: 'away', resultVersion: 1 })
    await app.ingest(at(117), { ...round, ...ended, score: { home: 1, away: 0 }, goals: [goal('home', 60)] })
    expect(await app.stored('turned')).toMatchObject({ winner: 'away', resultVersion: 1 })
  })

  it.each([
    ['spells the other team differently', { homeTeam: 'Kampala CCA', awayTeam: 'Vipers' }],
    ['replaces the other team', { homeTeam: 'KCCA', awayTeam: 'Express' }],
  ])(
    '[SETL-06] [MKT-42] a feed report that moves one team to the other side and %s holds the game for review',
    async (name, teams) => {
      await app.ingest(BEFORE, feedMatch(name))
      await app.ingest(at(-60), feedMatch(name, teams))
      expect(await app.stored(name)).toMatchObject({ held: true, homeTeam: 'Vipers SC', awayTeam: 'KCCA FC' })
    },
  )

  it('[SETL-06] [MKT-42] a feed report that ends a game before its start holds the game and notifies staff, until the game is upcoming again', async () => {
    const ended = { status: { kind: 'finished' }, score: { home: 1, away: 0 }, goals: [goal('home', 60)] } as const
    await app.ingest(BEFORE, feedMatch('ahead'))
    await app.ingest(at(-60), feedMatch('ahead', ended))
    const held = await app.stored('ahead')
    expect(held).toMatchObject({ held: true, status: 'upcoming', resultVersion: 0, decision: null })
    expect(isOpen(held, at(-60))).toBe(false)
    const toDecide = (await gamesToDecide(app.kernel.db, [], at(-60))).map(({ feedMatchId }) => feedMatchId)
    expect(toDecide).toContain('ahead')
    await app.ingest(at(-50), feedMatch('ahead'))
    expect(isOpen(await app.stored('ahead'), at(-50))).toBe(true)
    await app.ingest(at(115), feedMatch('ahead', ended))
    expect(await app.stored('ahead')).toMatchObject({ held: false, winner: 'home', resultVersion: 1 })
  })

  it('[SETL-06] [MKT-42] a feed report that reuses an id for other teams holds the game, but a new spelling of a team does not', async () => {
    const match = feedMatch('reused', { teamIds: { home: '11', away: '12' } })
    await app.ingest(BEFORE, match)
    const [spelt, numbered] = [{ homeTeam: 'Vipers Kitende' }, { teamIds: { home: '911', away: '12' } }]
    await app.ingest(at(-70), { ...match, ...spelt })
    expect(await app.stored('reused')).toMatchObject({ held: false, homeTeam: 'Vipers Kitende' })
    await app.ingest(at(-69), { ...match, ...spelt, ...numbered })
    expect(await app.stored('reused')).toMatchObject({ held: false, feedTeamIds: { home: '911', away: '12' } })

    const other = { ...match, ...numbered, homeTeam: 'Express FC', teamIds: { home: '21', away: '12' } }
    await app.ingest(at(-60), other)
    const held = await app.stored('reused')
    expect(held).toMatchObject({ held: true, homeTeam: 'Vipers Kitende', feedTeamIds: { home: '911', away: '12' } })
    expect(isOpen(held, at(-60))).toBe(false)
    await app.ingest(at(115), { ...other, status: { kind: 'finished' }, score: { home: 1, away: 0 } })
    expect(await app.stored('reused')).toMatchObject({ held: true, resultVersion: 0 })
    await app.ingest(at(116), {
      ...match,
      ...spelt,
      ...numbered,
      status: { kind: 'finished' },
      score: { home: 0, away: 0 },
    })
    expect(await app.stored('reused')).toMatchObject({ held: false, winner: 'draw', resultVersion: 1 })
  })

  it('[MKT-42] a feed report that replaces one team holds the game, even after its odds were withdrawn, because the game may have bets', async () => {
    const match = feedMatch('quoted once', { teamIds: { home: '11', away: '12' } })
    await app.ingest(BEFORE, match)
    const { id } = await app.stored('quoted once')
    const none = { homeOdds: null, drawOdds: null, awayOdds: null, over25Odds: null, under25Odds: null }
    await app.kernel.db.transaction((tx) => app.catalogue.manualGames.change(tx, id, none, at(-70)))
    const other = { ...match, homeTeam: 'Express FC', teamIds: { home: '21', away: '12' } }
    await app.catalogue.feed.ingest([other], new Map(), at(-60))
    expect(await app.stored('quoted once')).toMatchObject({ held: true, homeTeam: 'Vipers SC' })
  })

  it('[MKT-42] a feed report updates the teams of a match without odds', async () => {
    const semi = feedMatch('final', {
      homeTeam: 'Winner 1',
      awayTeam: 'Winner 2',
      teamIds: { home: '901', away: '902' },
    })
    await app.catalogue.feed.ingest([semi], new Map(), BEFORE)
    await app.ingest(at(-60), feedMatch('final', { teamIds: { home: '11', away: '12' } }))
    expect(await app.stored('final')).toMatchObject({ held: false, homeTeam: 'Vipers SC', homeOdds: 185 })
  })

  it('[SETL-40] a match with swapped teams is offered as a new game once staff has cancelled the first game', async () => {
    await app.ingest(BEFORE, feedMatch('elsewhere'))
    const { id } = await app.stored('elsewhere')
    const round = feedMatch('elsewhere', { homeTeam: 'KCCA FC', awayTeam: 'Vipers SC' })
    await app.ingest(at(-60), round)
    const entry = { actorId: newId(), note: 'Played in Lugogo' }
    const cancelled = { kind: 'void', reason: 'CANCELLED' } as const
    await app.kernel.db.transaction((tx) =>
      app.catalogue.results.decide(tx, id, cancelled, entry, { now: () => at(-50) }),
    )
    await app.ingest(at(-45), round)
    const stored = await app.stored('elsewhere')
    expect(stored).toMatchObject({ homeTeam: 'KCCA FC', awayTeam: 'Vipers SC', held: false, status: 'upcoming' })
    expect(stored.id).not.toBe(id)
  })

  it.each([
    ['an extremely long name', { homeTeam: 'Vipers '.repeat(20_000) }],
    ['more goals than minutes', { goals: Array.from({ length: 20_000 }, () => goal('home', 7)) }],
    [
      'a line-up of thousands',
      { players: Array.from({ length: 5_000 }, (_, at) => ({ id: `${at}`, name: 'A', side: 'home' as const })) },
    ],
  ])('[OPS-06] a feed report is imported without a match that has %s', async (name, match) => {
    await app.ingest(BEFORE, feedMatch(name, match), feedMatch(`beside ${name}`))
    const shown = (await app.catalogue.games.open(at(DAY_MINUTES))).map(({ feedMatchId }) => feedMatchId)
    expect(shown).toContain(`beside ${name}`)
    expect(shown).not.toContain(name)
  })

  it('a feed report is processed without the rows that the database cannot store', async () => {
    const bad = feedMatch('nul', { homeTeam: 'A\u0000B', raw: { text: '\u0000' } })
    await app.ingest(BEFORE, feedMatch('before nul'), bad, feedMatch('after nul'))
    expect((await app.stored('before nul')).startTime).toEqual(START)
    expect((await app.stored('after nul')).startTime).toEqual(START)
  })
})

describe('an implausible state', () => {
  const live = { status: { kind: 'live', minute: 3, halfTime: false }, score: { home: 0, away: 0 } } as const

  it.each([
    ['live', live],
    ['at half time', { ...live, status: { kind: 'live', minute: 45, halfTime: true } }],
    ['abandoned', { status: { kind: 'abandoned' } }],
  ] as const)(
    '[MKT-42] a game reported as %s two hours before its start is held, and opens again afterwards',
    async (state, report) => {
      const name = `early-${state}`
      await app.ingest(BEFORE, feedMatch(name))
      await app.ingest(at(-120), feedMatch(name, report))
      const held = await app.stored(name)
      expect(held).toMatchObject({ held: true, status: 'upcoming', firstLiveAt: null, resultVersion: 0 })
      expect(isOpen(held, at(-120))).toBe(false)
      expect(await toDecide(at(-120))).toContain(name)
      await app.ingest(at(-110), feedMatch(name))
      expect(isOpen(await app.stored(name), at(-110))).toBe(true)
    },
  )

  it('[LIVE-13] a kick-off that the feed moves some minutes earlier is accepted', async () => {
    await app.ingest(BEFORE, feedMatch('forward'))
    await app.ingest(at(-10), feedMatch('forward', live))
    expect(await app.stored('forward')).toMatchObject({ held: false, status: 'live', firstLiveAt: at(-10) })
  })

  it('[MKT-42] a live game that the feed reports as upcoming again is held until the feed reports it as live', async () => {
    await app.ingest(BEFORE, feedMatch('back'))
    await app.ingest(at(3), feedMatch('back', live))
    await app.ingest(at(4), feedMatch('back', { startsAt: at(60) }))
    expect(await app.stored('back')).toMatchObject({ held: true, status: 'live', startTime: at(0) })
    await app.ingest(at(5), feedMatch('back', live))
    expect(await app.stored('back')).toMatchObject({ held: false, status: 'live' })
  })

  it.each([
    ['score', { score: { home: 1, away: 0 } }],
    ['score of 0–0', { score: { home: 0, away: 0 } }],
    ['half-time score', { halfTime: { home: 0, away: 0 } }],
    ['goal', { goals: [goal('home', 9)] }],
  ])('[MKT-42] [SETL-40] a void match that the feed lists again with a %s is held', async (fact, played) => {
    const name = `again-${fact}`
    await app.ingest(BEFORE, feedMatch(name))
    await app.ingest(at(-60), feedMatch(name, { status: { kind: 'cancelled' } }))
    await app.ingest(at(-50), feedMatch(name, { startsAt: at(600), ...played }))
    const again = await app.stored(name)
    expect(again).toMatchObject({ held: true, status: 'upcoming', decision: null })
    expect(isOpen(again, at(-50))).toBe(false)
    await app.ingest(at(-40), feedMatch(name, { startsAt: at(600) }))
    expect(isOpen(await app.stored(name), at(-40))).toBe(true)
  })

  it('[SETL-06] [SETL-40] a game that is still held, or has a contradictory result, a day after its start becomes void', async () => {
    const finished = { status: { kind: 'finished' }, score: { home: 2, away: 0 }, goals: [goal('home', 9)] } as const
    await app.ingest(BEFORE, feedMatch('contradictory'), feedMatch('undocumented'))
    await app.ingest(at(120), feedMatch('contradictory', finished))
    await app.ingest(at(120), feedMatch('undocumented', { status: { kind: 'held', text: 'Awarded' } }))
    app.clock.set(at(23 * 60))
    await app.catalogue.clock.run()
    for (const name of ['contradictory', 'undocumented']) expect((await app.stored(name)).decision).toBeNull()
    app.clock.set(at(24 * 60 + 1))
    await app.catalogue.clock.run()
    for (const name of ['contradictory', 'undocumented'])
      expect((await app.stored(name)).decision).toEqual({ kind: 'void', reason: 'NO_RESULT_IN_TIME' })
  })

  const toDecide = async (now: Date) =>
    (await gamesToDecide(app.kernel.db, [], now)).map(({ feedMatchId }) => feedMatchId)
})

describe('matches that create no games', () => {
  const countedBy = async (reason: string) =>
    Number(
      new RegExp(`feed_matches_dropped{reason="${reason}"} (\\d+)`).exec(await app.kernel.metrics.text())?.[1] ?? 0,
    )
  const gamesNamed = async (homeTeam: string) =>
    (await app.kernel.db.query('select from games where home_team = $1', [homeTeam])).length

  it('skipped feed matches are counted by reason, such as a name or list that is too long', async () => {
    const [texts, lists] = [await countedBy('long text'), await countedBy('long list')]
    await app.ingest(BEFORE, feedMatch('long-name', { homeTeam: LONG }))
    await app.ingest(BEFORE, feedMatch('long-list', { participants: Array.from({ length: 201 }, String) }))
    expect([await countedBy('long text'), await countedBy('long list')]).toEqual([texts + 1, lists + 1])
  })

  it('[BETX-08] a match listed again under another id creates no second game, in the same response or later', async () => {
    const copy = (matchId: string, homeTeam = 'Twin FC') =>
      feedMatch(matchId, { league: 'Twins', homeTeam, awayTeam: 'Other' })
    await app.ingest(BEFORE, copy('twin-1'), copy('twin-2', 'TWIN'))
    await app.ingest(at(-100), copy('twin-3'), copy('twin-1'))
    expect(await gamesNamed('Twin FC')).toBe(1)
    expect(await countedBy('duplicate')).toBe(2)
    expect((await app.catalogue.feed.skippedMatches(BEFORE)).filter(({ league }) => league === 'Twins')).toMatchObject([
      { matchId: 'twin-2', reason: 'duplicate', name: 'TWIN vs Other' },
      { matchId: 'twin-3', reason: 'duplicate' },
    ])
    expect((await app.stored('twin-1')).homeTeam).toBe('Twin FC')
  })

  const reasonsAt = async (now: Date, ...matchIds: string[]) => {
    const skipped = await app.catalogue.feed.skippedMatches(now)
    return matchIds.map((id) => skipped.find(({ matchId }) => matchId === id)?.reason)
  }

  it('skipped feed matches are shown to staff until half an hour after the feed’s last report', async () => {
    const [solved, lasting] = [feedMatch('solved', { homeTeam: LONG }), feedMatch('lasting', { homeTeam: LONG })]
    await app.ingest(BEFORE, solved, lasting)
    expect(await reasonsAt(BEFORE, 'solved', 'lasting')).toEqual(['long text', 'long text'])
    for (let minutes = 5; minutes <= 60; minutes += 5)
      await app.ingest(at(-180 + minutes), feedMatch('solved'), lasting)
    expect(await reasonsAt(at(-120), 'solved', 'lasting')).toEqual([undefined, 'long text'])
    expect(await reasonsAt(at(-75), 'lasting')).toEqual([undefined])
  })

  it('an update that was not applied to an existing game is shown to staff as ignored', async () => {
    await app.ingest(BEFORE, feedMatch('grown'))
    await app.ingest(at(-170), feedMatch('grown', { homeTeam: LONG }))
    expect(await reasonsAt(at(-170), 'grown')).toEqual(['existing game'])
  })

  it('two skipped matches whose ids start with the same 200 characters are shown to staff as one entry', async () => {
    await app.ingest(BEFORE, feedMatch(`${LONG}1`), feedMatch(`${LONG}2`))
    expect(await reasonsAt(BEFORE, LONG.slice(0, 200))).toEqual(['long text'])
  })

  it('an error while storing skipped matches for staff does not stop the import of other matches', async () => {
    await app.asOwner(`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'locked' using errcode = '55P03'; end $$`)
    await app.asOwner('create trigger refuse before insert on feed_skips for each row execute function refuse()')
    await app.ingest(BEFORE, feedMatch('unlisted', { homeTeam: LONG }), feedMatch('beside unlisted'))
    await app.asOwner('drop function refuse cascade')
    expect((await app.stored('beside unlisted')).startTime).toEqual(START)
  })

  it('[BETX-08] a match that the feed lists under a new id keeps its game and bets', async () => {
    const match = (matchId: string) =>
      feedMatch(matchId, { league: 'Twins', homeTeam: 'Renumbered', awayTeam: 'Other' })
    await app.ingest(BEFORE, match('old-id'))
    const { id } = await app.stored('old-id')
    await app.ingest(at(-100), match('new-id'))
    expect(await app.stored('new-id')).toMatchObject({ id })
    expect(await gamesNamed('Renumbered')).toBe(1)
  })
})
