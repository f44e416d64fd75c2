import type { Kernel } from '../../kernel/kernel.ts'
import type { Route } from '../../kernel/http/route.ts'
import type { Audit } from '../audit/index.ts'
import type { Betting } from '../betting/index.ts'
import type { Identity } from '../identity/index.ts'
import type { Protection } from '../protection/index.ts'
import type { SettingsApi } from '../settings/index.ts'
import type { Wallet } from '../wallet/index.ts'
import { approvalRoutes, type ApprovalDeps } from './approval-routes.ts'
import { createApprovals } from './approvals.ts'
import { bookRoutes, type BookDeps } from './book-routes.ts'
import { type NameDeps, namesOf } from './named-entries.ts'
import { reportRoutes, type ReportDeps } from './report-routes.ts'
import { signInRoutes, type SignInDeps } from './sign-in-routes.ts'
import { createStaffing, type StaffingDeps } from './staffing.ts'

export type Admin = {
  readonly routes: readonly Route[]
  readonly staffing: ReturnType<typeof createStaffing>
}

type Deps = ApprovalDeps &
  BookDeps &
  NameDeps &
  ReportDeps &
  SignInDeps &
  StaffingDeps & {
    readonly audit: Audit
    readonly identity: Identity
    readonly settings: SettingsApi
    readonly wallet: Wallet
    readonly protection: Pick<Protection, 'exclusionEnds' | 'show'>
    readonly betting: Pick<Betting, 'stakeLimits'>
  }

/** The console's API: what it owns, and the staff routes of the modules that own the data. */
export function createAdmin(kernel: Kernel, deps: Deps): Admin {
  const { audit, betting, identity, protection, settings, wallet } = deps
  const approvals = createApprovals(kernel.db, deps)
  return {
    staffing: createStaffing(kernel, deps),
    routes: [
      ...approvalRoutes(kernel, deps, approvals),
      ...audit.administration.routes((entries) => namesOf(deps, entries)),
      ...settings.administration.routes({ approvals, audit, namesOf: identity.fullNames }),
      ...wallet.administration.routes({ approvals, audit, settings, lockProfile: identity.lockProfile }),
      ...identity.administration.routes({
        audit,
        exclusionEnds: protection.exclusionEnds,
        showProtection: protection.show,
        stakeLimits: betting.stakeLimits,
      }),
      ...bookRoutes(kernel, deps, approvals),
      ...reportRoutes(deps),
      ...signInRoutes(deps),
    ],
  }
}
