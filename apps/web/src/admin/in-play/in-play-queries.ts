import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '../../shared/api/queries.ts'

/** The leagues with upcoming or live games, as scopes. */
export const leaguesQuery = queryOptions(apiQuery('GET /api/admin/risk', {}))

export const courtsidingQuery = queryOptions({
  ...apiQuery('GET /api/admin/in-play/courtsiding', {}),
  staleTime: 0,
})

export const inPlayQuery = queryOptions({ ...apiQuery('GET /api/admin/in-play', {}), staleTime: 0 })
