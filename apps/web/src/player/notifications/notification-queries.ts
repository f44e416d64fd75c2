import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { apiQuery, pagesQuery, type QueryOf } from '../../shared/api/queries.ts'

export const notificationsQuery = (filter: QueryOf<'GET /api/notifications'>['filter'] & string) =>
  infiniteQueryOptions({ ...pagesQuery('GET /api/notifications', { filter, limit: 20 }), staleTime: 1_000 })

/** Whether push messages are configured, and which kinds this device receives. */
export const pushQuery = queryOptions({ ...apiQuery('GET /api/push', {}), staleTime: 0 })
