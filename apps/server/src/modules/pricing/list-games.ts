import type { QueryOf, AnswerOf } from '@mupiira/contract/endpoint.ts'
import type { listGames } from '@mupiira/contract/games.ts'
import { popularGames } from '@mupiira/domain/match/popular.ts'
import { startCounts, startsWithin } from '@mupiira/domain/time/start-range.ts'
import { isId } from '../../kernel/ids.ts'
import type { GameRow } from '../catalogue/index.ts'

type Query = QueryOf<typeof listGames>
type Answer = AnswerOf<typeof listGames>

export type ListCursor = { readonly startTime: Date; readonly id: string }

export const writeCursor = ({ startTime, id }: ListCursor): string => `${startTime.getTime().toString(36)}.${id}`

/** Reads a cursor; null for an invalid one. */
export function readCursor(cursor: string | undefined): ListCursor | null {
  const [time = '', id = ''] = (cursor ?? '').split('.')
  if (!/^[0-9a-z]{1,9}$/.test(time) || !isId(id)) return null
  return { startTime: new Date(parseInt(time, 36)), id }
}

/** Filters of the list (HOME-02, 03, APP-48, 51), combined with AND. The search by text is `GameSearch`. */
export function matches(query: Query): (game: GameRow) => boolean {
  return (game) =>
    (query.sport === undefined || game.sport === query.sport.toLowerCase()) &&
    (query.league === undefined || game.league === query.league) &&
    (query.country === undefined || game.country === query.country) &&
    (query.status === undefined ||
      query.status === 'open' ||
      query.status === 'finished' ||
      game.status === (query.status === 'popular' ? 'upcoming' : query.status))
}

/** The games that start in the range of the query (HOME-28). */
export function startingInRange(games: readonly GameRow[], { when }: Query, now: Date): readonly GameRow[] {
  if (when === undefined) return games
  const isWithin = startsWithin(when, now)
  return games.filter(({ startTime }) => isWithin(startTime))
}

/** The page that begins at a position; a negative position is after the end of the list. */
export function pageFrom(
  games: readonly GameRow[],
  start: number,
  limit: number,
): { page: readonly GameRow[]; next: string | null } {
  const page = start < 0 ? [] : games.slice(start, start + limit)
  const last = page.at(-1)
  return { page, next: last !== undefined && start + limit < games.length ? writeCursor(last) : null }
}

/** The position after a game, or -1 if the game has left the list. For lists in the order of a search. */
export function positionAfter(games: readonly GameRow[], { id }: ListCursor): number {
  const at = games.findIndex((game) => game.id === id)
  return at < 0 ? -1 : at + 1
}

/**
 * The numbers of upcoming games by start time. They ignore the filter by start time, so that each range can be chosen.
 */
export const startCountsOf = (games: readonly GameRow[], now: Date): Answer['counts']['starts'] =>
  startCounts(
    games.flatMap(({ status, startTime }) => (status === 'upcoming' ? [startTime] : [])),
    now,
  )

/** Badge counts of the list (HOME-11 to HOME-13), over all filtered games. */
export function countsOf(games: readonly GameRow[], mostBetOn: readonly string[]): Omit<Answer['counts'], 'starts'> {
  const upcoming = games.filter((game) => game.status === 'upcoming')
  return {
    total: games.length,
    live: games.length - upcoming.length,
    popular: popularGames(upcoming, mostBetOn).length,
    upcoming: upcoming.length,
  }
}
