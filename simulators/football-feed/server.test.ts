import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import { readCsv, RECORDED_COLUMNS, writeCsv } from './season/csv.ts'
import { makeSeason } from './season/made-season.ts'
import { seasonRows } from './season/season-csv.ts'
import { startFootballFeed, type FootballFeed, type FootballFeedOptions } from './start.ts'
import { handClock, NOON, recordedRows, SEED } from './test-feed.ts'

type Row = Record<string, string> & { goalscorer: Record<string, string>[]; lineup: unknown }

const open: FootballFeed[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((feed) => feed.close()))
})

const start = async (options: FootballFeedOptions = {}) => {
  const clock = handClock(NOON)
  const feed = await startFootballFeed({ clock, seed: SEED, ...options })
  open.push(feed)
  const reply = (query: Record<string, string>) =>
    fetch(`${feed.url}/?${new URLSearchParams({ APIkey: feed.apiKey, timezone: 'UTC', ...query }).toString()}`)
  const ask = async (query: Record<string, string>): Promise<unknown> => {
    const response = await reply(query)
    expect(response.status).toBe(200)
    return response.json()
  }
  const rows = async (query: Record<string, string>) => (await ask(query)) as Row[]
  const order = async (body: unknown) => {
    const response = await fetch(`${feed.url}/control`, { method: 'POST', body: JSON.stringify(body) })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  const event = async (id: string): Promise<Row> => {
    const [row] = await rows({ action: 'get_events', match_id: id })
    if (row === undefined) throw new Error(`no match ${id}`)
    return row
  }
  const season = async (query = '') => readCsv(await (await fetch(`${feed.url}/season.csv${query}`)).text())
  return { feed, clock, reply, ask, rows, order, event, season }
}

const startLoaded = async () => {
  const running = await start({ empty: true })
  const { body } = await running.order({
    action: 'load',
    matches: recordedRows().slice(0, 5),
    kickoffInSeconds: 60,
    speed: 60,
  })
  const loaded = body['matches'] as { match_id: string; kickoff: string; home: string }[]
  const first = loaded[1]?.match_id ?? ''
  const atMinute = (elapsed: number) =>
    running.clock.set(Date.parse(loaded[1]?.kickoff ?? '') + Math.round((elapsed * MINUTE_MS) / 60))
  return { ...running, loaded, id: first, atMinute }
}

describe('the wire', () => {
  it('writes events with every value a text, "" for what is unknown', async () => {
    const { rows } = await start()
    const events = await rows({ action: 'get_events', from: '2026-11-20', to: '2026-11-28' })
    expect(events.length).toBeGreaterThan(200)
    for (const row of events) {
      const noTexts = Object.entries(row).filter(([, value]) => typeof value !== 'string')
      expect(noTexts.map(([name]) => name)).toEqual([
        'goalscorer',
        'cards',
        'substitutions',
        'lineup',
        'statistics',
        'statistics_1half',
      ])
      expect(row['match_date']).toMatch(/^2026-11-2\d$/)
      expect(row['match_time']).toMatch(/^\d\d:\d\d$/)
      const unplayed = row['match_status'] === ''
      expect(row['match_hometeam_score'] === '').toBe(unplayed)
      expect(row['match_hometeam_ft_score'] === '').toBe(row['match_status'] !== 'Finished')
      expect(row['match_live']).toBe(/^(\d+(\+\d+)?|Half Time)$/.test(row['match_status'] ?? '') ? '1' : '0')
      expect(row.goalscorer.length).toBe(Number(row['match_hometeam_score']) + Number(row['match_awayteam_score']))
    }
    const live = await rows({ action: 'get_events', match_live: '1' })
    expect(live.length).toBeGreaterThanOrEqual(6)
    expect(live.map((row) => row['match_id'])).toEqual(
      events.filter((row) => row['match_live'] === '1').map((row) => row['match_id']),
    )
  })

  it('tells times in the zone that is asked for, Berlin without one', async () => {
    const { rows, event } = await start()
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
    ['broken days', { action: 'get_odds', from: '2026-99-99', to: 'soon' }],
    ['an unknown action', { action: 'get_everything' }],
    ['an unknown league', { action: 'get_standings', league_id: '1' }],
    ['an unknown zone', { action: 'get_countries', timezone: 'Moon/Crater' }],
    ['one club only', { action: 'get_H2H', firstTeam: 'Arsenal' }],
    ['no such line-up', { action: 'get_lineups', match_id: '12' }],
  ])('answers 200 with an error object to %s', async (_case, query) => {
    const { ask } = await start()
    expect(await ask(query)).toEqual({ error: 404, message: expect.any(String) })
  })

  it('lists countries and leagues', async () => {
    const { rows } = await start()
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
    expect(await rows({ action: 'get_leagues', country_id: uganda })).toMatchObject([
      { league_name: 'Uganda Premier League', league_season: '2026/2027' },
    ])
    expect(await rows({ action: 'get_leagues' })).toHaveLength(10)
  })

  it('keeps standings that follow from the matches of the season', async () => {
    const { rows } = await start()
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

  it('answers head to head by id and by name, line-ups and statistics by match', async () => {
    const { rows, ask } = await start()
    const live = await rows({ action: 'get_events', match_live: '1' })
    const late = live.find((row) => row['match_hometeam_halftime_score'] !== '')
    const id = late?.['match_id'] ?? ''
    const byId = (await ask({
      action: 'get_H2H',
      firstTeamId: late?.['match_hometeam_id'] ?? '',
      secondTeamId: late?.['match_awayteam_id'] ?? '',
    })) as Record<string, Row[]>
    const byName = await ask({
      action: 'get_H2H',
      firstTeam: late?.['match_hometeam_name'] ?? '',
      secondTeam: late?.['match_awayteam_name'] ?? '',
    })
    expect(byName).toEqual(byId)
    expect(byId['firstTeam_lastResults']).toHaveLength(10)
    expect(byId['firstTeam_VS_secondTeam']?.length).toBeGreaterThan(0)
    for (const row of byId['firstTeam_lastResults'] ?? []) expect(row['match_status']).toBe('Finished')

    const lineups = (await ask({ action: 'get_lineups', match_id: id })) as Record<
      string,
      { lineup: { home: Record<string, unknown[]> } }
    >
    expect(lineups[id]?.lineup.home['starting_lineups']).toHaveLength(11)
    expect(lineups[id]?.lineup).toEqual(late?.lineup)
    const statistics = (await ask({ action: 'get_statistics', match_id: id })) as Record<string, { statistics: Row[] }>
    const shots = statistics[id]?.statistics.find(({ type }) => type === 'Shots On Goal')
    expect(Number(shots?.['home'])).toBeGreaterThanOrEqual(Number(late?.['match_hometeam_score']))
  })
})

describe('recorded matches', () => {
  it('are read from a folder, replayed with their own scores, and priced so that the median is the recorded price', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'feed-'))
    mkdirSync(join(directory, 'matches'))
    writeFileSync(join(directory, 'matches', 'one.csv'), writeCsv(RECORDED_COLUMNS, recordedRows()))
    const { rows, season, event } = await start({ directory })
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
        const quoted = odds.map((each) => Number(each[column] === '' ? NaN : each[column]))
        expect(median(quoted)).toBe(row?.[cell] === '' ? NaN : Number(row?.[cell]))
      }
      expect(odds[0]?.['ah-1.5_1']).toBe('')
    }
  })
})

describe('the control', () => {
  it('loads a compact season that plays out in its own time, and writes it with its true scores', async () => {
    const { feed, clock, rows, order, season } = await start()
    const rowsToPlay = seasonRows(makeSeason('journey'), 220)
    const { body } = await order({
      action: 'load',
      matches: rowsToPlay,
      kickoffInSeconds: 60,
      spreadSeconds: 120,
      speed: 100,
      only: true,
    })
    const loaded = body['matches'] as { match_id: string; kickoff: string }[]
    expect(loaded).toHaveLength(220)
    for (const { kickoff } of loaded) {
      expect(Date.parse(kickoff)).toBeGreaterThanOrEqual(NOON + 60_000)
      expect(Date.parse(kickoff)).toBeLessThanOrEqual(NOON + 240_000)
      expect(Date.parse(kickoff) % MINUTE_MS).toBe(0)
    }
    const all = { action: 'get_events', from: '2026-11-21', to: '2026-11-21' }
    expect((await rows(all)).map((row) => row['match_status'])).toEqual(Array(220).fill(''))
    const written = await season()
    clock.pass(6 * MINUTE_MS)
    const events = await rows(all)
    expect(new Set(events.map((row) => row['match_status']))).toEqual(new Set(['Finished']))
    const byId = new Map(events.map((row) => [row['match_id'], row]))
    const name = (row: Record<string, string>) => `${row['Date']} ${row['HomeTeam']}`
    const asLoaded = new Map(rowsToPlay.map((row) => [name(row), row]))
    expect(new Set(written.map(name))).toEqual(new Set(asLoaded.keys()))
    for (const row of written) {
      expect(row).toMatchObject(asLoaded.get(name(row)) ?? {})
      expect(byId.get(row['match_id'] ?? '')).toMatchObject({
        match_hometeam_ft_score: row['FTHG'],
        match_awayteam_ft_score: row['FTAG'],
        match_hometeam_halftime_score: row['HTHG'],
        match_awayteam_halftime_score: row['HTAG'],
      })
    }
    expect(feed.control({ action: 'reset' })).toEqual({})
    expect(await rows({ action: 'get_events', match_live: '1' })).not.toHaveLength(0)
  })

  it('keeps the ids and kick-offs that a written season brings', async () => {
    const { order, season } = await start({ empty: true })
    const csv = writeCsv(
      [...RECORDED_COLUMNS, 'match_id', 'kickoff'],
      recordedRows()
        .slice(0, 2)
        .map((row, at) => ({ ...row, match_id: `77${at}`, kickoff: '2026-11-22T15:00:00.000Z' })),
    )
    await order({ action: 'load', csv })
    expect((await season()).map((row) => [row['match_id'], row['kickoff']])).toEqual([
      ['770', '2026-11-22T15:00:00.000Z'],
      ['771', '2026-11-22T15:00:00.000Z'],
    ])
  })

  it.each([
    ['postpone', 'Postponed', ''],
    ['cancel', 'Cancelled', ''],
    ['abandon', 'Abandoned', '5'],
  ])('can %s a match: it stays so and has no result', async (action, status, score) => {
    const { order, event, season, id, atMinute } = await startLoaded()
    atMinute(109)
    await order({ action: 'correct', match_id: id, home: 5, away: 1 })
    expect((await event(id))['match_status']).toMatch(/^90\+|Finished/)
    atMinute(101)
    const shown = await event(id)
    await order({ action, match_id: id })
    atMinute(200)
    const row = await event(id)
    expect(row).toMatchObject({ match_status: status, match_live: '0', match_hometeam_ft_score: '' })
    expect(row['match_hometeam_score']).toBe(score === '' ? '' : shown['match_hometeam_score'])
    expect((await season()).find((each) => each['match_id'] === id)).toMatchObject({ FTHG: '', HTAG: '' })
    await order({ action: 'restore', match_id: id })
    expect(await event(id)).toMatchObject({ match_status: 'Finished', match_hometeam_ft_score: '5' })
  })

  it('can take a goal back, for good', async () => {
    const { order, event, season, id, atMinute } = await startLoaded()
    atMinute(95)
    const before = await event(id)
    const goals = before.goalscorer.length
    expect(goals).toBeGreaterThan(0)
    await order({ action: 'take-back-goal', match_id: id })
    const after = await event(id)
    expect(after.goalscorer).toEqual(before.goalscorer.slice(0, goals - 1))
    expect(Number(after['match_hometeam_score']) + Number(after['match_awayteam_score'])).toBe(goals - 1)
    atMinute(200)
    const final = await event(id)
    expect(Number(final['match_hometeam_ft_score']) + Number(final['match_awayteam_ft_score'])).toBe(5)
    const row = (await season()).find((each) => each['match_id'] === id)
    expect([row?.['FTHG'], row?.['FTAG']]).toEqual([final['match_hometeam_ft_score'], final['match_awayteam_ft_score']])
  })

  it('can add goals and cards, move, finish, correct, quote, hide and decide in overtime', async () => {
    const { order, event, rows, ask, id, loaded, atMinute } = await startLoaded()
    const other = loaded[3]?.match_id ?? ''
    await order({ action: 'move', match_id: other, kickoff: '2026-11-23T18:00:00Z' })
    expect(await event(other)).toMatchObject({ match_date: '2026-11-23', match_time: '18:00', match_status: '' })
    await order({ action: 'odds', match_id: other, odds: { odd_1: 2.5, odd_x: 3.1, odd_2: 2.9 } })
    expect((await rows({ action: 'get_odds', match_id: other })).map((row) => row['odd_1'])).toContain('2.50')
    await order({ action: 'odds', match_id: other })
    expect(await ask({ action: 'get_odds', match_id: other })).toMatchObject({ error: 404 })

    expect((await order({ action: 'goal', match_id: id, side: 'away' })).status).toBe(400)
    atMinute(20)
    const before = await event(id)
    await order({ action: 'goal', match_id: id, side: 'away' })
    await order({ action: 'card', match_id: id, side: 'home' })
    const after = await event(id)
    expect(Number(after['match_awayteam_score'])).toBe(Number(before['match_awayteam_score']) + 1)
    expect(after.goalscorer.at(-1)?.['time']).toBe(after['match_status'])
    expect(after['cards']).toContainEqual(expect.objectContaining({ card: 'red card', info: 'home' }))
    await order({ action: 'extra-time', match_id: id, extraHome: 1, extraAway: 1, penaltyHome: 4, penaltyAway: 2 })
    await order({ action: 'finish', match_id: id })
    expect(await event(id)).toMatchObject({
      match_status: 'After Pen.',
      match_hometeam_ft_score: '5',
      match_awayteam_ft_score: '2',
      match_hometeam_score: '6',
      match_hometeam_penalty_score: '4',
    })
    await order({ action: 'correct', match_id: id, home: 0, away: 0 })
    expect((await event(id))['match_hometeam_ft_score']).toBe('0')
    await order({ action: 'hide', match_id: id })
    expect(await ask({ action: 'get_events', match_id: id })).toMatchObject({ error: 404 })
  })

  it('freezes all that the feed tells until it resumes', async () => {
    const { order, event, id, atMinute } = await startLoaded()
    atMinute(10)
    await order({ action: 'freeze' })
    atMinute(40)
    expect((await event(id))['match_status']).toBe('10')
    await order({ action: 'resume' })
    expect((await event(id))['match_status']).toBe('40')
  })

  it('gives web pages, errors, half answers, delay and silence when told to', async () => {
    const { order, reply, ask, feed } = await start()
    const live = { action: 'get_events', match_live: '1' }
    await order({ action: 'faults', mode: 'html' })
    expect((await reply(live)).headers.get('content-type')).toContain('text/html')
    await order({ action: 'faults', mode: 'error-object', only: 'get_odds' })
    expect(await ask(live)).toBeInstanceOf(Array)
    expect(await ask({ action: 'get_odds', from: '2026-11-21', to: '2026-11-22' })).toMatchObject({ error: 404 })
    await order({ action: 'faults', mode: 'truncated' })
    await expect((await reply(live)).json()).rejects.toThrow(SyntaxError)
    await order({ action: 'faults', errorRate: 0.5 })
    const codes = await Promise.all(
      Array.from({ length: 40 }, async () => (await reply({ action: 'get_countries' })).status),
    )
    expect(new Set(codes)).toEqual(new Set([200, 500]))
    await order({ action: 'faults', mode: 'silence' })
    await expect(
      fetch(`${feed.url}/?action=get_events&APIkey=${feed.apiKey}`, { signal: AbortSignal.timeout(150) }),
    ).rejects.toThrow('aborted due to timeout')
    await order({ action: 'reset' })
    await order({ action: 'faults', latencyMs: 60_000, only: 'get_odds' })
    await expect(
      fetch(`${feed.url}/?action=get_odds&APIkey=${feed.apiKey}`, { signal: AbortSignal.timeout(150) }),
    ).rejects.toThrow('aborted due to timeout')
    expect(await ask(live)).toBeInstanceOf(Array)
  })

  it.each([
    ['no object', 5],
    ['no action', {}],
    ['an unknown action', { action: 'explode' }],
    ['no match', { action: 'cancel' }],
    ['an unknown match', { action: 'cancel', match_id: '1' }],
    ['no rows', { action: 'load' }],
    ['a row without teams', { action: 'load', matches: [{ FTHG: 1, FTAG: 0 }], kickoffInSeconds: 5 }],
    ['a row that never kicks off', { action: 'load', matches: recordedRows().slice(0, 1) }],
    ['a fault that there is not', { action: 'faults', mode: 'fire' }],
  ])('refuses %s with 400', async (_case, body) => {
    const { order } = await start()
    expect(await order(body)).toEqual({ status: 400, body: { ok: false, error: expect.any(String) } })
  })
})
