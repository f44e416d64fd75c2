import { createAfricasTalking } from './adapters/sms/africas-talking.ts'
import { createApiFootball } from './adapters/football-feed/api-football.ts'
import { createApiFootballFacts } from './adapters/football-feed/api-football-facts.ts'
import { createApifootball } from './adapters/football-feed/apifootball.ts'
import { createApifootballFacts } from './adapters/football-feed/apifootball-facts.ts'
import { createApifootballPush } from './adapters/football-feed/apifootball-push.ts'
import { createDiskImages } from './adapters/storage/disk-images.ts'
import { createHttpBeacon } from './adapters/beacon/http-beacon.ts'
import { createMobileMoney } from './adapters/mobile-money/providers.ts'
import { createRequestQuota } from './adapters/football-feed/request-quota.ts'
import { createS3Images } from './adapters/storage/s3-images.ts'
import { createSmtp } from './adapters/mail/smtp.ts'
import { createWebhook } from './adapters/webhook/webhook.ts'
import { createWebPush } from './adapters/push/web-push.ts'
import type { Kernel } from './kernel/kernel.ts'
import type { WebhookSender } from './modules/alerts/ports.ts'
import type { Beacon } from './modules/aviator/ports.ts'
import type { FeedPush, FootballFeed, MatchFacts } from './modules/catalogue/ports.ts'
import type { ImageStore } from './modules/chat/ports.ts'
import type { EmailSender, SmsSender } from './modules/identity/ports.ts'
import type { PushService } from './modules/notifications/ports.ts'
import type { MobileMoneyProvider } from './modules/payments/ports.ts'

/** Every external service that the application uses. */
export type Providers = {
  readonly texts: SmsSender
  readonly mails: EmailSender
  readonly mobileMoney: readonly MobileMoneyProvider[]
  readonly football: {
    readonly feed: FootballFeed | null
    readonly push?: FeedPush | null
    readonly facts?: MatchFacts | null
  }
  /** null: two admins enter the blocks that salt the rounds. */
  readonly beacon: Beacon | null
  readonly images: ImageStore
  /** null: web push is off. */
  readonly push: PushService | null
  readonly webhooks: WebhookSender
}

/** The providers that the configuration names. */
export function providersOf(kernel: Kernel): Providers {
  const { config } = kernel
  return {
    texts: createAfricasTalking(config.africasTalking),
    mails: createSmtp(config.smtp),
    mobileMoney: createMobileMoney(config, { clock: kernel.clock }),
    football: footballFeed(kernel),
    beacon: config.beaconUrl === null ? null : createHttpBeacon(config.beaconUrl),
    images: chatImages(kernel),
    push: config.push === null ? null : createWebPush(config.push),
    webhooks: createWebhook(config.alertWebhook),
  }
}

const CHAT_IMAGES = 'chat-images'

function chatImages({ config: { storage } }: Kernel) {
  return storage.s3 === null
    ? createDiskImages({ folder: storage.folder, bucket: CHAT_IMAGES })
    : createS3Images(storage.s3, CHAT_IMAGES)
}

/** Share of the feed's request quota for facts that visitors open, so that they never use up the quota for scores. */
const FACTS_SHARE = 0.15
/** Share for the data that prices goalscorers: the players' records, or odds requested again after the line-ups. */
const SCORERS_SHARE = 0.1
const RECORDS_WITHIN_MS = 2_000

function footballFeed({ config, clock }: Kernel) {
  const { provider, url, key, pushUrl, requestsPerHour } = config.footballFeed
  const forFacts = Math.ceil(requestsPerHour * FACTS_SHARE)
  const forScorers = Math.ceil(requestsPerHour * SCORERS_SHARE)
  const scores = { url, key, clock, quota: createRequestQuota(clock, requestsPerHour - forFacts - forScorers) }
  const scorerQuota = createRequestQuota(clock, forScorers)
  const facts = { url, key, quota: createRequestQuota(clock, forFacts) }
  return provider === 'apifootball'
    ? {
        feed: createApifootball({ ...scores, records: { quota: scorerQuota, timeoutMs: RECORDS_WITHIN_MS } }),
        push: pushUrl === null ? null : createApifootballPush({ url: pushUrl, key }),
        facts: createApifootballFacts(facts),
      }
    : { feed: createApiFootball({ ...scores, requoteQuota: scorerQuota }), facts: createApiFootballFacts(facts) }
}
