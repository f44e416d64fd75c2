import { useQuery } from '@tanstack/react-query'
import { approvalsQuery, approvalsToDecideQuery } from '../kit/pending-task-queries.ts'

export const useApprovals = () => useQuery(approvalsQuery)

/** Zero for staff who must not decide approvals. */
export const useApprovalsToDecide = (mayDecide: boolean): number =>
  useQuery({ ...approvalsToDecideQuery, enabled: mayDecide }).data ?? 0
