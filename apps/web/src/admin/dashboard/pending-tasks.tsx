import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useMay } from '../../state/session.ts'
import { classes } from '../../shared/ui/classes.ts'
import {
  approvalsToDecideQuery,
  casesQuery,
  gamesToDecideQuery,
  paymentsToDecideQuery,
  unreadConversationsQuery,
} from '../kit/pending-task-queries.ts'
import { REFRESH_MS } from './dashboard-queries.ts'

/** The pending tasks of staff: each kind with its count and a link to its list. */
export function PendingTasks() {
  const may = useMay()
  const forMoney = { enabled: may('admin:money'), refetchInterval: REFRESH_MS }
  const forGames = { enabled: may('admin:games'), refetchInterval: REFRESH_MS }
  const forChat = { enabled: may('admin:chat'), refetchInterval: REFRESH_MS }
  const approvals = useQuery({ ...approvalsToDecideQuery, ...forMoney })
  const games = useQuery({ ...gamesToDecideQuery, ...forGames })
  const payments = useQuery({ ...paymentsToDecideQuery, ...forMoney })
  const chats = useQuery({ ...unreadConversationsQuery, ...forChat })
  const cases = useQuery({ ...casesQuery, ...forMoney, select: ({ items }) => items.length })
  if (!forMoney.enabled && !forGames.enabled && !forChat.enabled) return null
  return (
    <section aria-label="Tasks" className="flex flex-col gap-2">
      <h2 className="text-16 font-bold">Tasks</h2>
      <ul className="grid grid-cols-2 gap-2 md:grid-cols-3 wide:grid-cols-5">
        {forMoney.enabled && <Task name="Approvals to decide" href="/admin/approvals" count={approvals.data} />}
        {forGames.enabled && <Task name="Games to decide" href="/admin/games?decide=true" count={games.data} />}
        {forMoney.enabled && (
          <Task name="Payments to decide" href="/admin/transactions?review=true" count={payments.data} />
        )}
        {forChat.enabled && <Task name="Unanswered chats" href="/admin/chat" count={chats.data} />}
        {forMoney.enabled && (
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
