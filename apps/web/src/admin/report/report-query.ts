import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Parts } from '../../shared/api/client.ts'
import { apiQuery } from '../../shared/api/queries.ts'

export const reportQuery = (day: string) =>
  queryOptions({ ...apiQuery('GET /api/admin/report', { query: { day } }), staleTime: 0 })

const PROFIT = 'GET /api/admin/profit-and-loss'
export type ProfitFilter = NonNullable<Parts<typeof PROFIT>['query']>

export const profitQuery = (filter: ProfitFilter) =>
  queryOptions({ ...apiQuery(PROFIT, { query: filter }), staleTime: 0, placeholderData: keepPreviousData })

export const monthsQuery = queryOptions({ ...apiQuery('GET /api/admin/months', {}), staleTime: 0 })

export const monthQuery = (month: string) =>
  queryOptions({ ...apiQuery('GET /api/admin/months/{month}', { params: { month } }), staleTime: 0 })

const ROWS = 'GET /api/admin/figures/rows'
export type RowsFilter = Omit<NonNullable<Parts<typeof ROWS>['query']>, 'page' | 'pageSize'>

export const rowsQuery = (filter: RowsFilter, page: number, pageSize: number) =>
  queryOptions({
    ...apiQuery(ROWS, { query: { ...filter, page, pageSize } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
