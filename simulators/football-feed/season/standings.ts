import type { Feed, MatchState } from '../feed.ts'
import type { Club } from './match.ts'

export type Part = 'overall' | 'home' | 'away'

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
  return ranked(table.clubs, lines).map((club, at) => ({ club, place: at + 1, line: lines.get(club.id) ?? EMPTY_LINE }))
}

export const EMPTY_LINE: Line = { played: 0, won: 0, drawn: 0, lost: 0, goalsFor: 0, goalsAgainst: 0, points: 0 }

const ranked = (clubs: readonly Club[], lines: ReadonlyMap<string, Line>): Club[] => {
  const line = (club: Club): Line => lines.get(club.id) ?? EMPTY_LINE
  const lead = (club: Club): number => line(club).goalsFor - line(club).goalsAgainst
  return [...clubs].sort(
    (one, other) =>
      line(other).points - line(one).points ||
      lead(other) - lead(one) ||
      line(other).goalsFor - line(one).goalsFor ||
      one.name.localeCompare(other.name, 'en'),
  )
}

const lineOf = (club: Club, played: readonly MatchState[], part: Part): Line =>
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
  }, EMPTY_LINE)
