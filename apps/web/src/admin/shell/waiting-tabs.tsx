import { useQuery } from '@tanstack/react-query'
import { useMay } from '../../state/session.ts'
import { useApprovalsToDecide } from '../approvals/use-approvals.ts'
import { useWaiting } from '../chat/waiting.ts'
import { useAdminPollingMs } from '../kit/admin-live.ts'
import { gamesToDecideQuery, paymentsToDecideQuery } from '../kit/open-work-queries.ts'
import { ConsoleTabs, type Waiting } from './console-tabs.tsx'
import type { ConsoleTab } from './screens.ts'

const REFRESH_MS = 30_000

type WaitingTabsProps = { readonly tabs: readonly ConsoleTab[]; readonly current: string | undefined }

/** The tabs, each with the number of items that wait for staff. */
export function WaitingTabs({ tabs, current }: WaitingTabsProps) {
  const may = useMay()
  const refetchInterval = useAdminPollingMs(REFRESH_MS)
  const chats = useWaiting(may('admin:chat'))
  const approvals = useApprovalsToDecide(may('admin:money'))
  const payments = useQuery({ ...paymentsToDecideQuery, enabled: may('admin:money'), refetchInterval }).data ?? 0
  // Games to decide change with the clock, without an event.
  const games = useQuery({ ...gamesToDecideQuery, enabled: may('admin:games'), refetchInterval: REFRESH_MS }).data ?? 0
  const waiting: Waiting = {
    'Customer care': { count: chats, text: `${chats} unread ${chats === 1 ? 'conversation' : 'conversations'}` },
    Games: { count: games, text: `${games} to decide` },
    Transactions: { count: payments, text: `${payments} to decide` },
    Approvals: { count: approvals, text: `${approvals} to decide` },
  }
  return <ConsoleTabs tabs={tabs} current={current} waiting={waiting} />
}
