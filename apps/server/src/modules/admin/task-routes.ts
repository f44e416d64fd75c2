import { listFailingJobs, listTasks } from '@mupiira/contract/admin-tasks.ts'
import { includesAll } from '@mupiira/domain/access/staff-roles.ts'
import { MAX_COUNTED_TASKS, TASK_KIND_NAMES, TASK_KINDS, type TaskKind } from '@mupiira/domain/access/task-kinds.ts'
import { type TaskReading, tasksOf } from '../../kernel/access/tasks.ts'
import { type Route, route } from '../../kernel/http/route.ts'
import { failingJobs } from '../../kernel/jobs/failing-jobs.repository.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Betting } from '../betting/index.ts'
import type { Catalogue } from '../catalogue/index.ts'
import type { Chat } from '../chat/index.ts'
import type { Payments } from '../payments/index.ts'
import type { Wallet } from '../wallet/index.ts'
import { approvalsToDecide } from './approval-routes.ts'
import type { ConsoleApprovals } from './approvals.ts'

export type TaskDeps = {
  readonly betting: Pick<Betting, 'administration' | 'exposure'>
  readonly catalogue: Pick<Catalogue, 'administration'>
  readonly chat: Pick<Chat, 'administration'>
  readonly payments: Pick<Payments, 'administration'>
  readonly wallet: Pick<Wallet, 'administration'>
  /** Counts of modules on higher levels. */
  readonly tasks: { readonly alerts: TaskReading }
}

/** The work that waits for staff. Each module counts its own. */
export function taskRoutes(
  { db }: Pick<Kernel, 'db'>,
  { betting, catalogue, chat, payments, tasks, wallet }: TaskDeps,
  approvals: ConsoleApprovals,
): readonly Route[] {
  const readings: { readonly [Kind in TaskKind]: TaskReading } = {
    ...tasks,
    approvals: approvalsToDecide(approvals),
    ...payments.administration.tasks,
    ...catalogue.administration.tasks(betting.exposure.gamesWithOpenLegs),
    ...betting.administration.tasks,
    ...wallet.administration.tasks,
    ...chat.administration.tasks,
    jobs: async ({ now }) => tasksOf(await failingJobs(db, now), ({ failedAt }) => failedAt),
  }
  return [
    route(listTasks, async ({ actor: { userId, staff }, now }) => {
      const { capabilities } = staff
      const kinds = TASK_KIND_NAMES.filter((kind) => includesAll(capabilities, TASK_KINDS[kind].needs))
      const items = await Promise.all(
        kinds.map(async (kind) => {
          const { count, oldestAt } = await readings[kind]({ userId, capabilities, now })
          return {
            kind,
            count: Math.min(count, MAX_COUNTED_TASKS),
            isCapped: count > MAX_COUNTED_TASKS,
            oldestAt: oldestAt?.toISOString() ?? null,
            href: TASK_KINDS[kind].href,
          }
        }),
      )
      return { status: 200, body: { items } }
    }),

    route(listFailingJobs, async ({ now }) => {
      const items = (await failingJobs(db, now)).map(({ failedAt, nextAt, ...job }) => {
        return { ...job, failedAt: failedAt.toISOString(), nextAt: nextAt?.toISOString() ?? null }
      })
      return { status: 200, body: { items } }
    }),
  ]
}
