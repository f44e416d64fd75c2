import { type Static, Type } from 'typebox'
import { MAX_COUNTED_TASKS, TASK_KIND_NAMES } from '@mupiira/domain/access/task-kinds.ts'
import { endpoint } from './endpoint.ts'
import { Instant, literals, nullable } from './schemas.ts'

export const Task = Type.Object({
  kind: literals(TASK_KIND_NAMES),
  count: Type.Integer({ minimum: 0, maximum: MAX_COUNTED_TASKS }),
  /** True if more wait than are counted. */
  isCapped: Type.Boolean(),
  /** Since when the oldest waits; null if nothing waits, or if the time is unknown. */
  oldestAt: nullable(Instant),
  /** The address of the list in the console. */
  href: Type.String(),
})
export type Task = Static<typeof Task>

export const listTasks = endpoint({
  method: 'GET',
  path: '/api/admin/tasks',
  summary: 'The work that waits for the caller: the number of each kind that the caller may do',
  access: 'admin',
  capability: 'admin:enter',
  responses: { 200: Type.Object({ items: Type.Array(Task) }) },
  errors: [],
})

export const FailingJob = Type.Object({
  name: Type.String(),
  /** Failed runs since the last success. */
  runs: Type.Integer(),
  /** When it last failed. */
  failedAt: Instant,
  /** The time of the next attempt; null if the schedule starts the job again. */
  nextAt: nullable(Instant),
})
export type FailingJob = Static<typeof FailingJob>

export const listFailingJobs = endpoint({
  method: 'GET',
  path: '/api/admin/jobs',
  summary: 'Jobs whose last run failed, the longest waiting first',
  access: 'admin',
  capability: 'admin:settings:read',
  responses: { 200: Type.Object({ items: Type.Array(FailingJob) }) },
  errors: [],
})
