import type { Page } from 'playwright-core'
import type { Task } from '@mupiira/contract/admin-tasks.ts'
import { changeResponse } from './network.ts'

const FAILED_AT = '2026-11-21T08:00:00.000Z'

/** A job that is repeated, and one that waits for its next scheduled time. */
export const showFailingJobs = (page: Page): Promise<void> =>
  changeResponse(page, 'GET /api/admin/jobs', () => ({
    items: [
      { name: 'reconcile-providers', runs: 8, failedAt: FAILED_AT, nextAt: null },
      {
        name: 'prune-outbox',
        runs: 2,
        failedAt: FAILED_AT,
        nextAt: '2026-11-21T08:06:00.000Z',
      },
    ],
  }))

/** Work of every kind. */
export const showTasks = (page: Page): Promise<void> =>
  changeResponse<{ readonly items: readonly Task[] }>(page, 'GET /api/admin/tasks', ({ items }) => ({
    items: items.map((task, at) => {
      const isCapped = task.kind === 'chats'
      return { ...task, count: isCapped ? 100 : 1 + at, isCapped, oldestAt: task.kind === 'odds' ? null : FAILED_AT }
    }),
  }))
