import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Task } from '@mupiira/contract/admin-tasks.ts'
import { TASK_KINDS, type TaskKind } from '@mupiira/domain/access/task-kinds.ts'
import { useMay } from '../../state/session.ts'
import { apiQuery } from '../../shared/api/queries.ts'

/** Not every change of this work is an event, so the numbers are polled even with live updates. */
export const TASKS_REFRESH_MS = 30_000

/** The work that waits for the caller. */
export const tasksQuery = queryOptions({
  ...apiQuery('GET /api/admin/tasks', {}),
  staleTime: 0,
  refetchInterval: TASKS_REFRESH_MS,
})

/** "12", or "100+" if more wait than are counted. */
export const taskCountText = ({ count, isCapped }: Pick<Task, 'count' | 'isCapped'>): string =>
  `${count.toLocaleString('en-UG')}${isCapped ? '+' : ''}`

/** `text` with the number of tasks of a kind: "To decide (3)". Only `text` for staff who do not do this work. */
export function useTextWithCount(kind: TaskKind, text: string): string {
  const may = useMay()
  const enabled = TASK_KINDS[kind].needs.every(may)
  const task = useQuery({ ...tasksQuery, enabled }).data?.items.find((each) => each.kind === kind)
  return task === undefined ? text : `${text} (${taskCountText(task)})`
}

/** Counts the work again, after an action that has done some. */
export function useRefetchTasks(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: tasksQuery.queryKey })
}
