import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Body, Parts } from '../../shared/api/client.ts'
import { apiQuery, type QueryOf } from '../../shared/api/queries.ts'
import { act } from '../kit/staff-api.ts'
import type { ListParams } from '../kit/use-list-params.ts'

const LIST = 'GET /api/admin/transactions'
export type Filter = Omit<NonNullable<Parts<typeof LIST>['query']>, 'page' | 'pageSize' | 'cursor' | 'sort'>

/** The filters in the page's address. */
export const filterOf = (params: ListParams): Filter => ({
  ...params.query('type', 'status', 'q', 'user', 'from', 'to'),
  ...(params.get('review') === 'true' ? { review: true } : {}),
})

export const transactionTotalsQuery = (filter: Filter) =>
  queryOptions({
    ...apiQuery('GET /api/admin/transactions/totals', { query: filter }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

/** Withdrawals that wait for a review, oldest first (WDR-33). */
export const heldWithdrawalsQuery = (query: QueryOf<'GET /api/admin/withdrawal-reviews'>) =>
  queryOptions({
    ...apiQuery('GET /api/admin/withdrawal-reviews', { query }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

export const casesQuery = (query: QueryOf<'GET /api/admin/reconciliation/cases'>) =>
  queryOptions({ ...apiQuery('GET /api/admin/reconciliation/cases', { query }), staleTime: 0 })

export const transactionQuery = (id: string) =>
  queryOptions({ ...apiQuery('GET /api/admin/transactions/{id}', { params: { id } }), staleTime: 0 })

export const queryProvider = (id: string) => act('POST /api/admin/transactions/{id}/ask', { params: { id } })

export const resolveTransaction = (id: string, body: Body<'POST /api/admin/transactions/{id}/resolve'>) =>
  act('POST /api/admin/transactions/{id}/resolve', { params: { id }, body })

export const approveWithdrawal = (id: string, body: Body<'POST /api/admin/withdrawal-reviews/{id}/approve'>) =>
  act('POST /api/admin/withdrawal-reviews/{id}/approve', { params: { id }, body })

export const rejectWithdrawal = (id: string, body: Body<'POST /api/admin/withdrawal-reviews/{id}/reject'>) =>
  act('POST /api/admin/withdrawal-reviews/{id}/reject', { params: { id }, body })

export const compareDay = (day: string) => act('POST /api/admin/reconciliation', { body: { day } })

export const closeCase = (id: string, body: Body<'POST /api/admin/reconciliation/cases/{id}/close'>) =>
  act('POST /api/admin/reconciliation/cases/{id}/close', { params: { id }, body })
