import { useApi } from '../../shared/api/queries.ts'

const REFRESH_MS = 30_000

/** Requests that wait for a second approver (ADMT-30). */
export const useApprovals = () => useApi('GET /api/admin/approvals', {}, { staleMs: 0, refetchMs: REFRESH_MS })

/** The number of requests that this member of staff may decide: all except their own. */
export const useApprovalsToDecide = (): number => useApprovals().data?.items.filter(({ isOwn }) => !isOwn).length ?? 0
