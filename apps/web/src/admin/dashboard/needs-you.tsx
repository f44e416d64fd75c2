import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Task } from '@mupiira/contract/admin-tasks.ts'
import { TASK_KINDS, type TaskKind } from '@mupiira/domain/access/task-kinds.ts'
import { useNow } from '../../shared/clock.ts'
import { agoText } from '../../shared/format/times.ts'
import { Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { tasksQuery, taskCountText } from '../kit/tasks.ts'
import { firstTasksQuery } from './first-tasks.ts'

/** The work that waits for the reader: each kind with its number, the age of the oldest, and a link to its list. */
export function NeedsYou() {
  const query = useQuery(tasksQuery)
  // Some roles, such as marketing, do none of this work.
  if (query.data?.items.length === 0) return null
  return (
    <section aria-label="Needs you" className="flex flex-col gap-2">
      <h2 className="text-16 font-bold">Needs you</h2>
      <Loaded query={query} what="the work that waits" skeleton={<Skeleton className="h-16 w-full" />}>
        {({ items }) => <Waiting tasks={items.filter(({ count }) => count > 0)} />}
      </Loaded>
    </section>
  )
}

function Waiting({ tasks }: { readonly tasks: readonly Task[] }) {
  const now = useNow(60_000)
  if (tasks.length === 0) {
    return (
      <p className="flex min-h-16 items-center rounded-card border border-line bg-raised px-3 text-14 text-muted">
        Nothing waits for you.
      </p>
    )
  }
  return (
    <ul className="grid grid-cols-1 items-start gap-2 md:grid-cols-2 wide:grid-cols-4">
      {tasks.map((task) => (
        <li key={task.kind} className="flex min-w-0 flex-col rounded-card border border-line bg-raised text-14">
          <Link
            href={task.href}
            className="flex min-h-16 flex-1 items-center justify-between gap-3 rounded-card px-3 py-2 hover:bg-tint"
          >
            <span className="min-w-0">
              <b className="block">{TASK_KINDS[task.kind].label}</b>
              {task.oldestAt !== null && (
                <span className="block text-12 text-muted">{`Oldest: ${agoText(task.oldestAt, now)}`}</span>
              )}
            </span>
            <b className="text-20 text-down tabular">{taskCountText(task)}</b>
          </Link>
          <FirstTasks kind={task.kind} />
        </li>
      ))}
    </ul>
  )
}

/** The first tasks of a kind, each one press away. */
function FirstTasks({ kind }: { readonly kind: TaskKind }) {
  const tasks = useQuery(firstTasksQuery(kind)).data ?? []
  if (tasks.length === 0) return null
  return (
    <ul aria-label={TASK_KINDS[kind].label}>
      {tasks.map(({ id, title, detail, href }) => (
        <li key={id}>
          <Link
            href={href}
            className="flex min-h-11 items-center gap-x-2 border-t border-line px-3 hover:bg-tint md:min-h-9"
          >
            <b className="max-w-3/5 shrink-0 truncate">{title}</b>
            <span className="min-w-0 truncate text-12 text-muted">{detail}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
