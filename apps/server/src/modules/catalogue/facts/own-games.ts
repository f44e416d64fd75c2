import type { Sql } from '../../../kernel/db/sql.ts'
import type { FeedPlayedGame, FeedStanding } from '../ports.ts'
import type { GameRow } from '../games/game-row.ts'

const MOST_OF_A_LEAGUE = 600
const FORM_GAMES = 5

const PLAYED = `start_time as "startTime", league, home_team as "homeTeam", away_team as "awayTeam",
  home_score as "homeScore", away_score as "awayScore"`
const IS_PLAYED = `result_version > 0 and verdict->>'kind' = 'result' and home_score is not null and away_score is not null`

type Row = Omit<FeedPlayedGame, 'startTime'> & { readonly startTime: Date }

const toPlayedGames = (rows: readonly Row[]): FeedPlayedGame[] =>
  rows.map((row) => ({ ...row, startTime: row.startTime.toISOString() }))

/** Own finished games of a league, latest first. */
export const finishedInLeague = async (sql: Sql, game: GameRow): Promise<FeedPlayedGame[]> =>
  toPlayedGames(
    await sql.query<Row>(
      `select ${PLAYED} from games where league = $1 and country is not distinct from $2 and sport = $3 and ${IS_PLAYED}
       order by start_time desc limit $4`,
      [game.league, game.country, game.sport, MOST_OF_A_LEAGUE],
    ),
  )

/** Own finished games of a team, latest first. */
export const finishedByTeam = async (sql: Sql, team: string, sport: string, most: number): Promise<FeedPlayedGame[]> =>
  toPlayedGames(
    await sql.query<Row>(
      `select * from (
         (select ${PLAYED} from games where home_team = $1 and sport = $2 and ${IS_PLAYED} order by start_time desc limit $3)
         union all
         (select ${PLAYED} from games where away_team = $1 and sport = $2 and ${IS_PLAYED} order by start_time desc limit $3)
       ) played order by "startTime" desc limit $3`,
      [team, sport, most],
    ),
  )

/** Own finished games of two teams against each other, home and away, latest first. */
export const finishedBetween = async (
  sql: Sql,
  [team, other]: readonly [string, string],
  sport: string,
  most: number,
): Promise<FeedPlayedGame[]> =>
  toPlayedGames(
    await sql.query<Row>(
      `select * from (
         (select ${PLAYED} from games where home_team = $1 and away_team = $2 and sport = $3 and ${IS_PLAYED} order by start_time desc limit $4)
         union all
         (select ${PLAYED} from games where home_team = $2 and away_team = $1 and sport = $3 and ${IS_PLAYED} order by start_time desc limit $4)
       ) played order by "startTime" desc limit $4`,
      [team, other, sport, most],
    ),
  )

export type Form = 'W' | 'D' | 'L'

/** The last five results of each team, latest last. `played` is latest first. */
export function formsIn(played: readonly FeedPlayedGame[]): ReadonlyMap<string, readonly Form[]> {
  const forms = new Map<string, Form[]>()
  for (const { homeTeam, awayTeam, homeScore, awayScore } of played) {
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

/** A league table from its games: by points, goal difference, goals, name. */
export function tableOf(played: readonly FeedPlayedGame[]): FeedStanding[] {
  const table = new Map<string, Omit<FeedStanding, 'position'>>()
  for (const { homeTeam, awayTeam, homeScore, awayScore } of played) {
    for (const [team, own, others] of [
      [homeTeam, homeScore, awayScore],
      [awayTeam, awayScore, homeScore],
    ] as const) {
      const line = table.get(team) ?? EMPTY_LINE
      table.set(team, {
        team,
        played: line.played + 1,
        won: line.won + (own > others ? 1 : 0),
        drawn: line.drawn + (own === others ? 1 : 0),
        lost: line.lost + (own < others ? 1 : 0),
        goalsFor: line.goalsFor + own,
        goalsAgainst: line.goalsAgainst + others,
        points: line.points + (own > others ? 3 : own === others ? 1 : 0),
      })
    }
  }
  return [...table.values()]
    .toSorted(
      (a, b) =>
        b.points - a.points ||
        b.goalsFor - b.goalsAgainst - (a.goalsFor - a.goalsAgainst) ||
        b.goalsFor - a.goalsFor ||
        a.team.localeCompare(b.team),
    )
    .map((line, at) => ({ position: at + 1, ...line }))
}

const EMPTY_LINE = { played: 0, won: 0, drawn: 0, lost: 0, goalsFor: 0, goalsAgainst: 0, points: 0 }
