import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import { RECORDED_COLUMNS, writeCsv } from './season/csv.ts'
import { generateSeason } from './season/generated-season.ts'
import { seasonRows } from './season/season-csv.ts'
import { NOON, recordedRows } from './test-feed.ts'
import { closeFeeds, startFeed, startLoaded } from './test-server.ts'

afterEach(closeFeeds)

describe('the control endpoint', () => {
  it('the control endpoint loads a compact season with its own kick-off times, and exports the season with its final scores', async () => {
    const { feed, clock, rows, order, season } = await startFeed()
    const rowsToPlay = seasonRows(generateSeason('journey'), 220)
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

  it('the control endpoint loads an exported season with unchanged ids and kick-offs', async () => {
    const { order, season } = await startFeed({ empty: true })
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
  ])('the control endpoint can %s a match permanently, without a result', async (action, status, score) => {
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

  it('the control endpoint can withdraw a goal permanently', async () => {
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

  it('the control endpoint adds goals and cards, and can reschedule, finish, correct, price, hide or decide a match in overtime', async () => {
    const { order, event, rows, request, id, loaded, atMinute } = await startLoaded()
    const other = loaded[3]?.match_id ?? ''
    await order({ action: 'move', match_id: other, kickoff: '2026-11-23T18:00:00Z' })
    expect(await event(other)).toMatchObject({ match_date: '2026-11-23', match_time: '18:00', match_status: '' })
    await order({ action: 'odds', match_id: other, odds: { odd_1: 2.5, odd_x: 3.1, odd_2: 2.9 } })
    expect((await rows({ action: 'get_odds', match_id: other })).map((row) => row['odd_1'])).toContain('2.50')
    await order({ action: 'odds', match_id: other })
    expect(await request({ action: 'get_odds', match_id: other })).toMatchObject({ error: 404 })

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
    expect(await request({ action: 'get_events', match_id: id })).toMatchObject({ error: 404 })
  })

  it('the control endpoint switches a scenario on for one match until the scenario is removed', async () => {
    const { order, event, id, loaded, atMinute } = await startLoaded()
    atMinute(200)
    const [goals, others] = [(await event(id)).goalscorer, (await event(loaded[2]?.match_id ?? '')).goalscorer]
    await order({ action: 'scenario', match_id: id, scenario: 'goal-listed-twice' })
    await order({ action: 'scenario', match_id: id, scenario: 'away-team-first' })
    expect((await order({ action: 'scenario', match_id: id, scenario: 'fire' })).status).toBe(400)
    expect((await event(id)).goalscorer).toEqual([...goals, goals.at(-1)])
    expect((await event(loaded[2]?.match_id ?? '')).goalscorer).toEqual(others)
    await order({ action: 'restore', match_id: id })
    expect((await event(id)).goalscorer).toEqual(goals)
  })

  it('[INP-14] the control endpoint delays the requested or the pushed reports of one match', async () => {
    const { order, event, id, loaded, atMinute } = await startLoaded()
    atMinute(40)
    await order({ action: 'goal', match_id: id, side: 'home' })
    const score = (await event(id))['match_hometeam_score']
    // A second is a match minute here.
    await order({ action: 'delay', match_id: id, channel: 'poll', seconds: 30 })
    expect((await event(id))['match_status']).toBe('10')
    expect((await event(loaded[0]?.match_id ?? ''))['match_status']).toBe('40')
    await order({ action: 'delay', match_id: id, channel: 'push', seconds: 30 })
    await order({ action: 'delay', match_id: id, channel: 'poll' })
    expect(await event(id)).toMatchObject({ match_status: '40', match_hometeam_score: score })
    expect((await order({ action: 'delay', match_id: id, channel: 'pigeon' })).status).toBe(400)
  })

  it('the README and `GET /control` list the same scenarios', async () => {
    const { feed } = await startFeed({ empty: true })
    const response = await fetch(`${feed.url}/control`)
    const { scenarios } = (await response.json()) as { scenarios: Record<string, Record<string, string>> }
    const rows = Object.entries(scenarios).map(
      ([name, effects]) => `| \`${name}\` | ${effects['apifootball'] ?? ''} | ${effects['api-football'] ?? ''} |`,
    )
    const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8')
    const section = readme.split('## Scenarios')[1]?.split('\n## ')[0] ?? ''
    expect(section.split('\n').filter((line) => line.startsWith('| `'))).toEqual(rows)
  })

  it('the control endpoint can freeze all responses until a resume command', async () => {
    const { order, event, id, atMinute } = await startLoaded()
    atMinute(10)
    await order({ action: 'freeze' })
    atMinute(40)
    expect((await event(id))['match_status']).toBe('10')
    await order({ action: 'resume' })
    expect((await event(id))['match_status']).toBe('40')
  })

  it('the control endpoint can replace responses by web pages or errors, or truncate, delay or drop them', async () => {
    const { order, reply, request, feed } = await startFeed()
    const live = { action: 'get_events', match_live: '1' }
    await order({ action: 'faults', mode: 'html' })
    expect((await reply(live)).headers.get('content-type')).toContain('text/html')
    await order({ action: 'faults', mode: 'error-object', only: 'get_odds' })
    expect(await request(live)).toBeInstanceOf(Array)
    expect(await request({ action: 'get_odds', from: '2026-11-21', to: '2026-11-22' })).toMatchObject({ error: 404 })
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
    expect(await request(live)).toBeInstanceOf(Array)
  })

  it.each([
    ['a text instead of an object', 5],
    ['no action', {}],
    ['an unknown action', { action: 'explode' }],
    ['no match', { action: 'cancel' }],
    ['an unknown match', { action: 'cancel', match_id: '1' }],
    ['a scenario without a match', { action: 'scenario', scenario: 'goal-listed-twice' }],
    ['no rows', { action: 'load' }],
    ['a row without teams', { action: 'load', matches: [{ FTHG: 1, FTAG: 0 }], kickoffInSeconds: 5 }],
    ['a row without a kick-off', { action: 'load', matches: recordedRows().slice(0, 1) }],
    ['an unknown fault', { action: 'faults', mode: 'fire' }],
  ])('the control endpoint returns 400 for %s', async (_case, body) => {
    const { order } = await startFeed()
    expect(await order(body)).toEqual({ status: 400, body: { ok: false, error: expect.any(String) } })
  })
})
