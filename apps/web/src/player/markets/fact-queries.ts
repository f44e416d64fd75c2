import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiQuery } from '../../shared/api/queries.ts'

const FRESH_MS = 10 * 60_000

export const statisticsQuery = (id: string) => apiQuery('GET /api/games/{id}/statistics', { params: { id } })

/** The score is part of the key, so a goal fetches the timeline at once. */
export const timelineQuery = (id: string, score: string) => {
  const query = apiQuery('GET /api/games/{id}/timeline', { params: { id } })
  return queryOptions({ ...query, queryKey: [...query.queryKey, score], placeholderData: keepPreviousData })
}

export const lineupsQuery = (id: string) =>
  queryOptions({ ...apiQuery('GET /api/games/{id}/lineups', { params: { id } }), staleTime: FRESH_MS })

export const standingsQuery = (id: string) =>
  queryOptions({ ...apiQuery('GET /api/games/{id}/standings', { params: { id } }), staleTime: FRESH_MS })

export const headToHeadQuery = (id: string) =>
  queryOptions({ ...apiQuery('GET /api/games/{id}/head-to-head', { params: { id } }), staleTime: FRESH_MS })
