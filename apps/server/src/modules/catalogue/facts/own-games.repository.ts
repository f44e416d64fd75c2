import { sql } from 'kysely'
import { type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql } from '../../../kernel/db/sql.ts'
import type { FeedPlayedGame } from '../ports.ts'
import type { GameRow } from '../games/game-row.ts'

const MAX_GAMES_OF_LEAGUE = 600

const OVER = sql<boolean>`status in ('finished', 'completed', 'settled')`

/** Our games with a result, latest first. */
const selectPlayed = () =>
  q
    .selectFrom('games')
    .innerJoin('game_results', 'game_results.game_id', 'games.id')
    .select([
      'start_time as startTime',
      'league',
      'home_team as homeTeam',
      'away_team as awayTeam',
      'home_score as homeScore',
      'away_score as awayScore',
    ])
    .where(OVER)
    .where(sql<boolean>`decision->>'kind' = 'result' and home_score is not null and away_score is not null`)
    .orderBy('start_time', 'desc')
    .$narrowType<{ homeScore: number; awayScore: number }>()

type Row = Omit<FeedPlayedGame, 'startTime'> & { readonly startTime: Date }

const toPlayedGames = (rows: readonly Row[]): FeedPlayedGame[] =>
  rows.map((row) => ({ ...row, startTime: row.startTime.toISOString() }))

const ofLeague = statement((p: Params<Pick<GameRow, 'league' | 'country' | 'sport'>>) =>
  selectPlayed()
    .where('league', '=', p.league)
    .where('country', 'is not distinct from', p.country)
    .where('sport', '=', p.sport)
    .limit(MAX_GAMES_OF_LEAGUE),
)

/** Our finished games of a league, latest first. */
export const finishedInLeague = async (db: Sql, { league, country, sport }: GameRow): Promise<FeedPlayedGame[]> =>
  toPlayedGames(await db.run(ofLeague({ league, country, sport })))

type Side = 'home_team' | 'away_team'

const ofTeam = (side: Side) =>
  statement((p: Params<{ team: string; sport: GameRow['sport']; limit: number }>) =>
    selectPlayed().where(side, '=', p.team).where('sport', '=', p.sport).limit(p.limit),
  )
const [atHome, away] = [ofTeam('home_team'), ofTeam('away_team')]

/** Our finished games of a team, latest first. */
export async function finishedByTeam(
  db: Sql,
  team: string,
  sport: GameRow['sport'],
  limit: number,
): Promise<FeedPlayedGame[]> {
  const played = await Promise.all([atHome, away].map((of) => db.run(of({ team, sport, limit }))))
  return toPlayedGames(latest(played.flat(), limit))
}

const ofPair = statement((p: Params<{ home: string; away: string; sport: GameRow['sport']; limit: number }>) =>
  selectPlayed()
    .where('home_team', '=', p.home)
    .where('away_team', '=', p.away)
    .where('sport', '=', p.sport)
    .limit(p.limit),
)

/** Our finished games of two teams against each other, home and away, latest first. */
export async function finishedBetween(
  db: Sql,
  [team, other]: readonly [string, string],
  sport: GameRow['sport'],
  limit: number,
): Promise<FeedPlayedGame[]> {
  const played = await Promise.all([
    db.run(ofPair({ home: team, away: other, sport, limit })),
    db.run(ofPair({ home: other, away: team, sport, limit })),
  ])
  return toPlayedGames(latest(played.flat(), limit))
}

const latest = (rows: readonly Row[], limit: number): Row[] =>
  rows.toSorted((a, b) => b.startTime.getTime() - a.startTime.getTime()).slice(0, limit)
