import type { QueryClient } from '@tanstack/react-query'
import type { PageData } from '@mupiira/contract/pages.ts'
import { queryKey } from '../shared/api/queries.ts'
import { gamesQuery, liveQuery } from '../shared/games-query.ts'

/** Puts the answers that a page was rendered from into the cache, where the screens look for them. */
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
  put(queryKey('GET /api/settings'), data.settings)
  put(queryKey('GET /api/sports'), data.sports)
  put(['GET /api/games', gamesQuery(query)], data.games && { pages: [data.games], pageParams: [undefined] })
  put(['GET /api/games', liveQuery(path, query)], data.live && { pages: [data.live], pageParams: [undefined] })
  put(['GET /api/games/{id}/markets', { id: data.markets?.game.id }], data.markets)
}
