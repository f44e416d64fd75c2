import { useApi } from '../../shared/api/queries.ts'

const REFRESH_MS = 30_000

/** What waits for a second member of staff (ADMT-30). */
export const useApprovals = () => useApi('GET /api/admin/approvals', {}, { staleMs: 0, refetchMs: REFRESH_MS })

/** How many of them this one may decide: what he has asked for himself is another one's to decide. */
export const useApprovalsToDecide = (): number => useApprovals().data?.items.filter(({ isOwn }) => !isOwn).length ?? 0
