import type { Game } from '@mupiira/contract/games.ts'
import { SPORTS } from '@mupiira/domain/markets/types.ts'
import { dayKey } from '@mupiira/domain/time/kampala.ts'
import { leagueName } from '../../shared/format/game-texts.ts'

export type GameGroup = {
  /** The key of the league. A league has one group for each day, so groups can share a key. */
  readonly key: string
  readonly title: string
  readonly sport: string
  readonly league: string
  readonly country: string | null
  /** The day of the games in Kampala; empty for the results of a search. */
  readonly day: string
  readonly ids: readonly string[]
}

/**
 * Groups the games of a page by league. Games ascend by start (HOME-14); the games of a sport and league on one day follow
 * each other, so a league has one heading a day. Each page is grouped separately, so that a new page does not move rows
 * above. The results of a search (`isRanked`) keep their order, and consecutive games of a league share a heading.
 */
export function groupGames(games: readonly Game[], isRanked = false): readonly GameGroup[] {
  const groups: (GameGroup & { ids: string[] })[] = []
  for (const game of isRanked ? games : byLeagueWithinDay(games)) {
    const { id, sport, league, country } = game
    const last = groups.at(-1)
    const key = leagueKey(game)
    const day = isRanked ? '' : dayOf(game)
    if (last?.key === key && last.day === day) last.ids.push(id)
    else groups.push({ key, title: leagueName(league, country), sport, league, country, day, ids: [id] })
  }
  return groups
}

const leagueKey = ({ sport, country, league }: Game): string => `${sport}|${country ?? ''}|${league}`

const dayOf = ({ startTime }: Game): string => dayKey(new Date(startTime))

/** Orders the games of a day by sport, then by league, each league at the place of its first game. */
function byLeagueWithinDay(games: readonly Game[]): readonly Game[] {
  const leagues = new Map<string, Game[]>()
  for (const game of games) {
    const key = `${dayOf(game)} ${leagueKey(game)}`
    const others = leagues.get(key)
    if (others === undefined) leagues.set(key, [game])
    else others.push(game)
  }
  // A new array, and the oldest supported browser has no `toSorted`.
  return [...leagues.values()].flat().sort((a, b) => dayOf(a).localeCompare(dayOf(b)) || sportRank(a) - sportRank(b))
}

/** Soccer first. Unknown sports last. */
function sportRank({ sport }: Game): number {
  const at = SPORTS.findIndex((each) => each === sport.toLowerCase())
  return at < 0 ? SPORTS.length : at
}
