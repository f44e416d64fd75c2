import type { Kernel } from '../../kernel/kernel.ts'
import type { Route } from '../../kernel/http/route.ts'
import type { Audit } from '../audit/index.ts'
import type { Betting } from '../betting/index.ts'
import type { Catalogue } from '../catalogue/index.ts'
import type { Identity } from '../identity/index.ts'
import type { Payments } from '../payments/index.ts'
import type { Pricing } from '../pricing/index.ts'
import type { Protection } from '../protection/index.ts'
import type { SettingsApi } from '../settings/index.ts'
import type { Settlement } from '../settlement/index.ts'
import type { Wallet } from '../wallet/index.ts'
import { approvalRoutes, type ApprovalDeps } from './approval-routes.ts'
import { createApprovals } from './approvals.ts'
import { type ChartDeps, chartRoutes } from './chart-routes.ts'
import { type NameDeps, namesOf } from './named-entries.ts'
import { reportRoutes, type ReportDeps } from './report-routes.ts'
import { type SearchDeps, searchRoutes } from './search-routes.ts'
import { signInRoutes, type SignInDeps } from './sign-in-routes.ts'
import { createStaffAccounts, type StaffingDeps } from './staffing.ts'
import { type StatsDeps, statsRoutes } from './stats-routes.ts'

export type Admin = {
  readonly routes: readonly Route[]
  readonly staffAccounts: ReturnType<typeof createStaffAccounts>
}

type Deps = ApprovalDeps &
  ChartDeps &
  NameDeps &
  ReportDeps &
  SearchDeps &
  SignInDeps &
  StaffingDeps &
  StatsDeps & {
    readonly audit: Audit
    readonly identity: Identity
    readonly settings: SettingsApi
    readonly wallet: Wallet
    readonly protection: Pick<Protection, 'exclusionEnds' | 'show'>
    readonly betting: Betting
    readonly catalogue: Catalogue
    readonly payments: Payments
    readonly pricing: Pricing
    readonly settlement: Settlement
  }

/** The console: approvals, staff, dashboard and day report, and the routes of the modules that own the data. */
export function createAdmin(kernel: Kernel, deps: Deps): Admin {
  const { audit, betting, catalogue, identity, payments, pricing, protection, settings, settlement, wallet } = deps
  const { gamesWithBets, gamesWithOpenLegs, liabilityOf, openFigures, stakeLimits } = betting.exposure
  const { offerAt, offered } = pricing.prices
  const approvals = createApprovals(kernel, deps)
  return {
    staffAccounts: createStaffAccounts(kernel, deps),
    routes: [
      ...approvalRoutes(kernel, deps, approvals),
      ...audit.administration.routes((entries) => namesOf(deps, entries)),
      ...settings.administration.routes({ approvals, audit, namesOf: identity.profiles.fullNames }),
      ...wallet.administration.routes({ approvals, audit, settings, lockProfile: identity.profiles.lock }),
      ...identity.administration.routes({
        audit,
        exclusionEnds: protection.exclusionEnds,
        showProtection: protection.show,
        stakeLimits,
      }),
      ...catalogue.administration.routes({ audit, gamesWithBets, gamesWithOpenLegs, offerAt, offered, openFigures }),
      ...pricing.administration.routes({ audit, gamesWithBets, liabilityOf }, approvals),
      ...settlement.administration.routes({ audit, offered }, approvals),
      ...betting.administration.routes(deps, approvals),
      ...payments.administration.routes(deps, approvals),
      ...chartRoutes(deps),
      ...statsRoutes(deps),
      ...reportRoutes(deps),
      ...searchRoutes(deps),
      ...signInRoutes(deps),
    ],
  }
}
