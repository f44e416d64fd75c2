import { generateKeyPairSync } from 'node:crypto'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { vapidKeys } from '../../../../../tests/support/vapid-keys.ts'
import { ConfigurationFault, readConfig } from './config.ts'

const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY } = vapidKeys()

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://app:q8Kd0vTz2mWx@db.internal/mupiira?sslmode=verify-full',
  DATABASE_ADMIN_URL: 'postgres://owner:pX7sLw93nYtR@db.internal/mupiira?sslmode=verify-full',
  SESSION_SECRET: 'b7f3c1d9e5a24c6f8e0d1b3a5c7e9f10',
  PERSONAL_DATA_KEY: '71e0c94ab35d68f20e9b6d1f84a7c532',
  AVIATOR_KEY: '8c1d3f5a7b9e20416385a7c9ebfd1f20',
  PRICE_KEY: '4f9e8d7c6b5a49382716051423324150',
  PUBLIC_ORIGIN: 'https://mupiira.example',
  RELWORX_BASE_URL: 'https://payments.relworx.com/api',
  RELWORX_API_KEY: 'k3y-from-the-provider',
  RELWORX_ACCOUNT_NO: 'REL1234',
  RELWORX_WEBHOOK_KEY: 'hook-from-the-provider',
  RELWORX_WEBHOOK_URL: 'https://mupiira.example/api/webhooks/relworx',
  AFRICASTALKING_URL: 'https://api.africastalking.com/version1/messaging',
  AFRICASTALKING_USERNAME: 'mupiira',
  AFRICASTALKING_API_KEY: 'sms-from-the-provider',
  SMTP_URL: 'smtps://mupiira:w8Kd0vTz2m@smtp.example:465',
  MAIL_FROM: 'Mupiira <no-reply@mupiira.example>',
  VAPID_PUBLIC_KEY,
  VAPID_PRIVATE_KEY,
  VAPID_SUBJECT: 'https://mupiira.example/help',
  APIFOOTBALL_URL: 'https://apiv3.apifootball.com/',
  APIFOOTBALL_KEY: 'feed-from-the-provider',
  TRUST_PROXY: '1',
  STORAGE_DIR: '/var/lib/mupiira',
  SEALS_DIR: '/mnt/log-store/seals',
  WEB_DIST: 'apps/web/dist',
}

const directProviders = {
  MTN_BASE_URL: 'https://proxy.momoapi.mtn.com',
  MTN_COLLECTION_SUBSCRIPTION_KEY: 'collection-subscription',
  MTN_COLLECTION_USER: 'collection-user',
  MTN_COLLECTION_KEY: 'collection-key',
  MTN_DISBURSEMENT_SUBSCRIPTION_KEY: 'payout-subscription',
  MTN_DISBURSEMENT_USER: 'payout-user',
  MTN_DISBURSEMENT_KEY: 'payout-key',
  MTN_CALLBACK_KEY: '5e0c9b7a3f1d48628a4c6e0b2d9f7153',
  AIRTEL_BASE_URL: 'https://openapi.airtel.africa',
  AIRTEL_CLIENT_ID: 'client',
  AIRTEL_CLIENT_SECRET: 'from-the-portal',
  AIRTEL_CALLBACK_KEY: 'of-the-application',
  AIRTEL_PIN: '4827',
  AIRTEL_PUBLIC_KEY: generateKeyPairSync('rsa', { modulusLength: 2_048 })
    .publicKey.export({ type: 'spki', format: 'der' })
    .toString('base64'),
}

const faultsOf = (variables: Record<string, string | undefined>): readonly string[] => {
  try {
    readConfig(variables)
    return []
  } catch (error) {
    if (error instanceof ConfigurationFault) return error.faults
    throw error
  }
}
const namesOf = (faults: readonly string[]) => faults.map((fault) => fault.split(' ')[0])

it('[OPS-08] production starts with a complete configuration', () => {
  expect(faultsOf(production)).toEqual([])
  expect(readConfig(production)).toMatchObject({
    production: true,
    demo: false,
    developerScreens: false,
    port: 3000,
    webDist: resolve('apps/web/dist'),
  })
})

it('[OPS-08] a production node with only the worker role starts without a built web app', () => {
  expect(faultsOf({ ...production, ROLES: 'worker', WEB_DIST: undefined })).toEqual([])
})

it('[OPS-08] the error for a missing configuration variable names the variable once', () => {
  expect(namesOf(faultsOf({ NODE_ENV: 'production' })).filter((name) => name === 'DATABASE_URL')).toHaveLength(1)
})

it.each(Object.keys(production).filter((name) => !['NODE_ENV', 'DATABASE_ADMIN_URL'].includes(name)))(
  '[OPS-08] a production start without %s is refused, and the error names the variable',
  (name) => {
    expect(namesOf(faultsOf({ ...production, [name]: undefined }))).toContain(name)
  },
)

it('[OPS-08] production requires the URL and key of the configured football feed only', () => {
  const { APIFOOTBALL_URL: _url, APIFOOTBALL_KEY: _key, ...rest } = production
  const other = { ...rest, FOOTBALL_FEED: 'api-football' }
  expect(namesOf(faultsOf(other))).toEqual(['API_FOOTBALL_URL', 'API_FOOTBALL_KEY'])
  const keyed = { ...other, API_FOOTBALL_URL: 'https://v3.football.api-sports.io', API_FOOTBALL_KEY: 'k7-of-a-plan' }
  expect(readConfig({ ...keyed, FEED_REQUESTS_PER_HOUR: '300' }).footballFeed).toEqual({
    provider: 'api-football',
    url: 'https://v3.football.api-sports.io',
    key: 'k7-of-a-plan',
    pushUrl: null,
    requestsPerHour: 300,
  })
  expect(readConfig(production).footballFeed).toMatchObject({ provider: 'apifootball', requestsPerHour: 0 })
})

const { SESSION_SECRET, RELWORX_API_KEY } = production

it.each([
  // Secrets that are a default, guessable, short, predictable or used twice.
  ['SESSION_SECRET', 'development-session-secret-of-some-length'],
  ['SESSION_SECRET', 'short-but-random-7f3c'],
  ['SESSION_SECRET', 'a'.repeat(64)],
  ['SESSION_SECRET', 'abab'.repeat(16)],
  ['AVIATOR_KEY', 'change-me-change-me-change-me-change-me'],
  ['AVIATOR_KEY', '0123456789abcdef'.repeat(4)],
  ['AVIATOR_KEY', 'abcdefghijklmnopqrstuvwxyz01234567'],
  ['AVIATOR_KEY', SESSION_SECRET],
  ['PERSONAL_DATA_KEY', SESSION_SECRET],
  ['PRICE_KEY', 'change-me-change-me-change-me-change-me'],
  ['PRICE_KEY', '11112222'.repeat(4)],
  ['PRICE_KEY', SESSION_SECRET],
  ['METRICS_TOKEN', 'metrics-token-123'],
  ['METRICS_TOKEN', 'mupiira-metrics-token-of-production'],
  ['METRICS_TOKEN', 'm'.repeat(40)],
  ['METRICS_TOKEN', SESSION_SECRET],
  ['RELWORX_API_KEY', 'development-relworx-key'],
  ['RELWORX_API_KEY', 'k'],
  ['RELWORX_WEBHOOK_KEY', 'k'],
  ['RELWORX_WEBHOOK_KEY', 'w'.repeat(32)],
  ['RELWORX_WEBHOOK_KEY', RELWORX_API_KEY],
  ['AFRICASTALKING_API_KEY', 'development-sms-key'],
  ['APIFOOTBALL_KEY', 'f'.repeat(20)],
  ['VAPID_PRIVATE_KEY', 'x'.repeat(43)],
  // Addresses of simulators, unencrypted addresses, and addresses of our own that other machines cannot reach.
  ['RELWORX_BASE_URL', 'http://127.0.0.1:4010/api'],
  ['RELWORX_BASE_URL', 'http://payments.example/api'],
  ['RELWORX_PROXY_URL', 'http://proxy.internal/relworx'],
  ['RELWORX_WEBHOOK_URL', 'http://mupiira.example/api/webhooks/relworx'],
  ['RELWORX_WEBHOOK_URL', 'https://localhost/api/webhooks/relworx'],
  ['APIFOOTBALL_URL', 'http://localhost:4020/'],
  ['APIFOOTBALL_PUSH_URL', 'ws://wss.apifootball.example/livescore'],
  ['AFRICASTALKING_URL', 'http://127.0.0.1:4030/version1/messaging'],
  ['AFRICASTALKING_URL', 'http://sms.example/version1/messaging'],
  ['SMTP_URL', 'smtp://localhost:4031'],
  ['SMTP_URL', 'smtp://mupiira:w8Kd0vTz2m@smtp.example:587'],
  ['SMTP_URL', 'smtps://mupiira:w8/Kd0vTz2m@smtp.example:465'],
  ['PUBLIC_ORIGIN', 'http://mupiira.example'],
  ['PUBLIC_ORIGIN', 'https://localhost'],
  ['PUBLIC_ORIGIN', 'https://mupiira.localhost'],
  ['PUBLIC_ORIGIN', 'https://127.0.0.1:3000'],
  ['PUBLIC_ORIGIN', 'https://[::1]:3000'],
  ['VAPID_SUBJECT', 'mailto:us@localhost'],
  // Databases with missing or default passwords, unencrypted connections, or a superuser.
  ['DATABASE_URL', 'postgres://app:app@db.internal/mupiira?sslmode=verify-full'],
  ['DATABASE_URL', 'postgres://app@db.internal/mupiira?sslmode=verify-full'],
  ['DATABASE_ADMIN_URL', 'postgres://owner:password@db.internal/mupiira?sslmode=verify-full'],
  ['DATABASE_URL', 'postgres://app:q8#Kd0vTz2mWx@db.internal/mupiira'],
  ['DATABASE_ADMIN_URL', 'postgres://owner:pX7%Lw93nYtR@db.internal/mupiira'],
  ['DATABASE_URL', 'postgres://app:q8Kd0vTz2mWx@db.internal/mupiira'],
  ['DATABASE_URL', 'postgres://app:q8Kd0vTz2mWx@10.0.0.9/mupiira?sslmode=prefer'],
  ['DATABASE_URL', 'postgres://app:q8Kd0vTz2mWx@10.0.0.9/mupiira?sslmode=no-verify'],
  ['DATABASE_URL', 'postgres://app:q8Kd0vTz2mWx@10.0.0.9/mupiira?sslmode=require&uselibpqcompat=true'],
  ['DATABASE_URL', 'postgres://app:q8Kd0vTz2mWx@localhost/mupiira?host=db.internal'],
  ['DATABASE_ADMIN_URL', 'postgres://owner:pX7sLw93nYtR@db.internal/mupiira'],
  ['DATABASE_ADMIN_URL', 'postgres://owner:q8Kd0vTz2mWx@db.internal/mupiira?sslmode=verify-full'],
  ['DATABASE_URL', 'postgres://postgres:q8Kd0vTz2mWx@db.internal/mupiira?sslmode=verify-full'],
  ['DATABASE_ADMIN_URL', 'postgres://postgres:pX7sLw93nYtR@127.0.0.1/mupiira'],
  ['REDIS_URL', 'redis://cache.internal:6379'],
  ['DATABASE_WAIT_MS', '30000'],
  // Variables that are only for development.
  ['BEACON_URL', 'https://beacon.example/'],
  ['PUSH_SIMULATOR_URL', 'http://push.example'],
  ['DEMO', '1'],
  ['HANDSET_URL', 'http://handset.example/handset'],
  ['CLOCK_FILE', '/tmp/clock.json'],
  ['RATE_LIMIT_FACTOR', '1000'],
  ['DEVELOPER_SCREENS', '1'],
  ['LOG_LEVEL', 'trace'],
  ['NODE_TLS_REJECT_UNAUTHORIZED', '0'],
  ['NODE_OPTIONS', '--inspect=0.0.0.0:9229'],
])('[OPS-08] %s=%s stops a production start, and the message does not contain the value', (name, value) => {
  const faults = faultsOf({ ...production, [name]: value })
  expect(faults).toHaveLength(1)
  // For two equal secrets, the message names both variables.
  if (faults[0]?.includes('has the same secret as')) expect(faults[0].split(' ')).toContain(name)
  else expect(faults[0]).toMatch(new RegExp(`^${name} `))
  if (value.length > 1) expect(faults[0]).not.toContain(value)
})

it.each([
  ['DATABASE_URL', 'postgres://app:q8Kd0vTz2mWx@127.0.0.1/mupiira'],
  ['DATABASE_ADMIN_URL', 'postgres://app:q8Kd0vTz2mWx@db.internal/mupiira?sslmode=verify-full'],
  ['DATABASE_URL', 'postgres://app:q8Kd0vTz2mWx@/mupiira?host=/run/postgresql'],
  ['DATABASE_URL', 'postgres://app:q8Kd0vTz2mWx@10.0.0.9/mupiira?sslmode=require'],
  ['SMTP_URL', 'smtp://mupiira:w8Kd0vTz2m@smtp.example:587?requireTLS=true'],
  ['RELWORX_PROXY_URL', 'http://127.0.0.1:8080/relworx'],
  ['REDIS_URL', 'rediss://cache.internal:6379'],
  ['REDIS_URL', 'redis://127.0.0.1:6379'],
  ['DATABASE_WAIT_MS', '10000'],
  ['DEMO', '0'],
  ['DEVELOPER_SCREENS', '0'],
  ['RATE_LIMIT_FACTOR', '1'],
  ['LOG_LEVEL', 'debug'],
  ['NODE_OPTIONS', '--max-semi-space-size=32'],
  ['METRICS_TOKEN', 'c2f1a7e94b0d4c5f9a3e6d8b7f102345'],
])('[OPS-08] production accepts %s=%s', (name, value) => {
  expect(faultsOf({ ...production, [name]: value })).toEqual([])
})

it('[OPS-08] production requires an encrypted connection to the bucket, except on the same machine', () => {
  const bucket = { S3_BUCKET: 'images', S3_ACCESS_KEY_ID: 'AKq83', S3_SECRET_ACCESS_KEY: 'w8Kd0vTz2mWxq83' }
  const faults = (S3_ENDPOINT: string) => namesOf(faultsOf({ ...production, ...bucket, S3_ENDPOINT }))
  expect(faults('http://10.0.0.7:9000')).toEqual(['S3_ENDPOINT'])
  expect(faults('https://s3.example')).toEqual([])
  expect(faults('http://127.0.0.1:9000')).toEqual([])
})

it('[OPS-08] PUBLIC_ORIGIN is normalised to the Origin header that browsers send', () => {
  const written = { ...production, PUBLIC_ORIGIN: 'https://Mupiira.example:443' }
  expect(readConfig(written).publicOrigin).toBe('https://mupiira.example')
})

it.each([
  [{}, 'DATABASE_URL is missing'],
  [{ DATABASE_URL: 'mysql://x/y' }, 'DATABASE_URL must'],
  [{ DATABASE_URL: 'postgres://x/y', PORT: 'eighty' }, 'PORT must be integer'],
  [{ DATABASE_URL: 'postgres://x/y', PORT: '70000' }, 'PORT must be <= 65535'],
  [{ DATABASE_URL: 'postgres://x/y', ROLES: 'http,cron' }, 'ROLES must'],
])('the configuration %o is refused with the message "%s"', (variables, message) => {
  expect(faultsOf(variables).join('\n')).toContain(message)
})

it('development and tests need no configuration except DATABASE_URL', () => {
  const variables = { DATABASE_URL: 'postgres://x/y', PORT: '4000', ROLES: 'worker', DEMO: '1', METRICS_TOKEN: '' }
  const config = readConfig(variables)
  expect(config).toMatchObject({
    port: 4000,
    demo: true,
    developerScreens: true,
    metricsToken: null,
    trustProxyHops: 0,
    databaseAdminUrl: 'postgres://x/y',
  })
  expect([...config.roles]).toEqual(['worker'])
})

it('[OPS-08] the base URL of MTN or Airtel enables direct calls, which require all variables of the provider', () => {
  expect(readConfig(production)).toMatchObject({ mtn: null, airtel: null })
  expect(readConfig({ ...production, ...directProviders })).toMatchObject({
    mtn: {
      baseUrl: 'https://proxy.momoapi.mtn.com',
      targetEnvironment: 'mtnuganda',
      callbackUrl: 'https://mupiira.example/api/webhooks/mtn',
      disbursement: { subscriptionKey: 'payout-subscription', apiUser: 'payout-user', apiKey: 'payout-key' },
    },
    airtel: { clientId: 'client', pin: '4827' },
  })
  for (const name of Object.keys(directProviders).filter((each) => !each.endsWith('_BASE_URL'))) {
    const provider = name.split('_')[0] ?? ''
    expect(faultsOf({ ...production, ...directProviders, [name]: undefined })).toEqual([
      `${name} is missing: ${provider}_BASE_URL needs it`,
    ])
  }
  expect(faultsOf({ ...production, ...directProviders, AIRTEL_PUBLIC_KEY: 'MIIB' })).toEqual([
    'AIRTEL_PUBLIC_KEY is not a public key in base64',
  ])
  for (const name of ['MTN_BASE_URL', 'AIRTEL_BASE_URL']) {
    const faults = faultsOf({ ...production, ...directProviders, [name]: 'http://127.0.0.1:3101/x' })
    expect(faults).toEqual([`${name} points at a simulator on this machine`])
  }
})

it.each([
  ['MTN_CALLBACK_KEY', 'm'.repeat(40)],
  ['AIRTEL_CALLBACK_KEY', 'a'],
  ['AIRTEL_CLIENT_SECRET', production.AVIATOR_KEY],
  ['MTN_CALLBACK_URL', 'https://127.0.0.1/api/webhooks/mtn'],
])('[OPS-08] the direct provider variable %s=%s stops a production start', (name, value) => {
  expect(faultsOf({ ...production, ...directProviders, [name]: value }).join('\n')).toContain(name)
})

it('[OPS-08] web push is off without VAPID keys, and each key requires the other', () => {
  const development = { DATABASE_URL: 'postgres://x/y' }
  expect(readConfig(development).push).toBe(null)
  expect(readConfig({ ...development, VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }).push).toEqual({
    publicKey: VAPID_PUBLIC_KEY,
    privateKey: VAPID_PRIVATE_KEY,
    subject: 'mailto:push@mupiira.example',
    simulatorUrl: null,
  })
  const faults = (keys: Record<string, string>) => faultsOf({ ...development, ...keys })
  expect(faults({ VAPID_PUBLIC_KEY })).toEqual(['VAPID_PRIVATE_KEY is missing: VAPID_PUBLIC_KEY needs it'])
  expect(faults({ VAPID_PRIVATE_KEY })).toEqual(['VAPID_PUBLIC_KEY is missing: VAPID_PRIVATE_KEY needs it'])
  const other = vapidKeys().VAPID_PUBLIC_KEY
  expect(faults({ VAPID_PUBLIC_KEY: other, VAPID_PRIVATE_KEY })).toEqual([
    'VAPID_PRIVATE_KEY is not the key of VAPID_PUBLIC_KEY',
  ])
})

it('[OPS-08] a public https origin without NODE_ENV is refused, because the development secrets would be used', () => {
  const { NODE_ENV: _mode, ...forgotten } = production
  expect(() => readConfig(forgotten)).toThrow('NODE_ENV is missing')
  expect(readConfig({ ...forgotten, NODE_ENV: 'test' }).production).toBe(false)
  expect(readConfig({ ...forgotten, PUBLIC_ORIGIN: 'https://localhost' }).production).toBe(false)
})
