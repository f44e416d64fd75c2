import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiQuery, type QueryOf } from '../../shared/api/queries.ts'

export const gamesQuery = (query: QueryOf<'GET /api/admin/games'>) =>
  queryOptions({ ...apiQuery('GET /api/admin/games', { query }), staleTime: 0, placeholderData: keepPreviousData })

export const tradingQuery = (query: QueryOf<'GET /api/admin/trading'>) =>
  queryOptions({ ...apiQuery('GET /api/admin/trading', { query }), staleTime: 0, placeholderData: keepPreviousData })

export const gameQuery = (id: string) =>
  queryOptions({ ...apiQuery('GET /api/admin/games/{id}/markets', { params: { id } }), staleTime: 0 })

export const scoresQuery = (id: string) =>
  queryOptions({ ...apiQuery('GET /api/admin/games/{id}/scores', { params: { id } }), staleTime: 0 })

export const offerQuery = (query: QueryOf<'GET /api/admin/offer'>) =>
  queryOptions({ ...apiQuery('GET /api/admin/offer', { query }), placeholderData: keepPreviousData })
