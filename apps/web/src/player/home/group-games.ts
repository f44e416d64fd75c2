import type { Game } from '@mupiira/contract/games.ts'
import { leagueName } from '../../shared/format/game-texts.ts'

export type GameGroup = {
  /** The key of the league, which can have several groups. */
  readonly key: string
  readonly title: string
  readonly sport: string
  readonly league: string
  readonly country: string | null
  readonly ids: readonly string[]
}

/**
 * Groups the games of a page by league, ascending by start (HOME-14). Games that start together are grouped by league,
 * and a league's heading can repeat later. Each page is grouped separately, so that a new page does not move rows
 * above.
 */
export function groupGames(games: readonly Game[]): readonly GameGroup[] {
  const groups: (GameGroup & { ids: string[] })[] = []
  for (const game of byLeagueWithinStart(games)) {
    const { id, sport, league, country } = game
    const last = groups.at(-1)
    const key = leagueKey(game)
    if (last?.key === key) last.ids.push(id)
    else groups.push({ key, title: leagueName(league, country), sport, league, country, ids: [id] })
  }
  return groups
}

const leagueKey = ({ sport, country, league }: Game): string => `${sport}|${country ?? ''}|${league}`

/**
 * Orders games that start together by league, beginning with the previous game's league, to avoid repeated headings.
 */
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
