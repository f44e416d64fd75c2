import type { Game } from '@mupiira/contract/games.ts'
import { leagueName } from '../../shared/format/game-texts.ts'

export type GameGroup = {
  readonly key: string
  readonly title: string
  readonly sport: string
  readonly league: string
  readonly country: string | null
  readonly games: readonly Game[]
}

/**
 * Groups one page of games by sport, country and league, each group where its first game stands. Pages are grouped one
 * by one, so that a further page never moves what somebody is looking at.
 */
export function groupGames(games: readonly Game[]): readonly GameGroup[] {
  const groups = new Map<string, GameGroup & { games: Game[] }>()
  for (const game of games) {
    const key = `${game.sport}|${game.country ?? ''}|${game.league}`
    const group = groups.get(key)
    if (group !== undefined) group.games.push(game)
    else {
      const title = leagueName(game.league, game.country)
      groups.set(key, { key, title, sport: game.sport, league: game.league, country: game.country, games: [game] })
    }
  }
  return [...groups.values()]
}
