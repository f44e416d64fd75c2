import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Ticket } from '@mupiira/contract/bets.ts'
import type { GameChange } from '@mupiira/contract/events.ts'
import type { Game } from '@mupiira/contract/games.ts'
import type { Answer } from '../shared/api/client.ts'

type GamePages = InfiniteData<Answer<'GET /api/games'>>
type Markets = Answer<'GET /api/games/{id}/markets'>

/** Lays changes over the games of a list; the very same list when none of them is in it. */
export function patchGames(games: readonly Game[], changes: ReadonlyMap<string, GameChange>): readonly Game[] {
  if (!games.some((game) => changes.has(game.id))) return games
  return games.map((game) => {
    const change = changes.get(game.id)
    return change === undefined ? game : { ...game, ...change }
  })
}

/** A ticket's legs follow their games: score and clock. What a leg came to is said by the server alone. */
export function patchLegs(ticket: Ticket, changes: ReadonlyMap<string, GameChange>): Ticket {
  if (!ticket.selections.some((leg) => changes.has(leg.gameId))) return ticket
  return {
    ...ticket,
    selections: ticket.selections.map((leg) => {
      const change = changes.get(leg.gameId)
      if (change === undefined) return leg
      return {
        ...leg,
        ...(change.homeScore === undefined ? {} : { homeScore: change.homeScore }),
        ...(change.awayScore === undefined ? {} : { awayScore: change.awayScore }),
        ...(change.clock === undefined ? {} : { clock: change.clock?.label ?? null }),
      }
    }),
  }
}

/** Brings every list and screen in the cache up to date with changed games. */
export function applyGameChanges(client: QueryClient, list: readonly GameChange[]): void {
  const changes = new Map<string, GameChange>()
  for (const change of list) changes.set(change.id, { ...changes.get(change.id), ...change })

  client.setQueriesData<GamePages>({ queryKey: ['GET /api/games'] }, (data) => {
    // Counts alone are asked for as a single answer, which holds nothing to patch.
    if (data?.pages === undefined) return data
    const pages = data.pages.map((page) => {
      const items = patchGames(page.items, changes)
      return items === page.items ? page : { ...page, items: [...items] }
    })
    return pages.every((page, i) => page === data.pages[i]) ? data : { ...data, pages }
  })
  client.setQueriesData<Markets>({ queryKey: ['GET /api/games/{id}/markets'] }, (data) => {
    const change = data && changes.get(data.game.id)
    return data && change ? { ...data, game: { ...data.game, ...change } } : data
  })
  client.setQueriesData<Ticket>({ queryKey: ['GET /api/bets/{id}'] }, (ticket) => ticket && patchLegs(ticket, changes))

  for (const change of changes.values()) {
    if (change.status !== undefined) refreshWhatDependsOn(client, change.id)
  }
}

/** A game that starts or ends changes what may be bet on and how its tickets stand; only open screens ask again. */
function refreshWhatDependsOn(client: QueryClient, gameId: string): void {
  void client.invalidateQueries({ queryKey: ['GET /api/games/{id}/markets', { id: gameId }] })
  void client.invalidateQueries({
    queryKey: ['GET /api/bets/{id}'],
    predicate: ({ state }) =>
      (state.data as Ticket | undefined)?.selections.some((leg) => leg.gameId === gameId) === true,
  })
}
