import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startFootballFeed } from '@mupiira/simulators/football-feed/start.ts'
import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import { createApifootball } from './apifootball.ts'
import { createApifootballFacts, readStatistics } from './apifootball-facts.ts'

describe('statistics of the feed', () => {
  it.each([
    ['nothing', undefined, {}],
    [
      'nonsense',
      ['x', { type: 'Corners' }, { type: 'Fouls', home: '-', away: '3' }, { type: 'Offsides', home: 1, away: 2 }],
      {},
    ],
    [
      'percentages, texts and numbers',
      [
        { type: 'Ball Possession', home: '58%', away: '42%' },
        { type: 'Shots Total', home: 9, away: '4' },
        { type: 'Yellow Cards', home: '0', away: '2' },
      ],
      { possession: { home: 58, away: 42 }, shots: { home: 9, away: 4 }, yellowCards: { home: 0, away: 2 } },
    ],
  ])('[LIVE-37] the feed statistics "$0" are parsed as $2', (_name, list, statistics) => {
    expect(readStatistics(list)).toEqual(statistics)
  })
})

describe('match details of the simulated feed', () => {
  let feed: Awaited<ReturnType<typeof startFootballFeed>>
  beforeAll(async () => void (feed = await startFootballFeed({ port: 0 })))
  afterAll(() => feed.close())

  it('[LIVE-39] [LIVE-40] the simulated feed’s details of a live match include statistics, line-ups, earlier games and the league table', async () => {
    const live = await createApifootball({ url: feed.url, key: feed.apiKey }).liveGames(new Date())
    // A cup has no league table.
    const match = live.ok ? live.value.find(({ knockOut }) => !knockOut) : undefined
    if (match === undefined) throw new Error('no league match is live')
    const facts = createApifootballFacts({ url: feed.url, key: feed.apiKey })
    const [statistics, lineups, meetings, standings] = await Promise.all([
      facts.statistics(match.matchId),
      facts.lineups(match.matchId),
      facts.meetings(match),
      facts.standings(match),
    ])
    if (!statistics.ok || !lineups.ok || !meetings.ok || !standings.ok) throw new Error('the feed had no answer')
    expect(Object.keys(statistics.value).toSorted()).toEqual([
      'corners',
      'fouls',
      'possession',
      'redCards',
      'shots',
      'yellowCards',
    ])
    expect(lineups.value.home?.starting).toHaveLength(11)
    expect(lineups.value.away?.coach).toEqual(expect.any(String))
    const inOneOf = [...meetings.value.home, ...meetings.value.away]
    expect(inOneOf.length).toBeGreaterThan(0)
    for (const played of inOneOf) expect(Date.parse(played.startTime)).toBeLessThan(Date.now())
    expect(standings.value.map(({ position }) => position)).toEqual(standings.value.map((_, at) => at + 1))
    expect(standings.value.map(({ team }) => team)).toEqual(expect.arrayContaining([match.homeTeam, match.awayTeam]))
    for (const { played, won, drawn, lost, points } of standings.value) {
      expect([played, points]).toEqual([won + drawn + lost, won * 3 + drawn])
    }
  })

  it('[LIVE-40] the request for standings finds the match by a date range of two days, as the feed’s documentation requires', async () => {
    const received: URLSearchParams[] = []
    const server = createServer((request, response) => {
      received.push(new URL(request.url ?? '', 'http://feed').searchParams)
      response.end('[{"match_id":"17","league_id":"3"}]')
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const { port } = server.address() as AddressInfo
    const facts = createApifootballFacts({ url: `http://127.0.0.1:${port}/`, key: 'k' })
    await facts.standings({ matchId: '17', startsAt: new Date('2026-12-31T22:30:00Z') })
    server.close()
    expect(received.map((query) => query.get('action'))).toEqual(['get_events', 'get_standings'])
    expect(['match_id', 'from', 'to', 'timezone'].map((field) => received[0]?.get(field))).toEqual([
      '17',
      '2026-12-30',
      '2027-01-01',
      'UTC',
    ])
  })

  it('[OPS-06] reading match details fails when the feed returns no data or an invalid response', async () => {
    const facts = createApifootballFacts({ url: feed.url, key: feed.apiKey })
    const unknown = String(Date.now() + DAY_MS)
    expect(await facts.lineups(unknown)).toEqual({ ok: false, error: 'REFUSED' })
    expect(await facts.standings({ matchId: unknown, startsAt: new Date() })).toMatchObject({ ok: false })
    const unreachable = createApifootballFacts({ url: 'http://127.0.0.1:1/', key: 'k' })
    expect(await unreachable.statistics('1')).toEqual({ ok: false, error: 'UNREACHABLE' })
  })
})
