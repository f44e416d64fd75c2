import { startBeacon } from './beacon/start.ts'
import { startFootballFeed } from './football-feed/start.ts'
import { startMessages } from './messages/start.ts'
import { readMoneyEnvironment } from './mobile-money/environment.ts'
import { startMobileMoney } from './mobile-money/start.ts'
import { startPushService } from './push/start.ts'
import { clockFromFile } from './shared/clock.ts'
import { startWebhooks } from './webhooks/start.ts'
import { stopOnRequest } from './shared/until-stopped.ts'

/**
 * All simulators in one process. Prints one line of JSON with their addresses when they are ready. Environment:
 * SIM_PORT (3101; the others use the next ports), MONEY_PORT, FEED_PORT, BEACON_PORT, MESSAGES_PORT, SMTP_PORT,
 * PUSH_PORT, WEBHOOKS_PORT, ALERT_WEBHOOK_SECRET, AFRICASTALKING_USERNAME, AFRICASTALKING_API_KEY, SIM_HOST,
 * CLOCK_FILE, the variables of mobile-money/environment.ts, and for the feed FEED_API_KEY (default APIFOOTBALL_KEY,
 * the server's name for it), FEED_SPEED, FEED_SEED, FEED_DIR (recorded matches) and FEED_EMPTY=1.
 */
const setting = (name: string): string | undefined => process.env[name] || undefined

function wholeNumber(name: string, otherwise: number): number {
  const value = setting(name)
  if (value === undefined) return otherwise
  if (!/^\d+$/.test(value)) throw new Error(`${name} must be a whole number, not ${value}`)
  return Number(value)
}

function positive(name: string): number | undefined {
  const value = setting(name)
  if (value !== undefined && !(Number(value) > 0)) throw new Error(`${name} must be a number above 0, not ${value}`)
  return value === undefined ? undefined : Number(value)
}

/** Keeps only the defined values, so that the feed's defaults apply to the other options. */
function definedOnly<T extends object>(values: { readonly [Name in keyof T]: T[Name] | undefined }): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>
}

const clock = clockFromFile(setting('CLOCK_FILE'))
const host = setting('SIM_HOST') ?? '127.0.0.1'

const feed = await startFootballFeed({
  port: wholeNumber('FEED_PORT', wholeNumber('SIM_PORT', 3101) + 1),
  host,
  clock,
  empty: setting('FEED_EMPTY') === '1',
  ...definedOnly({
    apiKey: setting('FEED_API_KEY') ?? setting('APIFOOTBALL_KEY'),
    speed: positive('FEED_SPEED'),
    seed: setting('FEED_SEED'),
    directory: setting('FEED_DIR'),
  }),
})

const beacon = await startBeacon({ port: wholeNumber('BEACON_PORT', wholeNumber('SIM_PORT', 3101) + 2), host, clock })

const messages = await startMessages({
  port: wholeNumber('MESSAGES_PORT', wholeNumber('SIM_PORT', 3101) + 3),
  smtpPort: wholeNumber('SMTP_PORT', wholeNumber('SIM_PORT', 3101) + 4),
  host,
  clock,
  username: setting('AFRICASTALKING_USERNAME') ?? 'sandbox',
  apiKey: setting('AFRICASTALKING_API_KEY') ?? 'development-sms-key',
})

const push = await startPushService({ port: wholeNumber('PUSH_PORT', wholeNumber('SIM_PORT', 3101) + 5), host, clock })

const webhooks = await startWebhooks({
  port: wholeNumber('WEBHOOKS_PORT', wholeNumber('SIM_PORT', 3101) + 6),
  host,
  clock,
  secret: setting('ALERT_WEBHOOK_SECRET') ?? 'development-webhook-key',
})

const money = await startMobileMoney({
  ...readMoneyEnvironment(process.env),
  now: () => clock.now(),
  otherSimulators: [
    {
      name: 'Football feed',
      url: feed.url,
      about: 'Games, odds, live scores and results in the wire format of apifootball v3.',
    },
    {
      name: 'Beacon',
      url: beacon.url,
      about: 'Unpredictable numbers for the salts of Aviator chains.',
    },
    {
      name: 'Messages',
      url: messages.url,
      about: 'SMS and emails that the product sent, such as codes and links for a new password.',
    },
    {
      name: 'Push service',
      url: push.url,
      about: 'Push messages to closed apps, decrypted as a browser decrypts them.',
    },
    {
      name: 'Webhooks',
      url: webhooks.url,
      about: 'Alerts that were sent to the webhook of the settings, with checked signatures.',
    },
  ],
})

stopOnRequest(async () => {
  await Promise.all([money.close(), feed.close(), beacon.close(), messages.close(), push.close(), webhooks.close()])
})

const { url, relworxUrl, proxyUrl } = money
const directEnv = money.directEnv()
process.stdout.write(
  `${JSON.stringify({ money: { url, relworxUrl, proxyUrl, directEnv, handsetUrl: `${url}/handset` }, feed: { url: feed.url, apiKey: feed.apiKey }, beacon: { url: beacon.url }, messages: { url: messages.url, smsUrl: messages.smsUrl, smtpUrl: messages.smtpUrl }, push: { url: push.url }, webhooks: { url: webhooks.url } })}\n`,
)
