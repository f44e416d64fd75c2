import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '../../shared/api/queries.ts'

/** The football leagues that have games. */
export const leaguesQuery = queryOptions(apiQuery('GET /api/admin/in-play/leagues', {}))

export const courtsidingQuery = queryOptions({
  ...apiQuery('GET /api/admin/in-play/courtsiding', {}),
  staleTime: 0,
})

export const inPlayQuery = queryOptions({ ...apiQuery('GET /api/admin/in-play', {}), staleTime: 0 })
