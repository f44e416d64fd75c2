import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiQuery, type QueryOf } from '../../shared/api/queries.ts'

export const CONVERSATIONS = 'GET /api/admin/chat/conversations'

export const conversationsQuery = (query: QueryOf<typeof CONVERSATIONS>) =>
  queryOptions({ ...apiQuery(CONVERSATIONS, { query }), staleTime: 0, placeholderData: keepPreviousData })

/** The number of conversations with unread player messages. */
export const waitingQuery = queryOptions({
  ...apiQuery(CONVERSATIONS, { query: { page: 1, pageSize: 1 } }),
  staleTime: 0,
  select: ({ waiting }) => waiting,
})

export const quickRepliesQuery = apiQuery('GET /api/admin/chat/quick-replies', {})
