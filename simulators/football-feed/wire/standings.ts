import type { Feed, Seen } from '../feed.ts'
import type { Club } from '../season/match.ts'
import { NOT_ENOUGH, refusal, type Action, type WireRow } from './reply.ts'

type Part = 'overall' | 'home' | 'away'

export interface Line {
  readonly played: number
  readonly won: number
  readonly drawn: number
  readonly lost: number
  readonly goalsFor: number
  readonly goalsAgainst: number
  readonly points: number
}

/** A league's clubs in order, each with its record. */
export function rankedLines(table: NonNullable<ReturnType<Feed['table']>>, part: Part = 'overall') {
  const lines = new Map(table.clubs.map((club) => [club.id, lineOf(club, table.played, part)]))
  return ranked(table.clubs, lines).map((club, at) => ({ club, place: at + 1, line: lines.get(club.id) ?? EMPTY }))
}

const PARTS: readonly Part[] = ['overall', 'home', 'away']
const EMPTY: Line = { played: 0, won: 0, drawn: 0, lost: 0, goalsFor: 0, goalsAgainst: 0, points: 0 }

export const getStandings: Action = ({ feed, query }) => {
  const leagueId = query.get('league_id') ?? ''
  if (leagueId === '') return NOT_ENOUGH
  const table = feed.table(leagueId)
  if (table === undefined) return refusal('No standings found (please check your plan)!')
  const parts = PARTS.map((part) => {
    const lines = rankedLines(table, part)
    return { part, byClub: new Map(lines.map((each) => [each.club.id, each])) }
  })
  return rankedLines(table).map(({ club }) => ({
    country_name: table.league.country,
    league_id: table.league.id,
    league_name: table.league.name,
    team_id: club.id,
    team_name: club.name,
    overall_promotion: '',
    ...Object.assign(
      {},
      ...parts.map(({ part, byClub }) =>
        partColumns(part, byClub.get(club.id)?.line ?? EMPTY, String(byClub.get(club.id)?.place ?? '')),
      ),
    ),
    league_round: '',
    team_badge: '',
    fk_stage_key: table.league.id,
    stage_name: 'Current',
  }))
}

const partColumns = (part: Part, line: Line, place: string): WireRow => ({
  [`${part}_league_position`]: place,
  // Spelled this way by the provider.
  [`${part}_league_payed`]: String(line.played),
  [`${part}_league_W`]: String(line.won),
  [`${part}_league_D`]: String(line.drawn),
  [`${part}_league_L`]: String(line.lost),
  [`${part}_league_GF`]: String(line.goalsFor),
  [`${part}_league_GA`]: String(line.goalsAgainst),
  [`${part}_league_PTS`]: String(line.points),
})

const ranked = (clubs: readonly Club[], lines: ReadonlyMap<string, Line>): Club[] => {
  const line = (club: Club): Line => lines.get(club.id) ?? EMPTY
  const lead = (club: Club): number => line(club).goalsFor - line(club).goalsAgainst
  return [...clubs].sort(
    (one, other) =>
      line(other).points - line(one).points ||
      lead(other) - lead(one) ||
      line(other).goalsFor - line(one).goalsFor ||
      one.name.localeCompare(other.name, 'en'),
  )
}

const lineOf = (club: Club, played: readonly Seen[], part: Part): Line =>
  played.reduce((line, { match, play }) => {
    const isHome = match.home.id === club.id
    if (play.fullTime === undefined || (!isHome && match.away.id !== club.id)) return line
    if ((part === 'home' && !isHome) || (part === 'away' && isHome)) return line
    const own = isHome ? play.fullTime.home : play.fullTime.away
    const others = isHome ? play.fullTime.away : play.fullTime.home
    return {
      played: line.played + 1,
      won: line.won + (own > others ? 1 : 0),
      drawn: line.drawn + (own === others ? 1 : 0),
      lost: line.lost + (own < others ? 1 : 0),
      goalsFor: line.goalsFor + own,
      goalsAgainst: line.goalsAgainst + others,
      points: line.points + (own > others ? 3 : own === others ? 1 : 0),
    }
  }, EMPTY)
