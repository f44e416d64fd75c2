import { afterEach, describe, expect, it } from 'vitest'
import { NOON } from '@mupiira/simulators/football-feed/test-feed.ts'
import { DAY_MS, MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import type { FeedGame } from '../../modules/catalogue/ports.ts'
import { createApiFootball } from './api-football.ts'
import {
  startCedarElmMatch,
  closeSimulators,
  FEEDS,
  AFTER_FULL_TIME,
  FEED_TIMEOUT_MS,
  simulate,
  type MatchSetup,
} from './test-feeds.ts'

afterEach(closeSimulators)

/**
 * The fields that must be equal in the reports of both feeds. The others are omitted: line-ups come from other
 * endpoints, cards are unknown before kick-off, only apifootball reports player records, and each feed reports
 * penalties, reviews and alerts in its own way.
 */
const full = (game: FeedGame | undefined): Partial<FeedGame> | null => {
  if (game === undefined) return null
  const {
    matchId: _id,
    raw: _raw,
    players: _players,
    participants: _participants,
    incidents: _incidents,
    alerts: _alerts,
    isStopped: _isStopped,
    ageMs: _ageMs,
    records: _records,
    redCards,
    ...rest
  } = game
  const hasBegun = !['upcoming', 'postponed', 'cancelled'].includes(game.status.kind)
  return { ...rest, ...(hasBegun ? { redCards } : {}) }
}

const CASES: readonly (readonly [string, (world: MatchSetup) => void, Partial<FeedGame> | null])[] = [
  ['[LIVE-12] before the kick-off', () => undefined, { status: { kind: 'upcoming' }, score: null, goals: [] }],
  [
    '[LIVE-12] in the first half',
    ({ atMinute }) => atMinute(20.5),
    { status: { kind: 'live', minute: 20, halfTime: false }, halfTime: null },
  ],
  [
    '[LIVE-12] at half-time',
    ({ atMinute }) => atMinute(50),
    { status: { kind: 'live', minute: 45, halfTime: true }, halfTime: { home: 1, away: 0 } },
  ],
  [
    '[LIVE-25] in the stoppage time of the second half, shown as 90+',
    ({ atMinute }) => atMinute(105),
    { status: { kind: 'live', minute: 91, halfTime: false } },
  ],
  [
    '[SETL-06] after full time',
    ({ atMinute }) => atMinute(AFTER_FULL_TIME),
    { status: { kind: 'finished' }, score: { home: 5, away: 1 }, halfTime: { home: 1, away: 0 }, goalsComplete: true },
  ],
  [
    '[DATA-12] when a goal is awarded and then disallowed',
    ({ atMinute, order }) => {
      atMinute(AFTER_FULL_TIME)
      order({ action: 'take-back-goal' })
      order({ action: 'take-back-goal' })
    },
    {
      score: expect.toSatisfy((score: FeedGame['score']) => (score?.home ?? 9) + (score?.away ?? 9) === 4) as never,
      goalsComplete: true,
    },
  ],
  [
    '[SETL-06] when the reported score contradicts the goals',
    ({ atMinute, order }) => {
      atMinute(AFTER_FULL_TIME)
      order({ action: 'correct', home: 4, away: 4, halfTimeHome: 1, halfTimeAway: 0 })
    },
    { score: { home: 4, away: 4 }, goalsComplete: false },
  ],
  [
    '[SETL-06] [D54] after extra time: the score of 90 minutes',
    ({ atMinute, order }) => {
      order({ action: 'extra-time', extraHome: 1, extraAway: 0 })
      atMinute(AFTER_FULL_TIME)
    },
    { status: { kind: 'finished' }, score: { home: 5, away: 1 }, qualifier: null },
  ],
  [
    '[SETL-06] [D54] after a penalty shoot-out',
    ({ atMinute, order }) => {
      order({ action: 'extra-time', penaltyHome: 3, penaltyAway: 4 })
      atMinute(AFTER_FULL_TIME)
    },
    { status: { kind: 'finished' }, score: { home: 5, away: 1 } },
  ],
  ['[SETL-40] when it is postponed', ({ order }) => order({ action: 'postpone' }), { status: { kind: 'postponed' } }],
  ['[SETL-40] when it is cancelled', ({ order }) => order({ action: 'cancel' }), { status: { kind: 'cancelled' } }],
  [
    '[SETL-40] when it is abandoned',
    ({ atMinute, order }) => {
      atMinute(30)
      order({ action: 'abandon' })
    },
    { status: { kind: 'abandoned' } },
  ],
  ...['Awarded', 'Suspended', 'Interrupted', 'Delayed', 'Crowd trouble'].map(
    (status) =>
      [
        `[LIVE-12] as held when its status is ${status}`,
        ({ atMinute, order }: MatchSetup) => {
          atMinute(30)
          order({ action: 'status', status })
        },
        { status: { kind: 'held', text: expect.any(String) as string } },
      ] as const,
  ),
  [
    '[SETL-40] when it is rescheduled',
    ({ order, match }) => order({ action: 'move', kickoff: new Date(match.kickoffMs + 2 * 3_600_000).toISOString() }),
    { status: { kind: 'upcoming' } },
  ],
  [
    '[TICK-42] when players are sent off',
    ({ atMinute, order }) => {
      atMinute(20)
      order({ action: 'card', side: 'away', card: 'red card' })
      order({ action: 'card', side: 'home', card: 'yellow card' })
    },
    { redCards: expect.objectContaining({ away: 1 }) as never },
  ],
  ['when no response contains the match', ({ order }) => order({ action: 'hide' }), null],
]

describe.each(FEEDS)('$name reports a match', ({ feed, idOf, name }) => {
  it.each(CASES)('the feed adapter parses a match: %s', async (_title, happen, expected) => {
    const world = await startCedarElmMatch()
    happen(world)
    const now = () => world.clock.now()
    const adapter = feed(world.simulator, now)
    const response = await adapter.games(new Date(now() - DAY_MS), new Date(now() + 2 * DAY_MS))
    if (!response.ok) throw new Error(`${name} had no answer: ${response.error}`)
    const game = response.value.find(({ homeTeam }) => homeTeam === 'Cedar')
    if (expected === null) return expect(game).toBeUndefined()
    expect(game).toMatchObject({
      homeTeam: 'Cedar',
      awayTeam: 'Elm',
      league: 'Premier League',
      country: 'England',
      knockOut: false,
      ...expected,
    })
    expect(game === undefined ? '' : idOf(game.matchId)).toBe(world.match.id)
    expect(game?.matchId).toBe(`${adapter.idPrefix}${world.match.id}`)
    const byId = await adapter.matches([game?.matchId ?? ''], new Date(now()))
    expect(byId.ok && full(byId.value.find(({ matchId }) => matchId === game?.matchId))).toEqual(full(game))
  })

  it.each([
    ['an HTML page', 'html', 'NOT_JSON'],
    ['an error with HTTP 200', 'error-object', 'REFUSED'],
    ['a server error', 'http-500', 'REFUSED'],
    ['a truncated response', 'truncated', 'NOT_JSON'],
    ['no response', 'silence', 'UNREACHABLE'],
  ])('[OPS-06] a feed request that receives %s fails, and the feed recovers afterwards', async (_case, mode, error) => {
    const { simulator, clock } = await startCedarElmMatch()
    const now = () => clock.now()
    const adapter = feed(simulator, now, mode === 'silence' ? 500 : FEED_TIMEOUT_MS)
    const outcomes = async () => {
      const [from, to] = [new Date(now() - DAY_MS), new Date(now() + DAY_MS)]
      const [games, odds, live] = [
        await adapter.games(from, to),
        await adapter.odds(from, to),
        await adapter.liveGames(from),
      ]
      return [games, odds, live].map((response) => (response.ok ? 'ok' : response.error))
    }
    simulator.control({ action: 'faults', mode })
    expect(await outcomes()).toEqual([error, error, error])
    simulator.control({ action: 'faults' })
    expect((await outcomes()).slice(0, 2)).toEqual(['ok', 'ok'])
  })

  it('[OPS-06] the feed adapter reports a rejected API key', async () => {
    const { simulator } = await simulate()
    const adapter = feed({ url: simulator.url, apiKey: 'wrong' }, () => NOON)
    expect(await adapter.liveGames(new Date(NOON))).toEqual({ ok: false, error: 'REFUSED' })
  })

  it('[MKT-40] the feed adapter returns the median of five bookmakers’ odds, and no odds for a match without quotes', async () => {
    const world = await startCedarElmMatch()
    const adapter = async () => {
      const adapter = feed(world.simulator, () => world.clock.now())
      const response = await adapter.odds(new Date(NOON), new Date(NOON + DAY_MS))
      return response.ok
        ? new Map([...response.value.quotes].map(([id, { scorers: _scorers, ...odds }]) => [idOf(id), odds]))
        : new Map()
    }
    expect((await adapter()).get(world.match.id)).toEqual({
      home: 1.64,
      draw: 4.2,
      away: 5.23,
      over25: 1.66,
      under25: 2.25,
      quotedAt: new Date('2026-11-21T12:00:00Z'),
    })
    world.order({ action: 'odds' })
    const without = await adapter()
    expect([without.size, without.has(world.match.id)]).toEqual([1, false])
  })
})

describe('both feeds', () => {
  it('[DATA-16] both feed adapters report the same matches and odds for the same simulated season', async () => {
    const { simulator, clock } = await simulate()
    const now = () => clock.now()
    const [from, to] = [new Date(NOON - DAY_MS), new Date(NOON + 7 * DAY_MS)]
    const [one, other] = await Promise.all(
      FEEDS.map(async ({ feed, idOf }) => {
        const adapter = feed(simulator, now)
        const [games, odds, live] = await Promise.all([
          adapter.games(from, to),
          adapter.odds(from, to),
          adapter.liveGames(new Date(NOON)),
        ])
        if (!games.ok || !odds.ok || !live.ok) throw new Error('a feed had no answer')
        return {
          games: new Map(games.value.map((game) => [idOf(game.matchId), full(game)])),
          live: new Map(live.value.map((game) => [idOf(game.matchId), full(game)])),
          odds: new Map([...odds.value.quotes].map(([id, { scorers: _scorers, ...each }]) => [idOf(id), each])),
          scorers: [...odds.value.quotes.values()].filter(({ scorers }) => scorers !== undefined).length,
        }
      }),
    )
    expect(one?.live.size).toBeGreaterThanOrEqual(6)
    expect(other?.live).toEqual(one?.live)
    expect(other?.odds).toEqual(one?.odds)
    // Only API-Football has scorer odds, and only for matches with line-ups.
    expect(one?.scorers).toBe(0)
    expect(other?.scorers).toBeGreaterThanOrEqual(24)
    // API-Football returns the details of at most two hundred finished matches per request for the week.
    expect(other?.games.size).toBeGreaterThan(300)
    for (const [id, game] of other?.games ?? []) expect([id, game]).toEqual([id, one?.games.get(id)])
    expect(
      [...(one?.games ?? [])].filter(([id, game]) => game?.status?.kind === 'upcoming' && !other?.games.has(id)),
    ).toEqual([])
  })

  it('[SETL-33] both feed adapters list cup finals, and name the winner of each finished final', async () => {
    const { simulator, clock } = await simulate()
    // By this time two finals are over; one of them ended in a draw.
    clock.set(Date.parse('2026-11-20T17:00:00Z'))
    const season = await fetch(`${simulator.url}/season.json?from=2026-11-20T12:00:00Z&to=2026-11-20T16:00:00Z`)
    const played = (await season.json()) as { id: string; league: string }[]
    const ids = played.filter(({ league }) => league === 'Peace Cup' || league === 'Supercopa').map(({ id }) => id)
    expect(ids).toHaveLength(2)
    for (const { feed } of FEEDS) {
      const source = feed(simulator, () => clock.now())
      const now = new Date(clock.now())
      const listed = await source.games(now, new Date(clock.now() + DAY_MS))
      const found = await source.matches(
        ids.map((id) => `${source.idPrefix}${id}`),
        now,
      )
      if (!listed.ok || !found.ok) throw new Error('a feed had no answer')
      const isUpcomingFinal = ({ knockOut, status }: FeedGame): boolean => knockOut && status.kind === 'upcoming'
      expect(listed.value.filter(isUpcomingFinal)).toHaveLength(2)
      const finals = found.value.filter(({ matchId }) => ids.some((id) => matchId === `${source.idPrefix}${id}`))
      expect(finals.map(({ knockOut, status }) => [knockOut, status.kind])).toEqual([
        [true, 'finished'],
        [true, 'finished'],
      ])
      expect(finals.filter(({ score }) => score?.home === score?.away)).toHaveLength(1)
      expect(finals.filter(({ qualifier }) => qualifier === null)).toEqual([])
    }
  })

  it('[LIVE-39] [LIVE-40] both feed adapters return the same statistics, line-ups and table for a match', async () => {
    const { simulator, clock } = await simulate()
    const response = await Promise.all(
      FEEDS.map(async ({ feed, facts }) => {
        const live = await feed(simulator, () => clock.now()).liveGames(new Date(NOON))
        const match = live.ok ? live.value.at(3) : undefined
        if (match === undefined) throw new Error('no match is live')
        const known = facts(simulator)
        const own = [
          await known.statistics(match.matchId),
          await known.lineups(match.matchId),
          await known.standings(match),
          await known.meetings(match),
        ]
        const others = await known.statistics(match.matchId.includes(':') ? '17' : 'api-football:17')
        return { own, others }
      }),
    )
    expect(response[1]).toEqual(response[0])
    expect(response[0]?.own.map(({ ok }) => ok)).toEqual([true, true, true, true])
    expect(response[0]?.others).toEqual({ ok: false, error: 'REFUSED' })
  })

  it('[MKT-40] [OPS-06] the API-Football adapter drops odds that the feed no longer reports', async () => {
    const { simulator, clock } = await simulate()
    const feed = createApiFootball({
      url: `${simulator.url}/api-football`,
      key: simulator.apiKey,
      timeoutMs: FEED_TIMEOUT_MS,
      clock: { now: () => new Date(clock.now()) },
    })
    const week = () => feed.odds(new Date(clock.now() - DAY_MS), new Date(clock.now() + 7 * DAY_MS))
    expect(await week()).toMatchObject({ ok: true })
    simulator.control({ action: 'faults', mode: 'html', only: 'odds' })
    clock.pass(29 * MINUTE_MS)
    // The next request is due after 30 minutes, so this call returns the cached odds.
    expect(await week()).toMatchObject({ ok: true })
    clock.pass(MINUTE_MS)
    expect(await week()).toMatchObject({ ok: false })
    clock.pass(240 * MINUTE_MS)
    expect(await week()).toMatchObject({ ok: false })
  })

  it('the API-Football adapter requests line-ups from one hour before kick-off until the feed has published the line-ups, and again for a rescheduled match', async () => {
    const { simulator, clock, match } = await startCedarElmMatch()
    simulator.control({
      action: 'move',
      match_id: match.id,
      kickoff: new Date(clock.now() + 100 * MINUTE_MS).toISOString(),
    })
    let requestCount = 0
    const feed = createApiFootball({
      url: `${simulator.url}/api-football`,
      key: simulator.apiKey,
      quota: { take: () => ++requestCount > 0, observe: () => undefined },
      clock: { now: () => new Date(clock.now()) },
    })
    const starters = async () => {
      requestCount = 0
      const listed = await feed.games(new Date(clock.now()), new Date(clock.now()))
      const game = listed.ok ? listed.value.find(({ homeTeam }) => homeTeam === 'Cedar') : undefined
      return [game?.status.kind, game?.players.length, requestCount]
    }
    expect(await starters()).toEqual(['upcoming', 0, 2])
    clock.pass(70 * MINUTE_MS)
    expect(await starters()).toEqual(['upcoming', 22, 2])
    clock.pass(10 * MINUTE_MS)
    expect(await starters()).toEqual(['upcoming', 0, 1])
    const kickoff = new Date(clock.now() + DAY_MS).toISOString()
    simulator.control({ action: 'move', match_id: match.id, kickoff })
    clock.pass(DAY_MS - 30 * MINUTE_MS)
    expect((await starters()).slice(0, 2)).toEqual(['upcoming', 22])
  })

  it('the API-Football adapter requests the odds of a match again once line-ups are published, until the feed has scorer odds', async () => {
    const { simulator, clock, match } = await startCedarElmMatch()
    const kickoff = new Date(clock.now() + 65 * MINUTE_MS).toISOString()
    simulator.control({ action: 'move', match_id: match.id, kickoff })
    let requestCount = 0
    const feed = createApiFootball({
      url: `${simulator.url}/api-football`,
      key: simulator.apiKey,
      quota: { take: () => ++requestCount > 0, observe: () => undefined },
      clock: { now: () => new Date(clock.now()) },
    })
    /** The number of starters with odds, and the number of requests for odds. */
    const quoted = async () => {
      const now = new Date(clock.now())
      const listed = await feed.games(now, now)
      requestCount = 0
      const odds = await feed.odds(now, now)
      const game = listed.ok ? listed.value.find(({ homeTeam }) => homeTeam === 'Cedar') : undefined
      const quotes = odds.ok && game !== undefined ? odds.value.quotes.get(game.matchId) : undefined
      return [quotes?.scorers?.length, requestCount]
    }
    // The simulator's bookmakers quote scorers once the line-ups are published, and update their odds every ten
    // minutes. The other match has started.
    clock.pass(2 * MINUTE_MS)
    expect(await quoted()).toEqual([undefined, 1])
    clock.pass(4 * MINUTE_MS)
    expect(await quoted()).toEqual([20, 1])
    clock.pass(5 * MINUTE_MS)
    expect(await quoted()).toEqual([20, 0])
    // These odds are newer than the line-ups, so the next request is for the odds of the whole day.
    clock.pass(6 * MINUTE_MS)
    expect(await quoted()).toEqual([20, 1])
    clock.pass(11 * MINUTE_MS)
    expect(await quoted()).toEqual([20, 0])
    clock.pass(11 * MINUTE_MS)
    expect(await quoted()).toEqual([20, 1])
  })

  it('the API-Football adapter requests distant days and finished matches less often, because such matches rarely change', async () => {
    const { simulator, clock } = await simulate()
    let requestCount = 0
    const quota = { take: () => ++requestCount > 0, observe: () => undefined }
    const feed = createApiFootball({
      url: `${simulator.url}/api-football`,
      key: simulator.apiKey,
      quota,
      clock: { now: () => new Date(clock.now()) },
    })
    const week = async () => {
      requestCount = 0
      const [from, to] = [new Date(clock.now() - DAY_MS), new Date(clock.now() + 7 * DAY_MS)]
      await feed.odds(from, to)
      await feed.games(from, to)
      return requestCount
    }
    const first = await week()
    clock.pass(10 * MINUTE_MS)
    const second = await week()
    // Three requests for daily lists, and at most ten for details by id.
    expect(second).toBeLessThanOrEqual(3 + 10)
    expect(second).toBeLessThan(first)
  })
})
