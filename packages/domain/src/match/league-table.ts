import type { Sport } from '../markets/types.ts'

/** How a table ranks its teams: by points, or by the percentage of games won. */
export type Ranking = 'points' | 'percentage'

/** null for sports whose players meet in knock-out tournaments and have no table. */
const RANKINGS: Readonly<Record<Sport, Ranking | null>> = { soccer: 'points', basketball: 'percentage', tennis: null }
const RANKING_OF: ReadonlyMap<string, Ranking | null> = new Map(Object.entries(RANKINGS))

/** null if the sport has no table. */
export const rankingOf = (sport: string): Ranking | null => RANKING_OF.get(sport) ?? null

export interface LeagueGame {
  readonly homeTeam: string
  readonly awayTeam: string
  readonly homeScore: number
  readonly awayScore: number
}

export interface TableLine {
  readonly position: number
  readonly team: string
  readonly played: number
  readonly won: number
  /** null in a table by percentage, whose games have no draws. */
  readonly drawn: number | null
  readonly lost: number
  /** Goals, or the points scored in basketball. */
  readonly goalsFor: number
  readonly goalsAgainst: number
  /** null in a table by percentage. */
  readonly points: number | null
}

/** The games won, in tenths of a percent. */
export const perMilleWon = ({ won, played }: Pick<TableLine, 'won' | 'played'>): number =>
  played === 0 ? 0 : Math.round((won * 1000) / played)

/** A league table from its games: by points or percentage, then goal difference, goals and name. */
export function leagueTable(games: readonly LeagueGame[], ranking: Ranking): TableLine[] {
  const counts = new Map<string, Counts>()
  for (const { homeTeam, awayTeam, homeScore, awayScore } of games) {
    for (const [team, own, others] of [
      [homeTeam, homeScore, awayScore],
      [awayTeam, awayScore, homeScore],
    ] as const) {
      const line = counts.get(team) ?? NO_GAMES
      counts.set(team, {
        played: line.played + 1,
        won: line.won + (own > others ? 1 : 0),
        drawn: line.drawn + (own === others ? 1 : 0),
        lost: line.lost + (own < others ? 1 : 0),
        goalsFor: line.goalsFor + own,
        goalsAgainst: line.goalsAgainst + others,
      })
    }
  }
  const rank = ranking === 'points' ? pointsOf : partWon
  return [...counts]
    .toSorted(
      ([teamA, a], [teamB, b]) =>
        rank(b) - rank(a) ||
        b.goalsFor - b.goalsAgainst - (a.goalsFor - a.goalsAgainst) ||
        b.goalsFor - a.goalsFor ||
        teamA.localeCompare(teamB),
    )
    .map(([team, line], at) => ({
      ...line,
      position: at + 1,
      team,
      drawn: ranking === 'points' ? line.drawn : null,
      points: ranking === 'points' ? pointsOf(line) : null,
    }))
}

type Counts = Readonly<Record<'played' | 'won' | 'drawn' | 'lost' | 'goalsFor' | 'goalsAgainst', number>>
const NO_GAMES: Counts = { played: 0, won: 0, drawn: 0, lost: 0, goalsFor: 0, goalsAgainst: 0 }
const partWon = ({ won, played }: Counts): number => won / played
const pointsOf = ({ won, drawn }: Counts): number => 3 * won + drawn

export type Form = 'W' | 'D' | 'L'
const FORM_GAMES = 5

/** The last five results of each team, latest last. `games` is latest first. */
export function recentForms(games: readonly LeagueGame[]): ReadonlyMap<string, readonly Form[]> {
  const forms = new Map<string, Form[]>()
  for (const { homeTeam, awayTeam, homeScore, awayScore } of games) {
    const lead = homeScore - awayScore
    for (const [team, ahead] of [
      [homeTeam, lead],
      [awayTeam, -lead],
    ] as const) {
      const form = forms.get(team) ?? []
      if (form.length < FORM_GAMES) form.unshift(ahead > 0 ? 'W' : ahead < 0 ? 'L' : 'D')
      forms.set(team, form)
    }
  }
  return forms
}
