import type { MatchState } from '../feed.ts'
import type { CountedGoal } from '../play/play.ts'
import { hasLineUps, squadOf, type Player, type Role } from '../play/squad.ts'
import type { Card } from '../play/timeline.ts'
import type { Club, League, Score } from '../season/match.ts'
import type { Moment } from '../play/match-clock.ts'
import { statisticsOf } from '../play/statistics.ts'
import type { WireRow } from '../wire-row.ts'

/** How detailed a row is: `score` in the list of a day, `events` for live matches, `all` for matches by id. */
export type Detail = 'score' | 'events' | 'all'

export const fixtureRow = (seen: MatchState, detail: Detail, nowMs: number): WireRow => {
  const { match, play } = seen
  const winner = winnerOf(seen)
  return {
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
}

/** The year in which a season began. Seasons start in July. */
export const seasonOf = (ms: number): number =>
  new Date(ms).getUTCMonth() >= 6 ? new Date(ms).getUTCFullYear() : new Date(ms).getUTCFullYear() - 1

export const teamOf = ({ id, name }: Club): WireRow => ({ id: Number(id), name, logo: '' })

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

/**
 * apifootball's statuses of an interrupted match, with the short and long status here. Unknown statuses pass unchanged.
 */
const STOPPED: Readonly<Record<string, readonly [string, string]>> = {
  Postponed: ['PST', 'Match Postponed'],
  Cancelled: ['CANC', 'Match Cancelled'],
  Abandoned: ['ABD', 'Match Abandoned'],
  Suspended: ['SUSP', 'Match Suspended'],
  Interrupted: ['INT', 'Match Interrupted'],
  Awarded: ['AWD', 'Technical loss'],
}

function statusOf({ play, overrides }: MatchState): WireRow {
  const state = (short: string, long: string, elapsed: number | null, extra: number | null = null): WireRow => ({
    long,
    short,
    elapsed,
    extra,
  })
  if (overrides.stopped !== undefined && !play.live && !play.finished && play.status === overrides.stopped.status) {
    const [short, long] = STOPPED[play.status] ?? [play.status, play.status]
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

function timeOf({ half, minute }: Moment): { readonly elapsed: number; readonly extra: number | null } {
  const end = 45 * half
  if (minute >= end) return { elapsed: end, extra: Math.floor(minute - end) + 1 }
  return { elapsed: Math.max(end - 44, Math.floor(minute)), extra: null }
}

export function eventsOf({ match, play, overrides }: MatchState): WireRow[] {
  const person = (player: Player | undefined): WireRow => ({
    id: player === undefined ? null : Number(player.id),
    name: player?.name ?? null,
  })
  const goal = ({ side, moment, player, assist, info }: CountedGoal): WireRow => ({
    time: timeOf(moment),
    team: teamOf(match[side]),
    player: person(player),
    assist: person(assist),
    type: 'Goal',
    detail: info === '' ? 'Normal Goal' : info,
    comments: null,
  })
  const card = ({ side, moment, player, card: shown }: Card): WireRow => ({
    time: timeOf(moment),
    team: teamOf(match[side]),
    player: person(player),
    assist: person(undefined),
    type: 'Card',
    detail: shown === 'red card' ? 'Red Card' : 'Yellow Card',
    comments: 'Foul',
  })
  return [
    ...play.goals.map((each) => ({ at: each.elapsed, row: goal(each) })),
    ...play.cards.map((each) => ({ at: each.elapsed, row: card(each) })),
    ...(overrides.incidents ?? []).map(({ kind, side }) => ({
      at: Number.POSITIVE_INFINITY,
      row: {
        time: { elapsed: null, extra: null },
        team: teamOf(match[side]),
        player: person(undefined),
        assist: person(undefined),
        type: 'Var',
        detail: kind === 'penalty' ? 'Penalty confirmed' : 'Goal review',
        comments: null,
      },
    })),
  ]
    .sort((one, other) => one.at - other.at)
    .map(({ row }) => row)
}

const POSITIONS: Readonly<Record<Role, string>> = { goalkeeper: 'G', defender: 'D', midfielder: 'M', forward: 'F' }

export function lineupsOf({ match, play }: MatchState, nowMs: number): WireRow[] {
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

export function statisticRows(seen: MatchState): WireRow[] {
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

/** Numbers, percentages as strings, and null for zero. */
const valueOf = (value: string): string | number | null =>
  value.endsWith('%') ? value : value === '0' ? null : Number(value)
