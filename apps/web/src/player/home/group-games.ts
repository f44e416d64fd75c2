import type { Game } from '@mupiira/contract/games.ts'
import { dayKey } from '@mupiira/domain/time/kampala.ts'
import { leagueKey, leagueName } from '../../shared/format/game-texts.ts'

export type GameGroup = {
  /** The key of the league. A league has one group for each day, so groups can share a key. */
  readonly key: string
  readonly title: string
  readonly sport: string
  readonly league: string
  readonly country: string | null
  /** The day of the games in Kampala; empty in ranked lists. */
  readonly day: string
  readonly ids: readonly string[]
}

/**
 * Groups consecutive games of a league, in the server's order: a league has one group a day (HOME-14). A game that a
 * later page repeats is listed once, at its first place. In ranked lists (`isRanked`: a search, or the popular games),
 * days do not ascend.
 */
export function groupGames(games: readonly Game[], isRanked = false): readonly GameGroup[] {
  const groups: (GameGroup & { ids: string[] })[] = []
  for (const game of games) {
    const { id, sport, league, country } = game
    const last = groups.at(-1)
    const key = leagueKey({ sport, country, name: league })
    const day = isRanked ? '' : dayKey(new Date(game.startTime))
    if (last?.key === key && last.day === day) last.ids.push(id)
    else groups.push({ key, title: leagueName(league, country), sport, league, country, day, ids: [id] })
  }
  return groups
}
