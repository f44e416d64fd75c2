import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Ticket, TicketDetail } from '@mupiira/contract/bets.ts'
import type { GameChange } from '@mupiira/contract/events.ts'
import type { Game } from '@mupiira/contract/games.ts'
import type { Answer } from '../shared/api/client.ts'
import { queryKey } from '../shared/api/queries.ts'
import { LIVE_COUNT } from '../shared/games-query.ts'
import { outdatedBy } from './outdated-by.ts'
import { refetchAtMost } from './refetch-at-most.ts'

type GamePages = InfiniteData<Answer<'GET /api/games'>>
type TicketPages = InfiniteData<Answer<'GET /api/bets'>>
type Markets = Answer<'GET /api/games/{id}/markets'>

/** Lays changes over the games of a list; the very same list when none of them is in it. */
export function patchGames(games: readonly Game[], changes: ReadonlyMap<string, GameChange>): readonly Game[] {
  if (!games.some((game) => changes.has(game.id))) return games
  return games.map((game) => {
    const change = changes.get(game.id)
    return change === undefined ? game : laidOver(game, change)
  })
}

/** A game that takes no bets has no prices. */
const LOCKED: Pick<Game, 'prices' | 'trends'> = {
  prices: { '1': null, X: null, '2': null },
  trends: { '1': 'stable', X: 'stable', '2': 'stable' },
}
const laidOver = (game: Game, change: GameChange): Game => ({
  ...game,
  ...(change.open === false ? LOCKED : {}),
  // The closing prices are taken from the cache, because no event contains them. The start time may pass before the
  // kick-off event arrives.
  ...(game.open && change.open === false ? { closing: game.prices } : {}),
  ...change,
})

/** Merges two changes of a game. The last price before it closes becomes the closing price. */
function followedBy(before: GameChange | undefined, next: GameChange): GameChange {
  if (next.open !== false || before?.prices === undefined) return { ...before, ...next }
  const { prices: closing, trends: _, ...rest } = before
  return { ...rest, closing, ...next }
}

type Counts = Answer<'GET /api/games'>['counts']

const LISTED: ReadonlySet<Game['status']> = new Set(['upcoming', 'live'])

/** The counts of a list whose games have moved on: one that begins is live, one that ends is listed no more. */
function recount(counts: Counts, before: readonly Game[], after: readonly Game[]): Counts {
  const change = (matches: (game: Game) => boolean) => after.filter(matches).length - before.filter(matches).length
  return {
    ...counts,
    total: counts.total + change(({ status }) => LISTED.has(status)),
    live: counts.live + change(({ status }) => status === 'live'),
    upcoming: counts.upcoming + change(({ status }) => status === 'upcoming'),
  }
}

type Sports = Answer<'GET /api/sports'>

/** The games of each sport and league, of which some have moved on. */
function recountSports({ items }: Sports, before: readonly Game[], after: readonly Game[]): Sports {
  const change = (isOfIt: (game: Game) => boolean) => {
    const counted = (games: readonly Game[]) => games.filter((game) => LISTED.has(game.status) && isOfIt(game)).length
    return counted(after) - counted(before)
  }
  return {
    items: items.map((sport) => ({
      ...sport,
      count: sport.count + change((game) => game.sport === sport.name),
      leagues: sport.leagues.map((league) => ({
        ...league,
        count:
          league.count +
          change((game) => game.sport === sport.name && game.league === league.name && game.country === league.country),
      })),
    })),
  }
}

/** Updates the score and clock of a ticket's legs. Only the server sets the outcome of a leg. */
export function patchLegs<T extends Ticket>(ticket: T, changes: ReadonlyMap<string, GameChange>): T {
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
  for (const change of list) changes.set(change.id, followedBy(changes.get(change.id), change))
  // Determined before the games are patched, and refetched afterwards.
  const outdated = outdatedBy(client, changes)
  /** Games that start or end, before and after, once each across all lists. */
  const moved = new Map<string, readonly [Game, Game]>()

  client.setQueriesData<GamePages>({ queryKey: ['GET /api/games'] }, (data) => {
    // Count queries have a single response with nothing to patch.
    if (data?.pages === undefined) return data
    const before = data.pages.flatMap((page) => page.items)
    const after = patchGames(before, changes)
    if (after === before) return data
    for (const [at, game] of before.entries()) {
      const now = after[at]
      if (now !== undefined && now.status !== game.status) moved.set(game.id, [game, now])
    }
    const patched = new Map(after.map((game) => [game.id, game]))
    const pages = data.pages.map((page) => ({
      ...page,
      counts: recount(page.counts, before, after),
      items: page.items.map((game) => patched.get(game.id) ?? game),
    }))
    return { ...data, pages }
  })
  if (moved.size > 0) {
    // The counts elsewhere on the page change too.
    const [before, after] = [[...moved.values()].map(([was]) => was), [...moved.values()].map(([, is]) => is)]
    client.setQueryData<Sports>(queryKey('GET /api/sports'), (sports) => sports && recountSports(sports, before, after))
    client.setQueryData<Answer<'GET /api/games'>>(
      queryKey('GET /api/games', LIVE_COUNT),
      (live) => live && { ...live, counts: recount(live.counts, before, after) },
    )
  }
  client.setQueriesData<Markets>({ queryKey: ['GET /api/games/{id}/markets'] }, (data) => {
    const change = data && changes.get(data.game.id)
    return data && change ? { ...data, game: laidOver(data.game, change) } : data
  })
  client.setQueriesData<TicketDetail>(
    { queryKey: ['GET /api/bets/{id}'] },
    (ticket) => ticket && patchLegs(ticket, changes),
  )
  client.setQueriesData<TicketPages>({ queryKey: ['GET /api/bets'] }, (data) => {
    const touched = data?.pages.some(({ items }) => items.some((ticket) => patchLegs(ticket, changes) !== ticket))
    if (data === undefined || !touched) return data
    const pages = data.pages.map((page) => ({ ...page, items: page.items.map((each) => patchLegs(each, changes)) }))
    return { ...data, pages }
  })

  for (const { queryKey, everyMs } of outdated) refetchAtMost(client, queryKey, everyMs)
}
