import type { Kernel } from '../../kernel/kernel.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import type { Route } from '../../kernel/http/route.ts'
import type { Audit } from '../audit/index.ts'
import type { Aviator } from '../aviator/index.ts'
import { type Betting, presentOpenTickets } from '../betting/index.ts'
import type { Cashout } from '../cashout/index.ts'
import type { Catalogue } from '../catalogue/index.ts'
import type { Chat } from '../chat/index.ts'
import type { Identity } from '../identity/index.ts'
import type { Notifications } from '../notifications/index.ts'
import type { Payments } from '../payments/index.ts'
import type { Pricing } from '../pricing/index.ts'
import type { Protection } from '../protection/index.ts'
import type { SettingsApi } from '../settings/index.ts'
import type { Settlement } from '../settlement/index.ts'
import type { Wallet } from '../wallet/index.ts'
import { approvalRoutes } from './approval-routes.ts'
import { type ConsoleApprovals, createApprovals } from './approvals.ts'
import { careRoutes } from './care-routes.ts'
import { chartRoutes } from './chart-routes.ts'
import { namesOf } from './named-entries.ts'
import { reportRoutes } from './report-routes.ts'
import { savedFilterRoutes } from './saved-filters/saved-filter-routes.ts'
import { searchRoutes } from './search-routes.ts'
import { createFigures } from './figures/figures.ts'
import { createEffectCounter } from './setting-effects.ts'
import { signInRoutes } from './staff/sign-in-routes.ts'
import { staffRoutes } from './staff/staff-routes.ts'
import { createStaffAccounts } from './staff/staff-accounts.ts'
import { type TaskDeps, taskRoutes } from './task-routes.ts'
import { statsRoutes } from './stats-routes.ts'
import { relatedRoutes } from './related/related-routes.ts'
import { timelineRoutes } from './timeline/timeline-routes.ts'

export type Admin = {
  readonly routes: readonly Route[]
  /** For actions of other modules that need a second approver. */
  readonly approvals: ConsoleApprovals
  readonly figures: Pick<ReturnType<typeof createFigures>, 'revenueByLeague'>
  readonly staffAccounts: ReturnType<typeof createStaffAccounts>
  /** Ends the requests for approval that have waited too long. Also a job. */
  readonly expireApprovals: () => Promise<number>
}

type AdminDeps = Pick<TaskDeps, 'tasks'> & {
  readonly audit: Audit
  readonly aviator: Pick<Aviator, 'administration'>
  readonly betting: Betting
  readonly cashout: Pick<Cashout, 'ruleChanges'>
  readonly catalogue: Catalogue
  readonly chat: Pick<Chat, 'administration'>
  readonly identity: Identity
  readonly notifications: Pick<Notifications, 'administration'>
  readonly payments: Payments
  readonly pricing: Pricing
  readonly protection: Pick<Protection, 'administration'>
  readonly settings: SettingsApi
  readonly settlement: Settlement
  readonly wallet: Wallet
}

const EXPIRE_EVERY_MS = 60_000

/** The console: approvals, staff, dashboard and daily report, and the routes of the modules that own the data. */
export function createAdmin(kernel: Kernel, modules: AdminDeps): Admin {
  const deps = { ...modules, audit: modules.audit.commands, settings: modules.settings.reads }
  const { audit, betting, catalogue, identity, payments, pricing, protection, settings, settlement, wallet } = deps
  const { gamesWithBets, gamesWithOpenLegs, liabilityOf, openFigures, openTicketsOn, stakeLimits, inPlayRestrictions } =
    betting.exposure
  const openBetsOn = async (sql: Sql, gameIds: readonly string[]) =>
    presentOpenTickets(await openTicketsOn(sql, gameIds))
  const openBetsOnMarket = async (sql: Sql, gameId: string, market: string) =>
    presentOpenTickets(await betting.exposure.openTicketsOnMarket(sql, gameId, market))
  const { offerAt, offered } = pricing.prices
  const { baseOddsRisk } = pricing.administration
  const approvals = createApprovals(kernel, deps)
  const figures = createFigures(kernel, deps, approvals)
  kernel.jobs.every('expire-approvals', EXPIRE_EVERY_MS, async () => void (await approvals.expire()), {
    leaderOnly: true,
  })
  return {
    approvals,
    figures,
    staffAccounts: createStaffAccounts(kernel, deps),
    expireApprovals: approvals.expire,
    routes: [
      ...approvalRoutes(kernel, deps, approvals),
      ...modules.audit.administration.routes((entries) => namesOf(deps, entries)),
      ...modules.settings.administration.routes({
        approvals,
        audit,
        countEffect: createEffectCounter({ betting, payments, pricing, fourEyes: approvals.fourEyes }),
        namesOf: identity.profiles.fullNames,
      }),
      ...wallet.administration.routes({ approvals, audit, settings, lockProfile: identity.profiles.lock }),
      ...identity.administration.routes({
        audit,
        exclusionEnds: protection.administration.exclusionEnds,
        showProtection: protection.administration.show,
        stakeLimits,
        inPlayRestrictions,
        isConspicuous: betting.administration.isConspicuous,
      }),
      ...catalogue.administration.routes({
        audit,
        baseOddsRisk,
        gamesWithBets,
        gamesWithOpenLegs,
        offerAt,
        offered,
        openBetsOn,
        openFigures,
      }),
      ...pricing.administration.routes({ audit, gamesWithBets, liabilityOf, openBetsOn: openBetsOnMarket }, approvals),
      ...settlement.administration.routes({ audit, baseOddsRisk, offered }, approvals),
      ...betting.administration.routes(
        {
          audit,
          settings,
          feed: catalogue.feed,
          accounts: wallet.accounts,
          games: catalogue.games,
          cashoutRuleChanges: modules.cashout.ruleChanges,
          ledger: wallet.ledger,
          prices: pricing.prices,
          profiles: identity.profiles,
          suspensions: catalogue.suspensions,
        },
        approvals,
      ),
      ...payments.administration.routes({ audit, profiles: identity.profiles }, approvals),
      ...modules.aviator.administration.routes(audit),
      ...modules.chat.administration.routes(audit),
      ...modules.notifications.administration.routes(audit),
      ...careRoutes(kernel, deps),
      ...timelineRoutes(kernel, deps),
      ...relatedRoutes(kernel, deps),
      ...chartRoutes(deps),
      ...statsRoutes({ ...deps, lastCheckOfAuditLog: modules.audit.seals.lastCheck }),
      ...reportRoutes({ ...deps, listActions: modules.audit.reads.list }),
      ...figures.routes,
      ...searchRoutes(deps),
      ...taskRoutes(kernel, deps, approvals),
      ...signInRoutes(deps),
      ...staffRoutes(kernel, deps, approvals),
      ...savedFilterRoutes(kernel),
    ],
  }
}
