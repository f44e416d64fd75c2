import { describe, expect, it } from 'vitest'
import { readFixture } from './api-football-fixture.ts'
import { readEvent } from './apifootball.ts'
import type { FeedRow } from './feed-row.ts'

const goalsOf = (game: ReturnType<typeof readFixture>) =>
  game?.goals.map(({ team, minute }) => `${team} ${minute}`).join(', ')

describe('the goals of API-Football', () => {
  const HOME = { id: 1, name: 'Cedar' }
  const AWAY = { id: 2, name: 'Elm' }
  const event = (team: object, elapsed: number, player: number, change: object = {}) => ({
    time: { elapsed, extra: null },
    team,
    player: { id: player, name: `Player ${player}` },
    type: 'Goal',
    detail: 'Normal Goal',
    comments: null,
    ...change,
  })
  const fixture = (fulltime: object, halftime: object, events: readonly object[]): FeedRow => ({
    fixture: { id: 7, timestamp: 1_760_000_000, status: { short: 'FT', elapsed: 90 } },
    league: { name: 'Cup', country: 'Uganda', round: 'Final' },
    teams: { home: HOME, away: AWAY },
    goals: fulltime,
    score: { halftime, fulltime },
    events,
  })

  it.each<[string, object, object, readonly object[], string]>([
    [
      'ignores kicks of a shoot-out that are listed at minute 90',
      { home: 1, away: 0 },
      { home: 1, away: 0 },
      [
        event(HOME, 20, 11),
        event(HOME, 90, 11, { detail: 'Penalty', comments: 'Penalty Shootout' }),
        event(AWAY, 90, 21, { detail: 'Penalty', comments: 'Penalty Shootout' }),
      ],
      'home 20',
    ],
    [
      'drops a goal that a video review cancelled',
      { home: 1, away: 0 },
      { home: 1, away: 0 },
      [
        event(HOME, 20, 11),
        event(HOME, 60, 11),
        event(HOME, 62, 11, { type: 'Var', detail: 'Goal Disallowed - offside' }),
      ],
      'home 20',
    ],
    [
      'keeps a valid goal when the cancelled one is no longer listed',
      { home: 1, away: 0 },
      { home: 0, away: 0 },
      [event(HOME, 60, 11), event(HOME, 62, 12, { type: 'Var', detail: 'Goal cancelled' })],
      'home 60',
    ],
    [
      'counts a goal that is listed twice once',
      { home: 0, away: 1 },
      { home: 0, away: 1 },
      [event(AWAY, 30, 21), event(AWAY, 30, 21)],
      'away 30',
    ],
    [
      'reads goals of first-half stoppage time at minute 47 and 48 as minute 45',
      { home: 2, away: 1 },
      { home: 1, away: 1 },
      [event(HOME, 47, 11), event(AWAY, 48, 21), event(HOME, 52, 12)],
      'home 45, away 45, home 52',
    ],
    [
      'moves own goals to the other team if the score requires this',
      { home: 0, away: 1 },
      { home: 0, away: 0 },
      [event(HOME, 70, 11, { detail: 'Own Goal' })],
      'away 70',
    ],
  ])('[SETL-06] the goal reader for API-Football %s', (_does, fulltime, halftime, events, goals) => {
    const game = readFixture(fixture(fulltime, halftime, events))
    expect(goalsOf(game)).toBe(goals)
    expect(game?.goalsComplete).toBe(true)
  })

  it('[SETL-06] a goal list that cannot be reconciled with the score is kept unchanged', () => {
    const game = readFixture(fixture({ home: 0, away: 0 }, { home: 0, away: 0 }, [event(HOME, 20, 11)]))
    expect(goalsOf(game)).toBe('home 20')
  })
})

describe('the goals of apifootball', () => {
  const goal = (side: 'home' | 'away', time: string, change: object = {}) => ({
    time,
    home_scorer: side === 'home' ? 'A. Player' : '',
    home_scorer_id: side === 'home' ? '11' : '',
    away_scorer: side === 'away' ? 'B. Player' : '',
    away_scorer_id: side === 'away' ? '21' : '',
    info: '',
    score_info_time: Number(time.split('+')[0]) > 45 ? '2nd Half' : '1st Half',
    ...change,
  })
  const row = (score: [number, number], half: [number, number], goalscorer: readonly object[]): FeedRow => ({
    match_id: '7',
    match_date: '2026-11-21',
    match_time: '15:00',
    match_status: 'Finished',
    match_hometeam_name: 'Cedar',
    match_awayteam_name: 'Elm',
    match_hometeam_ft_score: String(score[0]),
    match_awayteam_ft_score: String(score[1]),
    match_hometeam_halftime_score: String(half[0]),
    match_awayteam_halftime_score: String(half[1]),
    goalscorer,
  })

  it.each<[string, [number, number], [number, number], readonly object[], string]>([
    [
      'moves an own goal listed under the scorer’s side to the other side',
      [0, 1],
      [0, 1],
      [goal('home', '30', { info: 'Own Goal' })],
      'away 30',
    ],
    [
      'keeps an own goal under the side it counts for',
      [1, 0],
      [1, 0],
      [goal('home', '30', { info: 'Own Goal' })],
      'home 30',
    ],
    [
      'counts neither missed penalties nor cancelled goals',
      [1, 0],
      [1, 0],
      [
        goal('home', '30'),
        goal('away', '50', { info: 'Missed Penalty' }),
        goal('home', '70', { info: 'Goal cancelled' }),
      ],
      'home 30',
    ],
    ['counts a goal that is listed twice once', [1, 0], [1, 0], [goal('home', '30'), goal('home', '30')], 'home 30'],
    [
      'reads a goal at minute 47 of the first half as minute 45',
      [1, 0],
      [1, 0],
      [goal('home', '47', { score_info_time: '1st Half' })],
      'home 45',
    ],
    ['reads a goal at minute 48 by the half-time score', [1, 0], [1, 0], [goal('home', '48')], 'home 45'],
    [
      'ignores kicks of a shoot-out',
      [1, 0],
      [1, 0],
      [goal('home', '30'), goal('away', '90', { score_info_time: 'Penalty' })],
      'home 30',
    ],
  ])('[SETL-06] the goal reader for apifootball %s', (_does, score, half, goalscorer, goals) => {
    expect(goalsOf(readEvent(row(score, half, goalscorer)))).toBe(goals)
  })
})
