import type { Game } from '@mupiira/contract/games.ts'
import { leagueName } from '../../shared/format/game-texts.ts'

export type GameGroup = {
  /** Unique per group: a league may have several groups. */
  readonly key: string
  readonly title: string
  readonly sport: string
  readonly league: string
  readonly country: string | null
  readonly games: readonly Game[]
}

/**
 * Groups the games of one page by league, ascending by start (HOME-14). A league's heading repeats after a game of
 * another league. Games that start together are grouped by league. Each page is grouped separately, so that a further
 * page does not move rows that the player is reading.
 */
export function groupGames(games: readonly Game[]): readonly GameGroup[] {
  const groups: (GameGroup & { games: Game[] })[] = []
  for (const game of byLeagueWithinStart(games)) {
    const { sport, league, country } = game
    const last = groups.at(-1)
    const key = leagueKey(game)
    if (last?.key === key) last.games.push(game)
    else groups.push({ key, title: leagueName(league, country), sport, league, country, games: [game] })
  }
  return groups
}

const leagueKey = ({ sport, country, league }: Game): string => `${sport}|${country ?? ''}|${league}`

/** Among games that start together, first those of the league that the list is in, so that as few headings as can be repeat. */
function byLeagueWithinStart(games: readonly Game[]): readonly Game[] {
  const ordered: Game[] = []
  for (let from = 0, to = 0; from < games.length; from = to) {
    while (games[to]?.startTime === games[from]?.startTime && to < games.length) to++
    const before = ordered.at(-1)
    const leagues = new Map<string, Game[]>(before === undefined ? [] : [[leagueKey(before), []]])
    for (const game of games.slice(from, to)) {
      const key = leagueKey(game)
      leagues.set(key, [...(leagues.get(key) ?? []), game])
    }
    ordered.push(...[...leagues.values()].flat())
  }
  return ordered
}
