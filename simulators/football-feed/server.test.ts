import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { RECORDED_COLUMNS, writeCsv } from './season/csv.ts'
import { recordedRows } from './test-feed.ts'
import { closeFeeds, type Row, startFeed } from './test-server.ts'

afterEach(closeFeeds)

describe('the wire format', () => {
  it('the wire format has event values as strings, and "" for unknown values', async () => {
    const { rows } = await startFeed()
    const events = await rows({ action: 'get_events', from: '2026-11-20', to: '2026-11-28' })
    expect(events.length).toBeGreaterThan(200)
    for (const row of events) {
      const noTexts = Object.entries(row).filter(([, value]) => typeof value !== 'string')
      expect(noTexts.map(([name]) => name)).toEqual([
        'goalscorer',
        'cards',
        'vars',
        'substitutions',
        'lineup',
        'statistics',
        'statistics_1half',
      ])
      expect(row['match_date']).toMatch(/^2026-11-2\d$/)
      expect(row['match_time']).toMatch(/^\d\d:\d\d$/)
      const unplayed = row['match_status'] === ''
      expect(row['match_hometeam_score'] === '').toBe(unplayed)
      expect(row['match_hometeam_ft_score'] === '').toBe(
        !['Finished', 'After Pen.'].includes(row['match_status'] ?? ''),
      )
      expect(row['match_live']).toBe(/^(\d+(\+\d+)?|Half Time)$/.test(row['match_status'] ?? '') ? '1' : '0')
      expect(row.goalscorer.length).toBe(Number(row['match_hometeam_score']) + Number(row['match_awayteam_score']))
    }
    const live = await rows({ action: 'get_events', match_live: '1' })
    expect(live.length).toBeGreaterThanOrEqual(6)
    expect(live.map((row) => row['match_id'])).toEqual(
      events.filter((row) => row['match_live'] === '1').map((row) => row['match_id']),
    )
  })

  it('the wire format converts times to the requested zone, Berlin by default', async () => {
    const { rows, event } = await startFeed()
    const [row] = await rows({ action: 'get_events', match_live: '1' })
    const id = row?.['match_id'] ?? ''
    const hour = (text: string | undefined) => Number(text?.slice(0, 2))
    const [kampala] = await rows({ action: 'get_events', match_id: id, timezone: 'Africa/Kampala' })
    const [berlin] = await rows({ action: 'get_events', match_id: id, timezone: '' })
    expect(hour(kampala?.['match_time'])).toBe(hour((await event(id))['match_time']) + 3)
    expect(hour(berlin?.['match_time'])).toBe(hour((await event(id))['match_time']) + 1)
    const kampalaDay = await rows({
      action: 'get_events',
      from: '2026-11-21',
      to: '2026-11-21',
      timezone: 'Africa/Kampala',
    })
    expect(new Set(kampalaDay.map((each) => each['match_date']))).toEqual(new Set(['2026-11-21']))
    expect(kampalaDay[0]?.['match_time']).toBe('00:00')
  })

  it.each([
    ['a wrong key', { action: 'get_events', match_live: '1', APIkey: 'wrong' }],
    ['no such match', { action: 'get_events', match_id: '12' }],
    ['days without a match', { action: 'get_events', from: '2020-01-01', to: '2020-01-02' }],
    ['no days', { action: 'get_events' }],
    ['malformed days', { action: 'get_odds', from: '2026-99-99', to: 'soon' }],
    ['an unknown action', { action: 'get_everything' }],
    ['an unknown league', { action: 'get_standings', league_id: '1' }],
    ['an unknown zone', { action: 'get_countries', timezone: 'Moon/Crater' }],
    ['one club only', { action: 'get_H2H', firstTeam: 'Arsenal' }],
    ['no such team', { action: 'get_teams', team_id: '12' }],
    ['no team', { action: 'get_teams' }],
    ['no such line-up', { action: 'get_lineups', match_id: '12' }],
  ])('the simulated feed returns 200 with an error object for a request with %s', async (_case, query) => {
    const { request } = await startFeed()
    expect(await request(query)).toEqual({ error: 404, message: expect.any(String) })
  })

  it('the simulated feed lists countries and leagues', async () => {
    const { rows } = await startFeed()
    const countries = await rows({ action: 'get_countries' })
    expect(countries.map((row) => String(row['country_name'])).sort()).toEqual([
      'England',
      'France',
      'Germany',
      'Ghana',
      'Italy',
      'Kenya',
      'Rwanda',
      'Spain',
      'Tanzania',
      'Uganda',
    ])
    const uganda = countries.find((row) => row['country_name'] === 'Uganda')?.['country_id'] ?? ''
    const leagues = await rows({ action: 'get_leagues', country_id: uganda })
    expect(leagues).toHaveLength(10)
    expect(leagues[0]).toMatchObject({ league_name: 'Uganda Premier League', league_season: '2026/2027' })
    expect(await rows({ action: 'get_leagues' })).toHaveLength(96)
  })

  it('the simulated feed derives standings from the matches of the season', async () => {
    const { rows } = await startFeed()
    const table = await rows({ action: 'get_standings', league_id: '152' })
    expect(table).toHaveLength(20)
    const total = (column: string) => table.reduce((sum, row) => sum + Number(row[column]), 0)
    expect(total('overall_league_payed')).toBeGreaterThan(0)
    expect(total('overall_league_GF')).toBe(total('overall_league_GA'))
    expect(total('overall_league_W')).toBe(total('overall_league_L'))
    expect(total('overall_league_PTS')).toBe(3 * total('overall_league_W') + total('overall_league_D'))
    expect(total('home_league_W') + total('away_league_W')).toBe(total('overall_league_W'))
    expect(table.map((row) => Number(row['overall_league_position']))).toEqual(table.map((_, at) => at + 1))
  })

  it('the simulated feed lists the players of a team with their goals of the season', async () => {
    const { feed, clock, rows, event } = await startFeed({ empty: true })
    const load = { action: 'load', matches: recordedRows().slice(0, 5), kickoffInSeconds: 60, speed: 60 }
    const { matches } = feed.control(load) as { matches: { match_id: string; home: string }[] }
    clock.pass(3_600_000)
    const id = matches.find(({ home }) => home === 'Cedar')?.match_id ?? ''
    const played = await event(id)
    const [team] = (await rows({ action: 'get_teams', team_id: played['match_hometeam_id'] ?? '' })) as unknown as {
      team_key: string
      players: Record<string, string | number>[]
    }[]
    const goalsOf = (scorer: unknown) =>
      played.goalscorer.filter((goal) => goal['home_scorer'] === scorer && goal['info'] !== 'Own Goal').length
    expect(team?.team_key).toBe(played['match_hometeam_id'])
    expect(team?.players).toHaveLength(18)
    expect(team?.players.map((player) => player['player_goals'])).toEqual(
      team?.players.map((player) => String(goalsOf(player['player_name']))),
    )
    expect(team?.players.map((player) => player['player_match_played'])).toEqual(
      Array.from({ length: 18 }, (_, at) => (at < 11 ? '1' : '0')),
    )
    const { home } = played.lineup as { home: { starting_lineups: Record<string, string>[] } }
    expect(team?.players.slice(0, 11).map((player) => String(player['player_key']))).toEqual(
      home.starting_lineups.map((player) => player['player_key']),
    )
  })

  it('the scoring records of a simulated season agree with each player’s goal rate', async () => {
    const { rows } = await startFeed()
    const [live] = await rows({ action: 'get_events', match_live: '1' })
    const [team] = (await rows({ action: 'get_teams', team_id: live?.['match_hometeam_id'] ?? '' })) as unknown as {
      players: Record<string, string>[]
    }[]
    const goalsIn = (type: string) =>
      (team?.players ?? [])
        .filter((player) => player['player_type'] === type)
        .reduce((sum, player) => sum + Number(player['player_goals']), 0)
    expect(team?.players.filter((player) => player['player_match_played'] === '38')).toHaveLength(11)
    expect(goalsIn('Goalkeepers')).toBe(0)
    expect(goalsIn('Forwards')).toBeGreaterThan(goalsIn('Defenders'))
  })

  it('the simulated feed publishes line-ups in the hour before the kick-off', async () => {
    const { rows } = await startFeed()
    const events = await rows({ action: 'get_events', from: '2026-11-21', to: '2026-11-21' })
    const upcoming = events.filter((row) => row['match_status'] === '')
    const startersOf = (row: Row) => (row.lineup as { home: { starting_lineups: unknown[] } }).home.starting_lineups
    const known = upcoming.filter((row) => startersOf(row).length === 11)
    expect(known.length).toBeGreaterThanOrEqual(24)
    expect(known.every((row) => (row['match_time'] ?? '') <= '13:02')).toBe(true)
    expect(upcoming.filter((row) => (row['match_time'] ?? '') <= '13:02')).toEqual(known)
  })

  it('the simulated feed returns head-to-head results by club id or name, and line-ups and statistics by match', async () => {
    const { rows, request } = await startFeed()
    const live = await rows({ action: 'get_events', match_live: '1' })
    const late = live.find((row) => row['match_hometeam_halftime_score'] !== '')
    const id = late?.['match_id'] ?? ''
    const byId = (await request({
      action: 'get_H2H',
      firstTeamId: late?.['match_hometeam_id'] ?? '',
      secondTeamId: late?.['match_awayteam_id'] ?? '',
    })) as Record<string, Row[]>
    const byName = await request({
      action: 'get_H2H',
      firstTeam: late?.['match_hometeam_name'] ?? '',
      secondTeam: late?.['match_awayteam_name'] ?? '',
    })
    expect(byName).toEqual(byId)
    expect(byId['firstTeam_lastResults']).toHaveLength(10)
    expect(byId['firstTeam_VS_secondTeam']?.length).toBeGreaterThan(0)
    for (const row of byId['firstTeam_lastResults'] ?? []) expect(row['match_status']).toBe('Finished')

    const lineups = (await request({ action: 'get_lineups', match_id: id })) as Record<
      string,
      { lineup: { home: Record<string, unknown[]> } }
    >
    expect(lineups[id]?.lineup.home['starting_lineups']).toHaveLength(11)
    expect(lineups[id]?.lineup).toEqual(late?.lineup)
    const statistics = (await request({ action: 'get_statistics', match_id: id })) as Record<
      string,
      { statistics: Row[] }
    >
    const shots = statistics[id]?.statistics.find(({ type }) => type === 'Shots On Goal')
    expect(Number(shots?.['home'])).toBeGreaterThanOrEqual(Number(late?.['match_hometeam_score']))
  })
})

describe('recorded matches', () => {
  it('recorded matches from a folder are replayed with the recorded scores, and their median odds are the recorded odds', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'feed-'))
    mkdirSync(join(directory, 'matches'))
    writeFileSync(join(directory, 'matches', 'one.csv'), writeCsv(RECORDED_COLUMNS, recordedRows()))
    const { rows, season, event } = await startFeed({ directory })
    rmSync(directory, { recursive: true })
    const played = await season('?from=2026-11-21&to=2026-11-21T12:30:00Z')
    const recorded = new Map(recordedRows().map((row) => [row['Date'], row]))
    expect(played.length).toBeGreaterThan(100)
    for (const row of played.filter((each) => each['HomeTeam'] !== 'Maple')) {
      expect(row).toMatchObject({ ...recorded.get(row['Date']) })
    }
    const finished = played.find((row) => row['HomeTeam'] === 'Cedar')
    expect(await event(finished?.['match_id'] ?? '')).toMatchObject({
      match_status: 'Finished',
      match_hometeam_ft_score: '5',
      match_awayteam_ft_score: '1',
      match_hometeam_halftime_score: '1',
      league_name: 'Premier League',
    })
    const median = (list: number[]) => list.sort((one, other) => one - other)[Math.floor(list.length / 2)]
    for (const id of played.slice(0, 40).map((row) => row['match_id'] ?? '')) {
      const row = played.find((each) => each['match_id'] === id)
      const odds = await rows({ action: 'get_odds', match_id: id })
      expect(odds).toHaveLength(5)
      for (const [column, cell] of [
        ['odd_1', 'home_close'],
        ['odd_x', 'draw_close'],
        ['odd_2', 'away_close'],
        ['o+2.5', 'over_2.5_close'],
        ['bts_no', 'bts_no_close'],
      ] as const) {
        const quoted = odds.map((odd) => Number(odd[column] === '' ? NaN : odd[column]))
        expect(median(quoted)).toBe(row?.[cell] === '' ? NaN : Number(row?.[cell]))
      }
      expect(odds[0]?.['ah-1.5_1']).toBe('')
    }
  })
})
