import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '../../shared/api/queries.ts'

const PROOF_FRESH_MS = 60_000
const TOP_FRESH_MS = 15_000

export const proofQuery = (id: string) =>
  queryOptions({
    ...apiQuery('GET /api/aviator/rounds/{id}/proof', { params: { id } }),
    staleTime: PROOF_FRESH_MS,
  })

export const ownBetsQuery = queryOptions({
  ...apiQuery('GET /api/aviator/bets', { query: { limit: 20 } }),
  staleTime: 0,
})

export const topQuery = (period: 'today' | 'all') =>
  queryOptions({
    ...apiQuery('GET /api/aviator/top', { query: { period } }),
    staleTime: TOP_FRESH_MS,
    refetchInterval: TOP_FRESH_MS,
  })
