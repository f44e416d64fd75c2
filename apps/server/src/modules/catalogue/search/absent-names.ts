import type { GameRow } from '../games/game-row.ts'
import { exactNames, isOwnName, type NameIndex, namesOf, type Search, type SearchName } from './rank-games.ts'

/** An alias such as "united" can belong to several clubs. */
const MAX_NAMES = 3

/**
 * The clubs and leagues that a search names exactly and that have no game. An alias that is also a word in the name of
 * a found game, such as "city", may mean that game instead (`hasFound`).
 */
export function absentNames(
  games: readonly GameRow[],
  { parts }: Search,
  index: NameIndex,
  hasFound: boolean,
): readonly SearchName[] {
  const named = parts.flatMap((part) =>
    exactNames(part, index).filter((names) => !hasFound || names.some((name) => isOwnName(name, part))),
  )
  if (named.length === 0) return []
  const playing = new Set(games.flatMap((game) => namesOf(game, index)))
  return named.filter((names) => !names.some((name) => playing.has(name))).flatMap((names) => names.slice(0, MAX_NAMES))
}
