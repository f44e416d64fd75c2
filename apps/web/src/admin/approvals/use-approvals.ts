import { useQuery } from '@tanstack/react-query'
import { approvalsQuery, approvalsToDecideQuery } from '../kit/open-work-queries.ts'

export const useApprovals = () => useQuery(approvalsQuery)

export const useApprovalsToDecide = (): number => useQuery(approvalsToDecideQuery).data ?? 0
