import type { Task } from '@mupiira/contract/admin-tasks.ts'
import { TASK_KINDS } from '@mupiira/domain/access/task-kinds.ts'
import type { TabCount, TabCounts } from './console-tabs.tsx'
import { CONSOLE_ROUTES, findScreen } from './screens.ts'

/** The number of tasks by tab. A kind belongs to the tab of the screen that its link opens. */
export function tabCounts(tasks: readonly Pick<Task, 'kind' | 'count' | 'isCapped'>[]): TabCounts {
  const counts: Record<string, TabCount> = {}
  for (const { kind, count, isCapped } of tasks) {
    const [path = ''] = TASK_KINDS[kind].href.split('?')
    const tab = findScreen(CONSOLE_ROUTES, path)?.route.tab
    if (tab === undefined) continue
    const sum = (counts[tab]?.count ?? 0) + count
    const isMore = isCapped || counts[tab]?.isCapped === true
    counts[tab] = { count: sum, isCapped: isMore, text: `${sum}${isMore ? ' or more' : ''} waiting` }
  }
  return counts
}
