import { type Expression, type RawBuilder, sql } from 'kysely'
import { MAX_COUNTED_TASKS } from '@mupiira/domain/access/task-kinds.ts'
import type { WaitingTasks } from '../access/tasks.ts'

/** Counts waiting rows. Their query is in the order of an index by `at`, the oldest first. */
export const countTasks = (rows: Expression<{ at: Date | null }>): RawBuilder<WaitingTasks> => sql<WaitingTasks>`
  select count(*)::int as count, min(at) as "oldestAt"
    from (select at from ${rows} as rows limit ${sql.lit(MAX_COUNTED_TASKS + 1)}) waiting`

export const NO_TASKS: WaitingTasks = { count: 0, oldestAt: null }
