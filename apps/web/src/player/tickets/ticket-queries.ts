import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '../../shared/api/queries.ts'
import { MY_BETS_EVERY_MS, TICKET_EVERY_MS } from '../../state/refetch-at-most.ts'

export const ticketCountsQuery = queryOptions({ ...apiQuery('GET /api/bets/counts', {}), staleTime: MY_BETS_EVERY_MS })

export const ticketQuery = (id: string) =>
  queryOptions({ ...apiQuery('GET /api/bets/{id}', { params: { id } }), staleTime: TICKET_EVERY_MS })

export const cashoutQuery = (id: string) =>
  queryOptions({ ...apiQuery('GET /api/bets/{id}/cashout', { params: { id } }), staleTime: 0 })

export const cashoutHistoryQuery = (id: string) =>
  queryOptions({ ...apiQuery('GET /api/bets/{id}/cashout/history', { params: { id } }), staleTime: TICKET_EVERY_MS })

export const bookingCodeQuery = (code: string) => apiQuery('GET /api/booking-codes/{code}', { params: { code } })
