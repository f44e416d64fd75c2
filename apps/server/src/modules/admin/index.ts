import type { Kernel } from '../../kernel/kernel.ts'
import type { Route } from '../../kernel/http/route.ts'
import { adjustmentRoutes, type AdjustmentDeps } from './adjustment-routes.ts'
import { approvalRoutes, type ApprovalDeps } from './approval-routes.ts'
import { createApprovals } from './approvals.ts'
import { auditRoutes, type AuditDeps } from './audit-routes.ts'
import { bookRoutes, type BookDeps } from './book-routes.ts'
import { chatRoutes, type ChatDeps } from './chat-routes.ts'
import { ledgerRoutes, type LedgerDeps } from './ledger-routes.ts'
import { noticeRoutes, type NoticeDeps } from './notice-routes.ts'
import { reportRoutes, type ReportDeps } from './report-routes.ts'
import { settingsRoutes, type SettingsDeps } from './settings-routes.ts'
import { signInRoutes, type SignInDeps } from './sign-in-routes.ts'
import { createStaffing, type StaffingDeps } from './staffing.ts'
import { userFileRoutes, type UserFileDeps } from './user-file-routes.ts'
import { userRoutes, type UserDeps } from './user-routes.ts'

export type Admin = {
  readonly routes: readonly Route[]
  readonly staffing: ReturnType<typeof createStaffing>
}

type Deps = AdjustmentDeps &
  ApprovalDeps &
  AuditDeps &
  BookDeps &
  ChatDeps &
  LedgerDeps &
  NoticeDeps &
  ReportDeps &
  SettingsDeps &
  SignInDeps &
  StaffingDeps &
  UserDeps &
  UserFileDeps

/** The console's API. Each request is authorised by its endpoint, audited, and passed to the module that owns the rule. */
export function createAdmin(kernel: Kernel, deps: Deps): Admin {
  const approvals = createApprovals(kernel.db, deps.settings)
  return {
    staffing: createStaffing(kernel, deps),
    routes: [
      ...adjustmentRoutes(kernel, deps, approvals),
      ...approvalRoutes(kernel, deps, approvals),
      ...auditRoutes(deps),
      ...bookRoutes(kernel, deps, approvals),
      ...chatRoutes(kernel, deps),
      ...ledgerRoutes(deps),
      ...noticeRoutes(kernel, deps),
      ...reportRoutes(deps),
      ...settingsRoutes(kernel, deps, approvals),
      ...signInRoutes(deps),
      ...userRoutes(kernel, deps),
      ...userFileRoutes(kernel, deps),
    ],
  }
}
