import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiQuery, type QueryOf } from '../../shared/api/queries.ts'

export const CONVERSATIONS = 'GET /api/admin/chat/conversations'

export const conversationsQuery = (query: QueryOf<typeof CONVERSATIONS>) =>
  queryOptions({ ...apiQuery(CONVERSATIONS, { query }), staleTime: 0, placeholderData: keepPreviousData })

export const careCardQuery = (userId: string) =>
  queryOptions({ ...apiQuery('GET /api/admin/chat/{userId}/card', { params: { userId } }), staleTime: 0 })

export const quickRepliesQuery = apiQuery('GET /api/admin/quick-replies', {})
