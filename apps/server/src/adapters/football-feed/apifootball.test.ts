import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startFootballFeed } from '@mupiira/simulators/football-feed/start.ts'
import { createApifootball, readEvent, readStatus, rowsOf } from './apifootball.ts'
import { medianOdds } from './apifootball-odds.ts'

describe('a response of the feed', () => {
  it.each([
    ['HTML', '<html><body>rate limit</body></html>', 'NOT_JSON'],
    ['truncated', '[{"match_id":"1"', 'NOT_JSON'],
    ['an error object', '{"error":404,"message":"No event found (please check your plan)!"}', 'REFUSED'],
    ['a list of other rows', '[1,2]', 'MALFORMED'],
    ['nothing', '', 'NOT_JSON'],
  ])(
    '[OPS-06] a feed response with the body "$0" counts as a failed request with the reason $2',
    (_name, text, error) => {
      expect(rowsOf(text)).toEqual({ ok: false, error })
    },
  )
})

it('[OPS-06] a feed request fails if no row of the response is valid, and succeeds for an empty list', async () => {
  let text = ''
  const server = createServer((_request, response) => response.end(text)).listen(0, '127.0.0.1')
  try {
    await once(server, 'listening')
    const feed = createApifootball({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, key: 'k' })
    const now = new Date()
    const responses = async () => [
      await feed.games(now, now),
      await feed.liveGames(now),
      await feed.matches(['1'], now),
    ]
    text = '[{"match_id":"1"},{"no":"match"}]'
    for (const answer of await responses()) expect(answer).toEqual({ ok: false, error: 'MALFORMED' })
    text = '[]'
    for (const answer of await responses()) expect(answer).toMatchObject({ ok: true, value: [] })
  } finally {
    server.close()
  }
})

it('the feed adapter removes characters that the database cannot store', () => {
  expect(rowsOf(String.raw`[{"match_id":"7","name":"A\u0000B \ud83d"}]`)).toEqual({
    ok: true,
    value: [{ match_id: '7', name: 'AB \ufffd' }],
  })
})

describe('a match status of the feed', () => {
  it.each([
    ['', { kind: 'upcoming' }],
    ['72', { kind: 'live', minute: 72, halfTime: false }],
    ["13'", { kind: 'live', minute: 13, halfTime: false }],
    ['45+2', { kind: 'live', minute: 45, halfTime: false }],
    ['90+4', { kind: 'live', minute: 91, halfTime: false }],
    ['Half Time', { kind: 'live', minute: 45, halfTime: true }],
    ['Finished', { kind: 'finished' }],
    ['After Pen.', { kind: 'finished' }],
    ['Postponed', { kind: 'postponed' }],
    ['Awarded', { kind: 'held', text: 'Awarded' }],
    ['Kick-off soon', { kind: 'held', text: 'Kick-off soon' }],
  ])('[LIVE-12] the feed’s match status %j is mapped to %j', (text, status) => {
    expect(readStatus(text)).toEqual(status)
  })
})

describe('a match row of the feed', () => {
  const row = {
    match_id: 7,
    match_date: '2026-11-21',
    match_time: '18:00',
    match_hometeam_name: 'URA FC',
    match_awayteam_name: 'BUL FC',
    match_status: 'After ET',
    match_hometeam_score: '3',
    match_awayteam_score: '2',
    match_hometeam_ft_score: '2',
    match_awayteam_ft_score: '2',
    match_hometeam_halftime_score: '1',
    match_awayteam_halftime_score: '',
    goalscorer: [
      { time: '45+3', home_scorer: 'A', home_scorer_id: '1', away_scorer: '', info: '' },
      { time: '90+2', home_scorer: '', away_scorer: 'B', away_scorer_id: '', info: 'Own goal' },
      { time: '105', home_scorer: 'C', away_scorer: '', info: '' },
      'nonsense',
    ],
  }

  it.each([
    ['missing counts', undefined, null],
    ['no cards', [], { home: 0, away: 0 }],
    [
      'red cards, including a second yellow',
      [
        { home_fault: 'A', away_fault: '', card: 'yellow card' },
        { home_fault: 'A', away_fault: '', card: 'yellow red card' },
        { home_fault: '', away_fault: 'B', card: 'red card' },
        'nonsense',
      ],
      { home: 1, away: 1 },
    ],
  ])('[TICK-42] the red card counts of a match row with $0 are $2', (_title, cards, redCards) => {
    expect(readEvent({ ...row, cards })?.redCards).toEqual(redCards)
  })

  it.each([
    ['neither penalties nor reviews', {}, null],
    ['penalties only', { statistics: [{ type: 'Penalty', home: '1', away: '0' }] }, null],
    [
      'both',
      {
        statistics: [{ type: 'Penalty', home: '1', away: '1' }],
        vars: { home_team: [{ type: 'VAR review' }], away_team: [] },
      },
      3,
    ],
  ])(
    '[TICK-42] the count of penalties and video reviews in a match row that reports $0 is $2',
    (_title, more, incidents) => {
      expect(readEvent({ ...row, ...more })?.incidents).toBe(incidents)
    },
  )

  it('[INP-08] a match row reports its corners as alerts, which are unknown without statistics', () => {
    const statistics = [{ type: 'Corners', home: '4', away: '2' }]
    expect([readEvent({ ...row, statistics })?.alerts, readEvent(row)?.alerts]).toEqual([6, null])
  })

  it('[SETL-06] a match row of the feed gives the score after 90 minutes and the goals of those 90 minutes', () => {
    expect(readEvent(row)).toMatchObject({
      matchId: '7',
      startsAt: new Date('2026-11-21T18:00:00Z'),
      score: { home: 2, away: 2 },
      halfTime: null,
      goals: [
        { team: 'home', minute: 45, ownGoal: false },
        { team: 'away', minute: 90, ownGoal: true, playerId: null },
      ],
      goalsComplete: false,
    })
  })

  it.each(['match_id', 'match_hometeam_name', 'match_date'])('a match row without %s is skipped', (field) => {
    expect(readEvent({ ...row, [field]: '' })).toBeNull()
  })

  it('[SETL-30] the participants of a match row are the starters and the substitutes', () => {
    const eleven = (ids: string[]) => ({
      starting_lineups: ids.map((id) => ({ player_key: id, lineup_player: `P${id}` })),
      substitutes: [{ player_key: '12', lineup_player: 'P12' }],
    })
    const lineup = { home: eleven(['1', '2']), away: eleven(['3']) }
    const substitutions = {
      home: [{ time: '60', substitution: 'P1 | P12', substitution_player_id: '1 | 12' }],
      away: [],
    }
    expect(readEvent({ ...row, lineup, substitutions })?.participants).toEqual(['1', '2', '3', '12'])
    expect(readEvent(row)?.participants).toBeNull()
  })

  it('[SETL-33] a match row of the feed counts as a knock-out match only if a single match decides the tie', () => {
    const round = (name: string) => readEvent({ ...row, match_round: name })?.knockOut
    expect(['Final', 'Semi-finals', 'Quarter-finals', 'Round of 16', '12', ''].map(round)).toEqual([
      true,
      ...Array(5).fill(false),
    ])
  })

  it('the odds of a match row are the median of the bookmakers’ odds above 1.00', () => {
    const quote = (home: unknown): Record<string, unknown> => ({
      match_id: '7',
      odd_1: home,
      odd_x: '3.40',
      odd_2: '4.1',
      odd_date: '2026-11-21 11:30:00',
    })
    expect(medianOdds([quote('1.80'), quote(1.9), quote(''), quote('0.5'), quote('2.00')]).get('7')).toEqual({
      home: 1.9,
      draw: 3.4,
      away: 4.1,
      quotedAt: new Date('2026-11-21T11:30:00Z'),
    })
    expect(medianOdds([quote('')]).size).toBe(0)
  })
})

it('[OPS-06] a feed response with 150,000 quotes is parsed within seconds', () => {
  const rows = Array.from({ length: 150_000 }, () => ({ match_id: '1', odd_1: '1.85', odd_x: '3.40', odd_2: '4.30' }))
  // A parser with quadratic time would exceed the time limit of the test.
  expect(medianOdds(rows).get('1')).toEqual({ home: 1.85, draw: 3.4, away: 4.3, quotedAt: null })
})

describe('the simulated feed', () => {
  let feed: Awaited<ReturnType<typeof startFootballFeed>>
  beforeAll(async () => void (feed = await startFootballFeed({ port: 0 })))
  afterAll(() => feed.close())

  it('[DATA-16] the adapter reads a week of games with odds, some of them live, from the simulated feed', async () => {
    const reader = createApifootball({ url: feed.url, key: feed.apiKey, timeoutMs: 60_000 })
    const now = new Date()
    const week = await reader.games(new Date(now.getTime() - 86_400_000), new Date(now.getTime() + 7 * 86_400_000))
    const odds = await reader.odds(now, new Date(now.getTime() + 7 * 86_400_000))
    const live = await reader.liveGames(now)
    if (!week.ok || !odds.ok || !live.ok) throw new Error('the feed had no answer')
    expect(live.value.length).toBeGreaterThanOrEqual(6)
    expect(live.value.every((game) => game.status.kind === 'live')).toBe(true)
    const upcoming = week.value.filter((game) => game.status.kind === 'upcoming')
    expect(upcoming.length).toBeGreaterThan(50)
    expect(upcoming.every((game) => odds.value.quotes.has(game.matchId))).toBe(true)
    const finished = week.value.filter((game) => game.status.kind === 'finished')
    expect(finished.every((game) => game.score !== null && game.goalsComplete)).toBe(true)
  })

  it('the adapter reports an API key that the simulated feed rejects, and an unreachable feed', async () => {
    const now = new Date()
    expect(await createApifootball({ url: feed.url, key: 'wrong' }).games(now, now)).toMatchObject({
      ok: false,
      error: 'REFUSED',
    })
    expect(await createApifootball({ url: 'http://127.0.0.1:1/', key: 'k' }).games(now, now)).toMatchObject({
      ok: false,
      error: 'UNREACHABLE',
    })
  })
})
