import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useMay } from '../../state/session.ts'
import { classes } from '../../shared/ui/classes.ts'
import {
  alertsToAcknowledgeQuery,
  approvalsToDecideQuery,
  casesQuery,
  gamesToDecideQuery,
  paymentsToDecideQuery,
  unreadConversationsQuery,
  withdrawalsToReviewQuery,
} from '../kit/pending-task-queries.ts'
import { REFRESH_MS } from './dashboard-queries.ts'

/** The pending tasks of staff: each kind with its count and a link to its list. */
export function PendingTasks() {
  const may = useMay()
  const when = (enabled: boolean) => ({ enabled, refetchInterval: REFRESH_MS })
  const forAlerts = when(may('admin:alerts:read'))
  const forApprovals = when(may('admin:approvals:read'))
  const forPayments = when(may('admin:payments:read'))
  const forCases = when(may('admin:reconciliation:read'))
  const forGames = when(may('admin:games:read'))
  const forChat = when(may('admin:chat:read'))
  const alerts = useQuery({ ...alertsToAcknowledgeQuery, ...forAlerts })
  const approvals = useQuery({ ...approvalsToDecideQuery, ...forApprovals })
  const games = useQuery({ ...gamesToDecideQuery, ...forGames })
  const payments = useQuery({ ...paymentsToDecideQuery, ...forPayments })
  const withdrawals = useQuery({ ...withdrawalsToReviewQuery, ...forPayments })
  const chats = useQuery({ ...unreadConversationsQuery, ...forChat })
  const cases = useQuery({ ...casesQuery, ...forCases, select: ({ items }) => items.length })
  if (![forAlerts, forApprovals, forPayments, forCases, forGames, forChat].some(({ enabled }) => enabled)) return null
  return (
    <section aria-label="Tasks" className="flex flex-col gap-2">
      <h2 className="text-16 font-bold">Tasks</h2>
      <ul className="grid grid-cols-2 gap-2 md:grid-cols-3 wide:grid-cols-7">
        {forAlerts.enabled && (
          <Task name="Alerts to acknowledge" href="/admin/alerts?state=unacknowledged" count={alerts.data} />
        )}
        {forApprovals.enabled && <Task name="Approvals to decide" href="/admin/approvals" count={approvals.data} />}
        {forGames.enabled && <Task name="Games to decide" href="/admin/games?decide=true" count={games.data} />}
        {forPayments.enabled && (
          <Task name="Payments to decide" href="/admin/transactions?review=true" count={payments.data} />
        )}
        {forPayments.enabled && (
          <Task name="Withdrawals to review" href="/admin/transactions/withdrawals" count={withdrawals.data} />
        )}
        {forChat.enabled && <Task name="Unanswered chats" href="/admin/chat" count={chats.data} />}
        {forCases.enabled && (
          <Task name="Unexplained differences" href="/admin/transactions/reconciliation" count={cases.data} />
        )}
      </ul>
    </section>
  )
}

type TaskProps = {
  readonly name: string
  readonly href: string
  /** Undefined while the list loads, and if it could not be loaded. */
  readonly count: number | undefined
}

const Task = ({ name, href, count }: TaskProps) => (
  <li>
    <Link
      href={href}
      className={classes(
        'flex h-full min-h-11 items-center justify-between gap-2 rounded-card border bg-raised px-3 py-2 text-14',
        count ? 'border-down' : 'border-line text-muted',
      )}
    >
      {name}
      <b className={classes('text-16 tabular', count ? 'text-down' : '')}>{count?.toLocaleString('en-UG') ?? '–'}</b>
    </Link>
  </li>
)
