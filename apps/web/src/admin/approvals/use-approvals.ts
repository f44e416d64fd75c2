import { queryOptions, useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../shared/api/queries.ts'

const REFRESH_MS = 30_000

/** Requests that wait for a second approver (ADMT-30). */
const approvalsQuery = queryOptions({
  ...apiQuery('GET /api/admin/approvals', {}),
  staleTime: 0,
  refetchInterval: REFRESH_MS,
})

export const useApprovals = () => useQuery(approvalsQuery)

/** The number of requests that this member of staff can decide. Own requests are excluded. */
export const approvalsToDecideQuery = queryOptions({
  ...approvalsQuery,
  select: ({ items }) => items.filter(({ isOwn }) => !isOwn).length,
})

export const useApprovalsToDecide = (): number => useQuery(approvalsToDecideQuery).data ?? 0
