import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Body } from '../../shared/api/client.ts'
import { apiQuery, type QueryOf } from '../../shared/api/queries.ts'
import { act } from '../kit/staff-api.ts'

export const CONVERSATIONS = 'GET /api/admin/chat/conversations'

export const conversationsQuery = (query: QueryOf<typeof CONVERSATIONS>) =>
  queryOptions({ ...apiQuery(CONVERSATIONS, { query }), staleTime: 0, placeholderData: keepPreviousData })

export const careCardQuery = (userId: string) =>
  queryOptions({ ...apiQuery('GET /api/admin/chat/{userId}/card', { params: { userId } }), staleTime: 0 })

export const careStaffQuery = queryOptions({ ...apiQuery('GET /api/admin/chat/staff', {}), staleTime: 0 })

export const careReportQuery = (query: QueryOf<'GET /api/admin/chat/report'>) =>
  queryOptions({
    ...apiQuery('GET /api/admin/chat/report', { query }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

export const changeConversation = (userId: string, body: Body<'PUT /api/admin/chat/{userId}/state'>) =>
  act('PUT /api/admin/chat/{userId}/state', { params: { userId }, body })

export const quickRepliesQuery = apiQuery('GET /api/admin/quick-replies', {})
