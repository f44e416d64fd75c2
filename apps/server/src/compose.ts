import { createDemo } from './demo.ts'
import type { ServedParts } from './kernel/http/server.ts'
import type { Kernel } from './kernel/kernel.ts'
import { createAlerts } from './modules/alerts/index.ts'
import { type Admin, createAdmin } from './modules/admin/index.ts'
import { type Audit, createAudit } from './modules/audit/index.ts'
import { createAviator } from './modules/aviator/index.ts'
import {
  createBetting,
  createLiabilityReader,
  hasRelatedAccounts,
  mostBetGames,
  openStakes,
  stakeLimits,
  wonGames,
} from './modules/betting/index.ts'
import { createCashout } from './modules/cashout/index.ts'
import { createCasino } from './modules/casino/index.ts'
import { createCatalogue } from './modules/catalogue/index.ts'
import { createChat } from './modules/chat/index.ts'
import { createIdentity } from './modules/identity/index.ts'
import { createNotifications } from './modules/notifications/index.ts'
import { createPayments, type Payments } from './modules/payments/index.ts'
import { createPricing } from './modules/pricing/index.ts'
import { createPrivacy } from './modules/privacy/index.ts'
import { createProtection } from './modules/protection/index.ts'
import { createRealtime, type HubDeps } from './modules/realtime/index.ts'
import { createSettings } from './modules/settings/index.ts'
import { createSettlement } from './modules/settlement/index.ts'
import { type Wallet, createWallet } from './modules/wallet/index.ts'
import { pageLoaders } from './page-loaders.ts'
import { type Providers, providersOf } from './providers.ts'

export type Application = ServedParts & {
  readonly checkLedger: Wallet['ledger']['check']
  readonly verifyAudit: Audit['seals']['verify']
  readonly staffAccounts: Admin['staffAccounts']
  readonly reconcile: Payments['administration']['reconciliation']['run']
}

/**
 * Creates the modules, lower levels first. Each function `create<Name>(kernel, deps, ports)` also registers the jobs
 * and outbox readers of its module.
 */
export function composeModules(kernel: Kernel, providers: Providers) {
  const settings = createSettings(kernel)
  const wallet = createWallet(kernel, { openStakes })
  const audit = createAudit(kernel)

  const identity = createIdentity(kernel, { settings: settings.reads, wallet }, providers)
  const isInPlayOn = () => settings.reads.current().in_play_betting === 'on'
  const catalogue = createCatalogue(kernel, { ...providers.football, isInPlayOn })
  const protection = createProtection(kernel, { wallet })
  const casino = createCasino(kernel, { settings: settings.reads })

  const liabilityReader = createLiabilityReader(kernel)
  const openLiabilities = (maxAgeMs: number) => liabilityReader.all(maxAgeMs)
  const pricing = createPricing(kernel, { catalogue, settings: settings.reads }, { mostBetGames, openLiabilities })
  const payments = createPayments(
    kernel,
    { wallet, settings: settings.reads, identity, protection },
    {
      providers: providers.mobileMoney,
      texts: providers.texts,
      review: { wonGames, hasRelatedAccounts, gamesById: catalogue.games.byIds },
    },
  )
  const aviator = createAviator(
    kernel,
    {
      limitStatus: protection.commands.limitStatus,
      profiles: identity.profiles,
      settings: settings.reads,
      wallet,
    },
    { beacon: providers.beacon, stakeLimits },
  )
  const chat = createChat(
    kernel,
    { accounts: wallet.accounts, profiles: identity.profiles, staff: identity.staff },
    providers.images,
  )

  const betting = createBetting(kernel, {
    catalogue,
    liabilityReader,
    pricing,
    protection: protection.commands,
    settings: settings.reads,
    wallet,
  })
  const settlement = createSettlement(kernel, { betting, catalogue, wallet })
  const cashout = createCashout(kernel, {
    catalogue,
    changes: pricing.changes,
    exposure: betting.exposure,
    prices: pricing.prices,
    profiles: identity.profiles,
    settings: settings.reads,
    tickets: betting.tickets,
    wallet,
  })

  const notifications = createNotifications(
    kernel,
    { excludedAmong: protection.reads.excludedAmong, sessions: identity.sessions },
    { push: providers.push },
  )
  const realtime = createRealtime(
    kernel,
    streamDeps({ aviator, betting, chat, notifications, payments, pricing, settings }),
  )
  const admin = createAdmin(kernel, {
    audit,
    aviator,
    betting,
    cashout,
    catalogue,
    chat,
    identity,
    notifications,
    payments,
    pricing,
    protection,
    settings,
    settlement,
    // Alerts are composed later, because they measure figures of the console.
    tasks: { alerts: (caller) => alerts.tasks.alerts(caller) },
    wallet,
  })
  const privacy = createPrivacy(kernel, {
    approvals: admin.approvals,
    audit: audit.commands,
    removeImages: chat.images.remove,
    identity,
    wallet,
  })
  const alerts = createAlerts(
    kernel,
    {
      audit,
      betting,
      catalogue,
      figures: admin.figures,
      identity,
      payments,
      settings: settings.reads,
      wallet,
    },
    providers,
  )
  return {
    settings,
    wallet,
    audit,
    identity,
    catalogue,
    protection,
    casino,
    pricing,
    payments,
    aviator,
    chat,
    betting,
    settlement,
    cashout,
    notifications,
    realtime,
    privacy,
    admin,
    alerts,
  }
}

export type Modules = ReturnType<typeof composeModules>

type Streamed = Pick<Modules, 'aviator' | 'betting' | 'chat' | 'notifications' | 'payments' | 'pricing' | 'settings'>

/** The reads of other modules that live streams need. */
export function streamDeps({ aviator, betting, chat, notifications, payments, pricing, settings }: Streamed): HubDeps {
  return {
    aviator: aviator.reads,
    pricing,
    settings: settings.reads,
    notices: notifications.notices,
    present: {
      tickets: betting.tickets.present,
      notifications: notifications.reads.present,
      messages: chat.reads.messages,
      conversations: chat.reads.conversations,
      transactions: async (ids) =>
        (await Promise.all(ids.map((id) => payments.reads.present(id)))).filter((transaction) => transaction !== null),
    },
  }
}

/** Collects the routes, sessions, page data and start functions of the composed modules. */
export function serve(kernel: Kernel, modules: Modules): ServedParts {
  const { identity, pricing, realtime, settings } = modules
  return {
    routes: Object.values(modules).flatMap((module) => ('routes' in module ? module.routes : [])),
    sessions: identity.sessions.store,
    pageLoaders: pageLoaders({
      pricing,
      settings: settings.reads,
      cursor: realtime.cursor,
      now: () => kernel.clock.now(),
    }),
    async start() {
      await settings.reads.ready()
      await pricing.start()
    },
  }
}

/** Composes the application with the configured providers. */
export function compose(kernel: Kernel): Application {
  const modules = composeModules(kernel, providersOf(kernel))
  const { identity, wallet, catalogue } = modules
  const demo = kernel.config.demo ? createDemo(kernel, { identity, wallet, catalogue }) : null
  const served = serve(kernel, modules)
  return {
    ...served,
    checkLedger: wallet.ledger.check,
    verifyAudit: modules.audit.seals.verify,
    staffAccounts: modules.admin.staffAccounts,
    reconcile: modules.payments.administration.reconciliation.run,
    async start() {
      await modules.settings.reads.ready()
      await demo?.start()
      await modules.pricing.start()
    },
  }
}
