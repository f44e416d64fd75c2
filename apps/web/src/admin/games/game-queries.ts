import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../shared/api/client.ts'
import { apiQuery, type QueryOf } from '../../shared/api/queries.ts'

export const gamesQuery = (query: QueryOf<'GET /api/admin/games'>) =>
  queryOptions({ ...apiQuery('GET /api/admin/games', { query }), staleTime: 0, placeholderData: keepPreviousData })

/** Fetches a page for an export. The page is not cached. */
export const fetchGames = (query: QueryOf<'GET /api/admin/games'>) => api('GET /api/admin/games', { query })

export const gameQuery = (id: string) =>
  queryOptions({ ...apiQuery('GET /api/admin/games/{id}/markets', { params: { id } }), staleTime: 0 })

export const scoresQuery = (id: string) =>
  queryOptions({ ...apiQuery('GET /api/admin/games/{id}/scores', { params: { id } }), staleTime: 0 })

export const offerQuery = (query: QueryOf<'GET /api/admin/offer'>) =>
  queryOptions({ ...apiQuery('GET /api/admin/offer', { query }), placeholderData: keepPreviousData })
