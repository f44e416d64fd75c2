import {
  infiniteQueryOptions,
  type QueryClient,
  type QueryKey,
  queryOptions,
  skipToken,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import type { Ticket } from '@mupiira/contract/tickets.ts'
import type { GameChange } from '@mupiira/contract/events.ts'
import type { Game } from '@mupiira/contract/games.ts'
import { type Answer, api, type Parts } from '../shared/api/client.ts'
import { queryKey } from '../shared/api/queries.ts'

/**
 * The normalised game cache: one query entry with all games by id. Lists, market screens and the slip store ids and
 * read games from here, so a stream event changes one place. TanStack Query keeps unchanged games identical, so only
 * changed rows render.
 */
export const GAMES = ['games'] as const
export type Games = Readonly<Record<string, Game>>

/** Above this number, games without a cached list or market screen are dropped. */
const MAX_GAMES = 300

export const gamesOf = (client: QueryClient): Games => client.getQueryData<Games>(GAMES) ?? {}

const NO_GAMES: Games = {}

/** Reads from the cached games; renders again only when the selected value changes. */
export function useGames<T>(select: (games: Games) => T): T {
  const { data } = useQuery({ queryKey: GAMES, queryFn: skipToken, staleTime: Infinity, select })
  return data ?? select(NO_GAMES)
}

/** One cached game. A list shows dozens of games, and one query observer per game would be slow on phones. */
export function useGame(id: string): Game | undefined {
  const client = useQueryClient()
  const subscribe = useCallback(
    (onChange: () => void) =>
      client.getQueryCache().subscribe(({ query }) => {
        if (query.queryKey[0] === GAMES[0]) onChange()
      }),
    [client],
  )
  const read = () => gamesOf(client)[id]
  return useSyncExternalStore(subscribe, read, read)
}

export function putGames(client: QueryClient, games: readonly Game[], updatedAt?: number): void {
  if (games.length === 0) return
  // Screens that show single games do not observe this entry, so the cache would drop it.
  client.setQueryDefaults(GAMES, { gcTime: Infinity })
  const fresh = Object.fromEntries(games.map((game) => [game.id, game]))
  const known = gamesOf(client)
  const before = Object.keys(known).length > MAX_GAMES ? shownByQueries(client, known) : known
  client.setQueryData<Games>(GAMES, { ...before, ...fresh }, updatedAt === undefined ? {} : { updatedAt })
}

/** The games that a cached query refers to. */
function shownByQueries(client: QueryClient, games: Games): Games {
  const ids = client
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey, state }) => gameIdsIn(queryKey, state.data))
  return Object.fromEntries(ids.flatMap((id) => (games[id] === undefined ? [] : [[id, games[id]]])))
}

/** The games that a cached list or market screen shows. */
export function gameIdsIn([operation, input]: readonly unknown[], data: unknown): readonly string[] {
  if (operation === 'GET /api/games/{id}/markets') return [(input as { readonly id: string }).id]
  if (operation !== 'GET /api/games') return []
  const { pages } = (data ?? {}) as { readonly pages?: readonly GamesPage[] }
  return pages?.flatMap(({ ids }) => ids) ?? []
}

/** The games of a cached response that can still change: in lists, market screens and open tickets. */
export function changeableGames(queryKey: QueryKey, data: unknown): readonly string[] {
  return [...gameIdsIn(queryKey, data), ...ticketsIn(queryKey, data).flatMap(openLegs)]
}

function ticketsIn([operation]: QueryKey, data: unknown): readonly Ticket[] {
  if (data === undefined || data === null) return []
  if (operation === 'GET /api/bets/{id}') return [data as Ticket]
  if (operation !== 'GET /api/bets') return []
  return (data as { readonly pages: readonly { readonly items?: readonly Ticket[] }[] }).pages.flatMap(
    ({ items }) => items ?? [],
  )
}

// A malformed response must not crash the whole app.
const openLegs = ({ status, selections }: Partial<Ticket>): readonly string[] =>
  status === 'pending' ? (selections ?? []).map(({ gameId }) => gameId) : []

type GamesAnswer = Answer<'GET /api/games'>
export type GamesPage = Omit<GamesAnswer, 'items'> & { readonly ids: readonly string[] }

export function toGamesPage(client: QueryClient, { items, ...page }: GamesAnswer, updatedAt?: number): GamesPage {
  putGames(client, items, updatedAt)
  return { ...page, ids: items.map(({ id }) => id) }
}

type GamesQuery = NonNullable<Parts<'GET /api/games'>['query']>

/** A list of games, page by page. */
export const gamesPages = (query: GamesQuery) =>
  infiniteQueryOptions({
    queryKey: ['GET /api/games', query],
    queryFn: async ({ client, pageParam, signal }) => {
      const parts = pageParam === undefined ? { query } : { query: { ...query, cursor: pageParam } }
      return toGamesPage(client, await api('GET /api/games', parts, { signal }))
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })

/** The number of games that match a query, counted by the server. */
export const gameCounts = (query: GamesQuery) =>
  queryOptions({
    queryKey: ['GET /api/games', { ...query, limit: 1 }],
    queryFn: async ({ signal }) => (await api('GET /api/games', { query: { ...query, limit: 1 } }, { signal })).counts,
  })

/** The markets of a game; the game itself is in the cache. */
export const gameMarkets = (id: string) =>
  queryOptions({
    queryKey: queryKey('GET /api/games/{id}/markets', { params: { id } }),
    queryFn: async ({ client, signal }) => {
      const { game, items } = await api('GET /api/games/{id}/markets', { params: { id } }, { signal })
      putGames(client, [game])
      return items
    },
  })

/** A closed game has no prices. */
const LOCKED: Pick<Game, 'prices' | 'trends'> = {
  prices: { '1': null, X: null, '2': null },
  trends: { '1': 'stable', X: 'stable', '2': 'stable' },
}

function withChange(game: Game, change: GameChange): Game {
  const closes = change.open === false
  return {
    ...game,
    // A complete change without `inPlay` is of a game that takes no bets in play.
    ...(change.status && { inPlay: undefined }),
    ...(closes ? LOCKED : {}),
    // Events contain no closing prices, so the last known prices become the closing prices. A second closing event,
    // such as the kick-off after the start time, must not replace them.
    ...(closes && game.open ? { closing: game.prices } : {}),
    ...change,
  }
}

/** Merges two changes of a game. The last price before the game closes becomes the closing price. */
export function followedBy(before: GameChange | undefined, next: GameChange): GameChange {
  if (next.open !== false || before?.prices === undefined) return { ...before, ...next }
  const { prices: closing, trends: _, ...rest } = before
  return { ...rest, closing, ...next }
}

export function patchGames(client: QueryClient, changes: ReadonlyMap<string, GameChange>): void {
  const games = gamesOf(client)
  const patched = [...changes].flatMap(([id, change]) => {
    const game = games[id]
    return game === undefined ? [] : [[id, withChange(game, change)] as const]
  })
  if (patched.length > 0) client.setQueryData<Games>(GAMES, { ...games, ...Object.fromEntries(patched) })
}
