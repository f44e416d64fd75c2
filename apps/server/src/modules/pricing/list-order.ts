import { SPORTS } from '@mupiira/domain/markets/types.ts'
import { startOfDay } from '@mupiira/domain/time/kampala.ts'
import type { GameRow } from '../catalogue/index.ts'

/** The rank of a game's league among all leagues, 0 to 100. */
export type LeagueRank = (game: GameRow) => number

type Place = { readonly day: number; readonly sport: number; readonly rank: number; readonly game: GameRow }

/** Football first. Unknown sports follow the known ones. */
export function sportRank(sport: string): number {
  const at = SPORTS.findIndex((known) => known === sport)
  return at < 0 ? SPORTS.length : at
}

const leagueOf = ({ sport, country, league }: GameRow): string => `${sport}|${country ?? ''}|${league}`
const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const byImportance = (a: Place, b: Place): number => a.sport - b.sport || b.rank - a.rank

const byStart = ({ game: a }: Place, { game: b }: Place): number =>
  a.startTime.getTime() - b.startTime.getTime() || compareTexts(a.id, b.id)

/**
 * The default order of every list of games: day in Kampala, sport, rank of the league, then start time. The games of a
 * league on one day follow each other.
 */
const byDayAndLeague = (a: Place, b: Place): number =>
  a.day - b.day || byImportance(a, b) || compareTexts(leagueOf(a.game), leagueOf(b.game)) || byStart(a, b)

const placeIn = (game: GameRow, rankOf: LeagueRank): Place => ({
  day: startOfDay(game.startTime).getTime(),
  sport: sportRank(game.sport),
  rank: rankOf(game),
  game,
})

const sorted = (games: readonly GameRow[], rankOf: LeagueRank, compare: (a: Place, b: Place) => number) =>
  games
    .map((game) => placeIn(game, rankOf))
    .sort(compare)
    .map(({ game }) => game)

export const inListOrder = (games: readonly GameRow[], rankOf: LeagueRank): readonly GameRow[] =>
  sorted(games, rankOf, byDayAndLeague)

/** The most important leagues first on any day, for the list of popular games. */
export const inOrderOfImportance = (games: readonly GameRow[], rankOf: LeagueRank): readonly GameRow[] =>
  sorted(games, rankOf, (a, b) => byImportance(a, b) || byStart(a, b))

/** Whether a game is listed after another one in the default order. */
export const isListedAfter = (game: GameRow, other: GameRow, rankOf: LeagueRank): boolean =>
  byDayAndLeague(placeIn(game, rankOf), placeIn(other, rankOf)) > 0
