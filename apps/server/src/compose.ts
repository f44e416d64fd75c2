import { createHttpBeacon } from './adapters/beacon/http-beacon.ts'
import { createApiFootball } from './adapters/football-feed/api-football.ts'
import { createApiFootballFacts } from './adapters/football-feed/api-football-facts.ts'
import { createApifootball } from './adapters/football-feed/apifootball.ts'
import { createApifootballFacts } from './adapters/football-feed/apifootball-facts.ts'
import { createApifootballPush } from './adapters/football-feed/apifootball-push.ts'
import { createRequestQuota } from './adapters/football-feed/request-quota.ts'
import { createSmtp } from './adapters/mail/smtp.ts'
import { createWebPush } from './adapters/push/web-push.ts'
import { createAirtel } from './adapters/mobile-money/airtel.ts'
import { createMtn } from './adapters/mobile-money/mtn.ts'
import { createRelworx } from './adapters/mobile-money/relworx.ts'
import { createAfricasTalking } from './adapters/sms/africas-talking.ts'
import { createDiskImages } from './adapters/storage/disk-images.ts'
import { createS3Images } from './adapters/storage/s3-images.ts'
import { createRedisBus } from './adapters/event-bus/redis-bus.ts'
import { createDemo } from './demo.ts'
import type { Served } from './kernel/http/server.ts'
import type { Config } from './kernel/config.ts'
import type { Kernel } from './kernel/kernel.ts'
import type { Log } from './kernel/log.ts'
import type { EventBus } from './kernel/outbox/bus.ts'
import { type Admin, createAdmin } from './modules/admin/index.ts'
import { type Audit, createAudit } from './modules/audit/index.ts'
import { createAviator } from './modules/aviator/index.ts'
import { createBetting, gamesBetOn, stakeLimits } from './modules/betting/index.ts'
import { createCashout } from './modules/cashout/index.ts'
import { createCasino } from './modules/casino/index.ts'
import { createCatalogue } from './modules/catalogue/index.ts'
import { createChat } from './modules/chat/index.ts'
import { createIdentity } from './modules/identity/index.ts'
import { createNotifications } from './modules/notifications/index.ts'
import { createPayments, type Payments } from './modules/payments/index.ts'
import { createPricing } from './modules/pricing/index.ts'
import { createProtection } from './modules/protection/index.ts'
import { createRealtime } from './modules/realtime/index.ts'
import { createSettings } from './modules/settings/index.ts'
import { createSettlement } from './modules/settlement/index.ts'
import { type Wallet, createWallet } from './modules/wallet/index.ts'
import { pageLoaders } from './page-loaders.ts'

export type House = Served & {
  readonly checkLedger: Wallet['checkLedger']
  readonly verifyAudit: Audit['verify']
  readonly staffing: Admin['staffing']
  readonly reconcile: Payments['reconciliation']['run']
}

/**
 * The one place that creates adapters and modules, floor by floor, and hands them to each other. Each module is
 * `create<Name>(kernel, doors, ports)`; it registers its jobs and readers of the outbox itself and returns its door
 * with `routes`.
 */
export function compose(kernel: Kernel): House {
  const { config } = kernel
  const settings = createSettings(kernel)
  const wallet = createWallet(kernel)
  const audit = createAudit(kernel)

  const identity = createIdentity(
    kernel,
    { settings, wallet },
    { texts: createAfricasTalking(config.africasTalking), mails: createSmtp(config.smtp) },
  )
  const catalogue = createCatalogue(kernel, footballFeed(kernel))
  const protection = createProtection(kernel, { wallet })
  const casino = createCasino(kernel, { settings })

  const pricing = createPricing(kernel, { catalogue, settings }, { gamesBetOn })
  const payments = createPayments(
    kernel,
    { wallet, settings, identity, protection },
    { providers: mobileMoney(kernel) },
  )

  const aviator = createAviator(
    kernel,
    { audit, identity, protection, settings, wallet },
    { beacon: config.beaconUrl === null ? null : createHttpBeacon(config.beaconUrl), stakeLimits },
  )

  const chat = createChat(kernel, { identity, wallet }, chatImages(kernel))

  const betting = createBetting(kernel, { catalogue, pricing, protection, settings, wallet })
  const settlement = createSettlement(kernel, { betting, catalogue, wallet })
  const cashout = createCashout(kernel, { betting, catalogue, pricing, settings, wallet })

  const notifications = createNotifications(
    kernel,
    { identity, protection },
    { push: config.push === null ? null : createWebPush(config.push) },
  )
  const present = {
    tickets: betting.presentTickets,
    notifications: notifications.tell,
    messages: chat.tell,
    conversations: chat.conversations,
    transactions: async (ids: readonly string[]) =>
      (await Promise.all(ids.map((id) => payments.present(id)))).filter((transaction) => transaction !== null),
  }
  const realtime = createRealtime(kernel, { aviator, pricing, settings, notices: notifications.notices, present })

  const admin = createAdmin(kernel, {
    audit,
    betting,
    catalogue,
    chat,
    identity,
    notifications,
    payments,
    pricing,
    protection,
    settings,
    settlement,
    wallet,
  })
  const demo = config.demo ? createDemo(kernel, { identity, wallet, catalogue }) : null
  const serving = [
    settings,
    wallet,
    identity,
    casino,
    catalogue,
    pricing,
    payments,
    protection,
    aviator,
    chat,
    betting,
    cashout,
    notifications,
    realtime,
    admin,
  ]
  return {
    routes: serving.flatMap((module) => module.routes),
    sessions: identity.sessionStore,
    checkLedger: wallet.checkLedger,
    verifyAudit: audit.verify,
    staffing: admin.staffing,
    reconcile: payments.reconciliation.run,
    pageLoaders: pageLoaders({ pricing, settings, place: realtime.place, now: () => kernel.clock.now() }),
    async start() {
      await settings.ready()
      await demo?.start()
      await pricing.start()
    },
  }
}

const CHAT_IMAGES = 'chat-images'

function chatImages({ config: { storage } }: Kernel) {
  return storage.s3 === null
    ? createDiskImages({ folder: storage.folder, bucket: CHAT_IMAGES })
    : createS3Images(storage.s3, CHAT_IMAGES)
}

/** Relworx always; MTN and Airtel directly where they are configured. */
function mobileMoney({ config, clock }: Kernel) {
  return [
    createRelworx({ ...config.relworx, clock }),
    ...(config.mtn === null ? [] : [createMtn({ ...config.mtn, clock })]),
    ...(config.airtel === null ? [] : [createAirtel({ ...config.airtel, clock })]),
  ]
}

/** What visitors ask about matches has a share of the plan of its own: it never takes the scores' requests. */
const FACTS_SHARE = 0.15

function footballFeed({ config, clock }: Kernel) {
  const { provider, url, key, pushUrl, requestsPerHour } = config.footballFeed
  const forFacts = Math.ceil(requestsPerHour * FACTS_SHARE)
  const scores = { url, key, clock, quota: createRequestQuota(clock, requestsPerHour - forFacts) }
  const facts = { url, key, quota: createRequestQuota(clock, forFacts) }
  return provider === 'apifootball'
    ? {
        feed: createApifootball(scores),
        push: pushUrl === null ? null : createApifootballPush({ url: pushUrl, key }),
        facts: createApifootballFacts(facts),
      }
    : { feed: createApiFootball(scores), facts: createApiFootballFacts(facts) }
}

/** Between nodes; without Redis each reads the events in the database. Nodes of one database hear each other. */
export const openBus = ({ redisUrl, databaseUrl }: Config, log: Log): EventBus | null =>
  redisUrl === null
    ? null
    : createRedisBus({ url: redisUrl, channel: `mupiira.outbox${new URL(databaseUrl).pathname}`, log })
