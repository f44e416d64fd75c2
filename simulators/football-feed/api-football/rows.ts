import type { MatchState } from '../feed.ts'
import { hasLineUps, squadOf, type Player, type Role } from '../play/squad.ts'
import type { League, Score } from '../season/match.ts'
import { statisticsOf } from '../play/statistics.ts'
import { playScenarios } from '../scenario.ts'
import type { WireRow } from '../wire-row.ts'
import { cardEvent, goalEvent, teamOf, timeOf } from './events.ts'
import { API_FOOTBALL_SCENARIOS, missedPenalties, reviewEvents, stoppedStatus } from './scenarios.ts'

/** How detailed a row is: `score` in the list of a day, `events` for live matches, `all` for matches by id. */
export type Detail = 'score' | 'events' | 'all'

export const fixtureRow = (seen: MatchState, detail: Detail, nowMs: number): WireRow => {
  const { match, play } = seen
  const winner = winnerOf(seen)
  const row = {
    fixture: {
      id: Number(match.id),
      referee: null,
      timezone: 'UTC',
      date: new Date(match.kickoffMs).toISOString().replace('.000Z', '+00:00'),
      timestamp: match.kickoffMs / 1000,
      periods: { first: play.phase.name === 'before' ? null : match.kickoffMs / 1000, second: null },
      venue: { id: null, name: null, city: null },
      status: statusOf(seen),
    },
    league: { ...leagueOf(match.league), season: seasonOf(match.kickoffMs), round: match.round },
    teams: {
      home: { ...teamOf(match.home), winner: winner === null ? null : winner === 'home' },
      away: { ...teamOf(match.away), winner: winner === null ? null : winner === 'away' },
    },
    goals: sides(play.score),
    score: {
      halftime: sides(play.halfTime),
      fulltime: sides(play.fullTime),
      extratime: sides(play.overtime?.extra),
      penalty: sides(play.overtime?.penalties),
    },
    ...(detail === 'score' ? {} : { events: eventsOf(seen) }),
    ...(detail === 'all' ? { lineups: lineupsOf(seen, nowMs), statistics: statisticRows(seen), players: [] } : {}),
  }
  return playScenarios(API_FOOTBALL_SCENARIOS, row, seen)
}

/** The year in which a season began. Seasons start in July. */
export const seasonOf = (ms: number): number =>
  new Date(ms).getUTCMonth() >= 6 ? new Date(ms).getUTCFullYear() : new Date(ms).getUTCFullYear() - 1

export const leagueOf = ({ id, name, country }: League): WireRow => ({
  id: Number(id),
  name,
  country,
  logo: '',
  flag: null,
})

const sides = (score: Score | undefined): WireRow => ({ home: score?.home ?? null, away: score?.away ?? null })

function winnerOf({ play }: MatchState): 'home' | 'away' | null {
  for (const score of [play.overtime?.penalties, play.overtime?.extra, play.fullTime]) {
    if (score !== undefined && score.home !== score.away) return score.home > score.away ? 'home' : 'away'
  }
  return null
}

export function statusOf({ play }: MatchState): WireRow {
  const state = (short: string, long: string, elapsed: number | null, extra: number | null = null): WireRow => ({
    long,
    short,
    elapsed,
    extra,
  })
  if (play.stoppedAs !== undefined) {
    const [short, long] = stoppedStatus(play.stoppedAs)
    return state(short, long, null)
  }
  switch (play.phase.name) {
    case 'before':
      return state('NS', 'Not Started', null)
    case 'half-time':
      return state('HT', 'Halftime', 45)
    case 'finished':
      if (play.overtime === undefined) return state('FT', 'Match Finished', 90)
      return play.overtime.penalties === undefined
        ? state('AET', 'Match Finished', 120)
        : state('PEN', 'Match Finished', 120)
    case 'play': {
      const { elapsed, extra } = timeOf(play.phase.moment)
      return play.phase.moment.half === 1
        ? state('1H', 'First Half', elapsed, extra)
        : state('2H', 'Second Half', elapsed, extra)
    }
  }
}

const eventsOf = (seen: MatchState): WireRow[] => [
  ...[
    ...seen.play.goals.map((goal) => ({ at: goal.elapsed, row: goalEvent(seen.match, goal) })),
    ...seen.play.cards.map((card) => ({ at: card.elapsed, row: cardEvent(seen.match, card) })),
  ]
    .sort((one, other) => one.at - other.at)
    .map(({ row }) => row),
  ...missedPenalties(seen),
  ...reviewEvents(seen),
]

const POSITIONS: Readonly<Record<Role, string>> = { goalkeeper: 'G', defender: 'D', midfielder: 'M', forward: 'F' }

function lineupsOf({ match, play }: MatchState, nowMs: number): WireRow[] {
  if (play.phase.name === 'before' && !hasLineUps(match, nowMs)) return []
  const listed = ({ id, name, number, role }: Player): WireRow => ({
    player: { id: Number(id), name, number, pos: POSITIONS[role], grid: null },
  })
  return [match.home, match.away].map((club) => {
    const { starting, bench, coach, system } = squadOf(club)
    return {
      team: teamOf(club),
      formation: system,
      startXI: starting.map(listed),
      substitutes: bench.map(listed),
      coach: { id: null, name: coach, photo: null },
    }
  })
}

/** The names of statistics in this wire format, by their names in apifootball's format. */
const TYPES: Readonly<Record<string, string>> = {
  'Ball Possession': 'Ball Possession',
  'Shots Total': 'Total Shots',
  'Shots On Goal': 'Shots on Goal',
  'Shots Off Goal': 'Shots off Goal',
  'Shots Blocked': 'Blocked Shots',
  Corners: 'Corner Kicks',
  Fouls: 'Fouls',
  Offsides: 'Offsides',
  'Yellow Cards': 'Yellow Cards',
  'Red Cards': 'Red Cards',
}

function statisticRows(seen: MatchState): WireRow[] {
  const counted = statisticsOf(seen, 'match')
  if (counted.length === 0) return []
  return (['home', 'away'] as const).map((side) => ({
    team: teamOf(seen.match[side]),
    statistics: counted.flatMap((row) => {
      const type = TYPES[row.type]
      const value = String(row[side])
      return type === undefined ? [] : [{ type, value: valueOf(value) }]
    }),
  }))
}

/** The value in the wire format: a number, a percentage as a string, or null for zero. */
const valueOf = (value: string): string | number | null =>
  value.endsWith('%') ? value : value === '0' ? null : Number(value)
