import type { Game } from '@mupiira/contract/games.ts'
import { dayKey } from '@mupiira/domain/time/kampala.ts'
import { leagueName } from '../../shared/format/game-texts.ts'

export type GameGroup = {
  /** The key of the league, which can have several groups. */
  readonly key: string
  readonly title: string
  readonly sport: string
  readonly league: string
  readonly country: string | null
  /** The day of the games in Kampala. */
  readonly day: string
  readonly ids: readonly string[]
}

/**
 * Groups the games of a page by league, ascending by the hour of their start (HOME-14). Within an hour the games of a
 * league follow each other, so a league has one heading for each hour at most. Each page is grouped separately, so that
 * a new page does not move rows above.
 */
export function groupGames(games: readonly Game[]): readonly GameGroup[] {
  const groups: (GameGroup & { ids: string[] })[] = []
  for (const game of byLeagueWithinHour(games)) {
    const { id, sport, league, country, startTime } = game
    const last = groups.at(-1)
    const key = leagueKey(game)
    const day = dayKey(new Date(startTime))
    if (last?.key === key && last.day === day) last.ids.push(id)
    else groups.push({ key, title: leagueName(league, country), sport, league, country, day, ids: [id] })
  }
  return groups
}

const leagueKey = ({ sport, country, league }: Game): string => `${sport}|${country ?? ''}|${league}`

/** `2026-11-28T16:05:00Z` and `2026-11-28T16:30:00Z` share an hour, also in Kampala. */
const hourOf = (game: Game | undefined): string | undefined => game?.startTime.slice(0, 13)

/** Orders the games of an hour by league, beginning with the previous game's league, to avoid repeated headings. */
function byLeagueWithinHour(games: readonly Game[]): readonly Game[] {
  const ordered: Game[] = []
  for (let from = 0, to = 0; from < games.length; from = to) {
    while (hourOf(games[to]) === hourOf(games[from]) && to < games.length) to++
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
