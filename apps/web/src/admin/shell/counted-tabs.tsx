import { useQuery } from '@tanstack/react-query'
import { useMay } from '../../state/session.ts'
import { useApprovalsToDecide } from '../approvals/use-approvals.ts'
import { useUnreadConversations } from '../chat/unread-conversations.ts'
import { useAdminPollingMs } from '../kit/admin-live.ts'
import {
  alertsToAcknowledgeQuery,
  gamesToDecideQuery,
  paymentsToDecideQuery,
  withdrawalsToReviewQuery,
} from '../kit/pending-task-queries.ts'
import { ConsoleMenu, ConsoleTabs, type TabCounts } from './console-tabs.tsx'
import type { ConsoleTab } from './screens.ts'

const REFRESH_MS = 30_000

/** The number of items that wait for staff, by tab. */
function useTabCounts(): TabCounts {
  const may = useMay()
  const refetchInterval = useAdminPollingMs(REFRESH_MS)
  const chats = useUnreadConversations(may('admin:chat:read'))
  const approvals = useApprovalsToDecide(may('admin:approvals:read'))
  const forPayments = { enabled: may('admin:payments:read'), refetchInterval }
  const payments = useQuery({ ...paymentsToDecideQuery, ...forPayments }).data ?? 0
  const withdrawals = useQuery({ ...withdrawalsToReviewQuery, ...forPayments }).data ?? 0
  const forAlerts = { enabled: may('admin:alerts:read'), refetchInterval }
  const alerts = useQuery({ ...alertsToAcknowledgeQuery, ...forAlerts }).data ?? 0
  // A game can become due for a decision without an event, so this number is polled even with live updates.
  const games =
    useQuery({ ...gamesToDecideQuery, enabled: may('admin:games:read'), refetchInterval: REFRESH_MS }).data ?? 0
  return {
    Alerts: { count: alerts, text: `${alerts} to acknowledge` },
    'Customer care': { count: chats, text: `${chats} unread ${chats === 1 ? 'conversation' : 'conversations'}` },
    Games: { count: games, text: `${games} to decide` },
    Transactions: { count: payments + withdrawals, text: `${payments + withdrawals} to decide` },
    Approvals: { count: approvals, text: `${approvals} to decide` },
  }
}

type CountedTabsProps = { readonly tabs: readonly ConsoleTab[]; readonly current: string | undefined }

export const CountedTabs = (props: CountedTabsProps) => <ConsoleTabs {...props} waiting={useTabCounts()} />

export const CountedMenu = (props: CountedTabsProps) => <ConsoleMenu {...props} waiting={useTabCounts()} />
