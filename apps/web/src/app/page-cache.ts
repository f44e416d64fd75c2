import type { QueryClient } from '@tanstack/react-query'
import { homeGamesQuery, homeLiveQuery, liveGamesQuery } from '@mupiira/contract/game-lists.ts'
import type { PageData } from '@mupiira/contract/pages.ts'
import { queryKey } from '../shared/api/queries.ts'
import { gameMarkets, gamesPages, putGames, toGamesPage } from '../state/games.ts'
import { sportsQuery } from '../shared/sports-query.ts'
import { settingsQuery } from '../state/settings.ts'

/** Puts the responses of a rendered page into the query cache. */
export function fillCache(
  client: QueryClient,
  data: PageData,
  { path, search }: { readonly path: string; readonly search: string },
  updatedAt: number,
): void {
  const put = (key: readonly unknown[], answer: unknown) => {
    if (answer !== undefined) client.setQueryData(key, answer, { updatedAt })
  }
  const query = new URLSearchParams(search)
  put(queryKey('GET /api/auth/session'), data.session)
  put(settingsQuery.queryKey, data.settings)
  put(sportsQuery.queryKey, data.sports)
  const list = (games: PageData['games']) =>
    games && { pages: [toGamesPage(client, games, updatedAt)], pageParams: [undefined] }
  put(gamesPages(homeGamesQuery(query)).queryKey, list(data.games))
  const live = data.games === undefined ? liveGamesQuery(path, query) : homeLiveQuery(query)
  put(gamesPages(live).queryKey, list(data.live))
  if (data.markets === undefined) return
  const { game, items } = data.markets
  putGames(client, [game], updatedAt)
  put(gameMarkets(game.id).queryKey, items)
}
