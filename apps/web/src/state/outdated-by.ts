import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import type { Ticket } from '@mupiira/contract/bets.ts'
import type { GameChange } from '@mupiira/contract/events.ts'
import type { Game } from '@mupiira/contract/games.ts'
import { MY_BETS_EVERY_MS, TICKET_EVERY_MS } from './refetch-at-most.ts'

/** Of the markets, the slip's price and the course of a game. */
const GAME_EVERY_MS = 2_000
const COURSE: readonly unknown[] = ['GET /api/games/{id}/timeline', 'GET /api/games/{id}/statistics']

type Changes = ReadonlyMap<string, GameChange>
/** A reading that changed games leave behind, and how often at most it is asked again. */
export type Outdated = { readonly queryKey: QueryKey; readonly everyMs: number }

/**
 * What of the cache cannot be patched with these changes, and has to be asked again; each reading once. It compares
 * with what is cached: every change of a game says its status, whether that has moved or not.
 */
export const outdatedBy = (client: QueryClient, changes: Changes): readonly Outdated[] => [
  ...markets(client, changes),
  ...courses(client, changes),
  ...tickets(client, changes),
  ...quote(client, changes),
]

/** Prices are told of 1X2 alone: when they are, those of the other markets have moved as well. */
function markets(client: QueryClient, changes: Changes): readonly Outdated[] {
  return client
    .getQueriesData<{ readonly game: Game }>({ queryKey: ['GET /api/games/{id}/markets'] })
    .flatMap(([queryKey, data]) => {
      const change = data && changes.get(data.game.id)
      if (data === undefined || change === undefined) return []
      const { status = data.game.status, open = data.game.open, prices } = change
      const moved = prices !== undefined || status !== data.game.status || open !== data.game.open
      return moved ? [{ queryKey, everyMs: GAME_EVERY_MS }] : []
    })
}

/** A goal or a whistle: what is told about the course of a game. One that is to come has none. */
function courses(client: QueryClient, changes: Changes): readonly Outdated[] {
  return client
    .getQueryCache()
    .findAll({ predicate: ({ queryKey }) => COURSE.includes(queryKey[0]) })
    .flatMap(({ queryKey }) => {
      const change = changes.get((queryKey[1] as { readonly id: string }).id)
      const moved = change?.homeScore !== undefined || change?.status !== undefined
      return moved && change.status !== 'upcoming' ? [{ queryKey, everyMs: GAME_EVERY_MS }] : []
    })
}

/** A game that starts or ends changes how its tickets stand. */
function tickets(client: QueryClient, changes: Changes): readonly Outdated[] {
  const hasMoved = (ticket: Ticket | null): boolean =>
    ticket?.selections?.some(({ gameId, gameStatus }) => {
      const status = changes.get(gameId)?.status
      return status !== undefined && status !== gameStatus
    }) === true
  const details = client
    .getQueriesData<Ticket>({ queryKey: ['GET /api/bets/{id}'] })
    .flatMap(([queryKey, ticket]) => (ticket && hasMoved(ticket) ? [{ queryKey, everyMs: TICKET_EVERY_MS }] : []))
  const lists = client.getQueriesData<InfiniteData<{ readonly items: readonly Ticket[] }>>({
    queryKey: ['GET /api/bets'],
  })
  const isListed = lists.some(([, data]) => data?.pages.some(({ items }) => items.some(hasMoved)))
  return isListed ? [...details, { queryKey: ['GET /api/bets'], everyMs: MY_BETS_EVERY_MS }] : details
}

/** The slip's price, where one of its games has moved in more than its minute: what it was priced with is not kept here. */
function quote(client: QueryClient, changes: Changes): readonly Outdated[] {
  const queryKey = ['POST /api/bets/quote']
  const told = [...changes.values()].filter(({ status }) => status !== undefined)
  const isPriced = client
    .getQueryCache()
    .findAll({ queryKey, type: 'active' })
    .some((query) => told.some(({ id }) => String(query.queryKey[1]).includes(id)))
  return isPriced ? [{ queryKey, everyMs: GAME_EVERY_MS }] : []
}
