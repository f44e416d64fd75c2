import type { Kernel } from '../../kernel/kernel.ts'
import type { Route } from '../../kernel/http/route.ts'
import { adjustmentRoutes, type AdjustmentDoors } from './adjustment-routes.ts'
import { approvalRoutes, type ApprovalDoors } from './approval-routes.ts'
import { createApprovals } from './approvals.ts'
import { auditRoutes, type AuditDoors } from './audit-routes.ts'
import { bookRoutes, type BookDoors } from './book-routes.ts'
import { chatRoutes, type ChatDoors } from './chat-routes.ts'
import { moneyRoutes, type MoneyDoors } from './money-routes.ts'
import { noticeRoutes, type NoticeDoors } from './notice-routes.ts'
import { reportRoutes, type ReportDoors } from './report-routes.ts'
import { settingsRoutes, type SettingsDoors } from './settings-routes.ts'
import { signInRoutes, type SignInDoors } from './sign-in-routes.ts'
import { createStaffing, type StaffingDoors } from './staffing.ts'
import { userFileRoutes, type UserFileDoors } from './user-file-routes.ts'
import { userRoutes, type UserDoors } from './user-routes.ts'

export type Admin = {
  readonly routes: readonly Route[]
  readonly staffing: ReturnType<typeof createStaffing>
}

type Doors = AdjustmentDoors &
  ApprovalDoors &
  AuditDoors &
  BookDoors &
  ChatDoors &
  MoneyDoors &
  NoticeDoors &
  ReportDoors &
  SettingsDoors &
  SignInDoors &
  StaffingDoors &
  UserDoors &
  UserFileDoors

/** What staff may do: each request is authorised by its endpoint, written to the audit log, and handed to the door that owns the rule. */
export function createAdmin(kernel: Kernel, doors: Doors): Admin {
  const approvals = createApprovals(kernel.db, doors.settings)
  return {
    staffing: createStaffing(kernel, doors),
    routes: [
      ...adjustmentRoutes(kernel, doors, approvals),
      ...approvalRoutes(kernel, doors, approvals),
      ...auditRoutes(doors),
      ...bookRoutes(kernel, doors, approvals),
      ...chatRoutes(kernel, doors),
      ...moneyRoutes(kernel, doors),
      ...noticeRoutes(kernel, doors),
      ...reportRoutes(doors),
      ...settingsRoutes(kernel, doors, approvals),
      ...signInRoutes(doors),
      ...userRoutes(kernel, doors),
      ...userFileRoutes(kernel, doors),
    ],
  }
}
