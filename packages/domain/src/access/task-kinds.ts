import type { StaffCapability } from './staff-roles.ts'

type TaskRow = {
  readonly label: string
  /** The list with exactly these rows. The console counts them at the tab of this screen. */
  readonly href: `/admin/${string}`
  /** The capabilities to read the list and to do the work. */
  readonly needs: readonly StaffCapability[]
}

/**
 * The kinds of work that waits for staff, in the order of the dashboard. A new kind is an entry here; the server then
 * does not compile without its reading (modules/admin/task-routes.ts).
 */
export const TASK_KINDS = {
  alerts: {
    label: 'Alerts to acknowledge',
    href: '/admin/alerts?state=unacknowledged',
    needs: ['admin:alerts:read', 'admin:alerts:acknowledge'],
  },
  approvals: {
    label: 'Approvals to decide',
    href: '/admin/approvals?decide=true',
    needs: ['admin:approvals:read', 'admin:approvals:decide'],
  },
  withdrawals: {
    label: 'Withdrawals to review',
    href: '/admin/transactions/withdrawals',
    needs: ['admin:payments:read', 'admin:withdrawals:review'],
  },
  payments: {
    label: 'Payments to decide',
    href: '/admin/transactions?review=true',
    needs: ['admin:payments:read', 'admin:payments:decide'],
  },
  unconfirmed: {
    label: 'Payments unconfirmed for over an hour',
    href: '/admin/transactions?status=overdue',
    needs: ['admin:payments:read', 'admin:payments:query'],
  },
  games: {
    label: 'Games to decide',
    href: '/admin/games?decide=true',
    needs: ['admin:games:read', 'admin:games:edit'],
  },
  feeds: {
    label: 'Games with contradictory scores',
    href: '/admin/games?contradictory=true',
    needs: ['admin:games:read', 'admin:games:edit'],
  },
  odds: {
    label: 'Odds off the model',
    href: '/admin/risk?only=odds',
    needs: ['admin:games:read', 'admin:odds:edit'],
  },
  debts: {
    label: 'Players in debt',
    href: '/admin/users?debt=true',
    needs: ['admin:users:read', 'admin:users:adjust'],
  },
  chats: {
    label: 'Unread conversations',
    href: '/admin/chat?unread=true',
    needs: ['admin:chat:read', 'admin:chat:write'],
  },
  cases: {
    label: 'Unexplained payment differences',
    href: '/admin/transactions/reconciliation?about=payments',
    needs: ['admin:reconciliation:read', 'admin:reconciliation:edit'],
  },
  charges: {
    label: 'Unexplained provider charges',
    href: '/admin/transactions/reconciliation?about=wallets',
    needs: ['admin:reconciliation:read', 'admin:reconciliation:edit'],
  },
  jobs: {
    label: 'Failing background jobs',
    href: '/admin/jobs',
    needs: ['admin:settings:read', 'admin:settings:edit'],
  },
} as const satisfies Record<string, TaskRow>

export type TaskKind = keyof typeof TASK_KINDS
export const TASK_KIND_NAMES = Object.keys(TASK_KINDS) as readonly TaskKind[]

/** Each kind is counted up to this number. */
export const MAX_COUNTED_TASKS = 100
