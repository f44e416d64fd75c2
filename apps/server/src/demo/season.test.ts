import { expect, it } from 'vitest'
import { HOUR_MS } from '@mupiira/domain/time/durations.ts'
import { reportAt, scoreAfterFirstGoal, type SeasonMatch } from './season.ts'

const KICK_OFF = new Date('2026-11-28T17:00:00Z')
const hoursLater = (hours: number): Date => new Date(KICK_OFF.getTime() + hours * HOUR_MS)
const game: SeasonMatch['game'] = {
  matchId: '7',
  league: 'Premier League',
  country: 'England',
  homeTeam: 'Arsenal',
  awayTeam: 'Fulham',
  teamIds: null,
  startsAt: KICK_OFF,
  goals: [],
  goalsComplete: false,
  redCards: null,
  incidents: null,
  knockOut: false,
  qualifier: null,
  players: [],
  participants: null,
  raw: null,
}
const match: SeasonMatch = {
  id: '7',
  startsAt: KICK_OFF,
  odds: { home: 1.5, draw: 4, away: 6 },
  game,
  halfTime: { home: 1, away: 0 },
  fullTime: { home: 2, away: 0 },
}
const report = { ...game, status: { kind: 'finished' }, score: { home: 2, away: 0 }, halfTime: null } as const

it.each([
  ['before the kick-off', -1, 24, undefined, false, 'upcoming'],
  ['long before the end of the history', 1, 24, undefined, false, 'finished'],
  ['still live at the end of the history', 1, 1.5, undefined, false, 'upcoming'],
  ['just ended, as the feed reports', 1, 1.5, report, false, 'finished'],
  ['cancelled', 1, 24, undefined, true, 'cancelled'],
] as const)('the demo history reports a match that is %s', (_case, nowHours, endHours, reported, isCancelled, kind) => {
  const ending = { isCancelled, reported, end: hoursLater(endHours) }
  expect(reportAt(match, ending, hoursLater(nowHours)).status.kind).toBe(kind)
})

const goals = [
  { team: 'home', minute: 70 },
  { team: 'away', minute: 12 },
] as const

it.each([
  ['the first goal of its list', { home: 0, away: 0 }, { home: 1, away: 1 }, goals, { home: 0, away: 1 }],
  ['the goal of the first half', { home: 0, away: 1 }, { home: 2, away: 1 }, [], { home: 0, away: 1 }],
  ['a goal of the second half', { home: 0, away: 0 }, { home: 0, away: 2 }, [], { home: 0, away: 1 }],
  ['a goal, although the half-time score is unknown', null, { home: 2, away: 1 }, [], { home: 1, away: 0 }],
  ['no goal', { home: 0, away: 0 }, { home: 0, away: 0 }, [], { home: 0, away: 0 }],
  ['no goal while its result is unknown', null, null, [], { home: 0, away: 0 }],
])('[INP-01] a live match of the demo history has %s', (_title, halfTime, fullTime, listed, expected) => {
  expect(scoreAfterFirstGoal({ ...match, halfTime, fullTime }, listed)).toEqual(expected)
})
