import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiQuery } from '../../shared/api/queries.ts'
import type { MoneyChart } from '@mupiira/contract/admin-charts.ts'

export const REFRESH_MS = 120_000

const FRESH = { staleTime: 0, refetchInterval: REFRESH_MS, placeholderData: keepPreviousData } as const

export const statsQuery = queryOptions({ ...apiQuery('GET /api/admin/stats', {}), ...FRESH })

export const moneyChartQuery = (by: MoneyChart['by']) =>
  queryOptions({ ...apiQuery('GET /api/admin/charts/money', { query: { by } }), ...FRESH })

export const chartsQuery = queryOptions({ ...apiQuery('GET /api/admin/charts/desk', {}), ...FRESH })
