import type { Game } from '@mupiira/contract/games.ts'
import { changeOf, plainMinute, type WrittenChange, writeChange, writeMinute, writePrices } from './games-topic.ts'

/** What has to be told at once: games of which anything moved, and those of which the prices did, and nothing else. */
export type Moves = { readonly changes: readonly WrittenChange[]; readonly prices: readonly WrittenChange[] }

/**
 * What was told of games but for what moves all the time: the minute of one in play, which is due then and told with
 * others, and the prices of an open one, which are told in few bytes.
 */
export type PublishedGames = {
  readonly knows: (gameId: string) => boolean
  /** Whoever begins to follow it knows this game as it is: the first thing that he is told may be its minute or its prices. */
  readonly learn: (game: Game) => void
  readonly movesOf: (games: readonly Game[]) => Moves
  /** What changed while nobody followed was told to nobody: what was told before says nothing of who comes next. */
  readonly forget: (gameIds: readonly string[]) => void
  readonly takeMinutes: () => WrittenChange[]
}

/** Of one that is forgotten all is told again. */
const MOST_STORED = 2_000

export function createPublishedGames(): PublishedGames {
  const reportedOf = new Map<string, string | null>()
  const dueMinutes = new Map<string, number>()

  function note(gameId: string, told: string | null): void {
    if (reportedOf.size >= MOST_STORED) reportedOf.clear()
    reportedOf.set(gameId, told)
  }

  /** Whether everything else stands as it was told. */
  function isReported(game: Game): boolean {
    const told = publishedAs(game)
    if (told !== null && told === reportedOf.get(game.id)) return true
    note(game.id, told)
    return false
  }

  return {
    knows: (gameId) => reportedOf.has(gameId),
    learn: (game) => note(game.id, publishedAs(game)),
    movesOf(games) {
      const [changes, prices]: [WrittenChange[], WrittenChange[]] = [[], []]
      for (const game of games) {
        const minute = plainMinute(game)
        if (!isReported(game)) {
          dueMinutes.delete(game.id)
          changes.push(writeChange(changeOf(game)))
        } else if (minute !== null) dueMinutes.set(game.id, minute)
        else prices.push(writePrices(game))
      }
      return { changes, prices }
    },
    forget(gameIds) {
      for (const id of gameIds) {
        reportedOf.delete(id)
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

/** What was told of a game but for what moves all the time; null of one that has nothing of the kind. */
function publishedAs(game: Game): string | null {
  const { clock, prices: _prices, trends: _trends, ...rest } = changeOf(game)
  if (plainMinute(game) !== null) return JSON.stringify(rest)
  return game.status === 'upcoming' && game.open ? JSON.stringify({ ...rest, clock }) : null
}
