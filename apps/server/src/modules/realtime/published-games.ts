import type { Game } from '@mupiira/contract/games.ts'
import { changeOf, plainMinute, type WrittenChange, writeChange, writeMinute, writePrices } from './games-topic.ts'

/** `changes`: full changes. `prices`: games whose prices alone changed. */
export type Moves = { readonly changes: readonly WrittenChange[]; readonly prices: readonly WrittenChange[] }

/**
 * The published state of games without the fields that change all the time: the minute of a live game and the prices of an
 * open game, which are sent as compact deltas.
 */
export type PublishedGames = {
  readonly knows: (gameId: string) => boolean
  /** A new follower starts from the current snapshot, so its first update may be a minute or price delta. */
  readonly learn: (game: Game) => void
  readonly movesOf: (games: readonly Game[]) => Moves
  /** A game without followers may have changed unpublished; its next update is a full change. */
  readonly forget: (gameIds: readonly string[]) => void
  readonly takeMinutes: () => WrittenChange[]
}

/** After eviction, the next update of a game is a full change. */
const MAX_STORED = 2_000

export function createPublishedGames(): PublishedGames {
  const publishedStates = new Map<string, string | null>()
  const dueMinutes = new Map<string, number>()

  function record(gameId: string, published: string | null): void {
    if (publishedStates.size >= MAX_STORED) publishedStates.clear()
    publishedStates.set(gameId, published)
  }

  /** Whether the state is unchanged except for minute and prices. Records the new state otherwise. */
  function isUnchanged(game: Game): boolean {
    const published = publishedStateOf(game)
    if (published !== null && published === publishedStates.get(game.id)) return true
    record(game.id, published)
    return false
  }

  return {
    knows: (gameId) => publishedStates.has(gameId),
    learn: (game) => record(game.id, publishedStateOf(game)),
    movesOf(games) {
      const [changes, prices]: [WrittenChange[], WrittenChange[]] = [[], []]
      for (const game of games) {
        const minute = plainMinute(game)
        if (!isUnchanged(game)) {
          dueMinutes.delete(game.id)
          changes.push(writeChange(changeOf(game)))
        } else if (minute !== null) dueMinutes.set(game.id, minute)
        else prices.push(writePrices(game))
      }
      return { changes, prices }
    },
    forget(gameIds) {
      for (const id of gameIds) {
        publishedStates.delete(id)
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

/** The state without minute and prices; null if every update of the game is a full change. */
function publishedStateOf(game: Game): string | null {
  const { clock, prices: _prices, trends: _trends, ...rest } = changeOf(game)
  if (plainMinute(game) !== null) return JSON.stringify(rest)
  return game.status === 'upcoming' && game.open ? JSON.stringify({ ...rest, clock }) : null
}
