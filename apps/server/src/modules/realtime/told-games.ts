import type { GameChange } from '@mupiira/contract/events.ts'
import type { Game } from '@mupiira/contract/games.ts'
import { changeOf, plainMinute, type WrittenChange, writeMinute } from './games-topic.ts'

/** What was told of games in play but for the minute, and the minutes that are due: a minute alone is told with others. */
export type ToldGames = {
  readonly knows: (gameId: string) => boolean
  /** Whoever begins to follow it knows this game as it is: the first thing that he is told may be its minute. */
  readonly learn: (game: Game) => void
  /** What has to be told now of games that have changed; of one in play of which only the minute has moved, nothing. */
  readonly changesOf: (games: readonly Game[]) => GameChange[]
  /** What changed while nobody followed was told to nobody: what was told before says nothing of who comes next. */
  readonly forget: (gameIds: readonly string[]) => void
  readonly takeMinutes: () => WrittenChange[]
}

/** Of one that is forgotten all is told again. */
const MOST_KEPT = 2_000

export function createToldGames(): ToldGames {
  const toldOf = new Map<string, string | null>()
  const dueMinutes = new Map<string, number>()

  function note(gameId: string, told: string | null): void {
    if (toldOf.size >= MOST_KEPT) toldOf.clear()
    toldOf.set(gameId, told)
  }

  function hasMoreThanAMinute(game: Game): boolean {
    const minute = plainMinute(game)
    const told = toldAs(game)
    if (minute !== null && told === toldOf.get(game.id)) {
      dueMinutes.set(game.id, minute)
      return false
    }
    dueMinutes.delete(game.id)
    note(game.id, told)
    return true
  }

  return {
    knows: (gameId) => toldOf.has(gameId),
    learn: (game) => note(game.id, toldAs(game)),
    changesOf: (games) => games.filter(hasMoreThanAMinute).map(changeOf),
    forget(gameIds) {
      for (const id of gameIds) {
        toldOf.delete(id)
        dueMinutes.delete(id)
      }
    },
    takeMinutes() {
      const minutes = [...dueMinutes].map(([gameId, minute]) => writeMinute(gameId, minute))
      dueMinutes.clear()
      return minutes
    },
  }
}

/** What was told of a game in play but for its minute; null of every other. */
function toldAs(game: Game): string | null {
  if (plainMinute(game) === null) return null
  const { clock: _clock, ...rest } = changeOf(game)
  return JSON.stringify(rest)
}
