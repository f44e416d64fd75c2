import { resolve } from 'node:path'
import { generateKeyPairSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { vapidKeys } from '../../../../tests/support/vapid-keys.ts'
import { ConfigurationFault, readConfig } from './config.ts'

const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY } = vapidKeys()

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://app:q8Kd0vTz2mWx@db.internal/mupiira',
  DATABASE_ADMIN_URL: 'postgres://owner:pX7sLw93nYtR@db.internal/mupiira',
  SESSION_SECRET: 'b7f3c1d9e5a24c6f8e0d1b3a5c7e9f10',
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
  WEB_DIST: 'apps/web/dist',
}

const direct = {
  MTN_BASE_URL: 'https://proxy.momoapi.mtn.com',
  MTN_COLLECTION_SUBSCRIPTION_KEY: 'c-subscription',
  MTN_COLLECTION_USER: 'c-user',
  MTN_COLLECTION_KEY: 'c-key',
  MTN_DISBURSEMENT_SUBSCRIPTION_KEY: 'd-subscription',
  MTN_DISBURSEMENT_USER: 'd-user',
  MTN_DISBURSEMENT_KEY: 'd-key',
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

it('[OPS-08] a complete production configuration starts', () => {
  expect(faultsOf(production)).toEqual([])
  expect(readConfig(production)).toMatchObject({ production: true, demo: false, port: 3000 })
  expect(readConfig(production).webDist).toBe(resolve('apps/web/dist'))
})

it('[OPS-08] a worker of production needs no web app', () => {
  expect(faultsOf({ ...production, ROLES: 'worker', WEB_DIST: undefined })).toEqual([])
})

it('[OPS-08] a variable that is missing is named once', () => {
  const named = faultsOf({ NODE_ENV: 'production' }).map((fault) => fault.split(' ')[0])
  expect(named.filter((name) => name === 'DATABASE_URL')).toHaveLength(1)
})

it.each(Object.keys(production).filter((name) => !['NODE_ENV', 'DATABASE_ADMIN_URL'].includes(name)))(
  '[OPS-08] without %s production does not start, and the message names it',
  (name) => {
    expect(faultsOf({ ...production, [name]: undefined }).join('\n')).toContain(name)
  },
)

it('[OPS-08] of two football feeds only the chosen one is needed', () => {
  const { APIFOOTBALL_URL: _url, APIFOOTBALL_KEY: _key, ...rest } = production
  const second = { ...rest, FOOTBALL_FEED: 'api-football' }
  expect(faultsOf(second).map((fault) => fault.split(' ')[0])).toEqual(['API_FOOTBALL_URL', 'API_FOOTBALL_KEY'])
  const keyed = { ...second, API_FOOTBALL_URL: 'https://v3.football.api-sports.io', API_FOOTBALL_KEY: 'k7-of-a-plan' }
  expect(readConfig({ ...keyed, FEED_REQUESTS_PER_HOUR: '300' }).footballFeed).toEqual({
    provider: 'api-football',
    url: 'https://v3.football.api-sports.io',
    key: 'k7-of-a-plan',
    pushUrl: null,
    requestsPerHour: 300,
  })
  expect(readConfig(production).footballFeed).toMatchObject({ provider: 'apifootball', requestsPerHour: 0 })
})

it.each([
  ['SESSION_SECRET', 'development-session-secret-of-some-length'],
  ['SESSION_SECRET', 'short-but-random-7f3c'],
  ['AVIATOR_KEY', 'change-me-change-me-change-me-change-me'],
  ['BEACON_URL', 'https://beacon.example/'],
  ['PUSH_SIMULATOR_URL', 'http://push.example'],
  ['VAPID_SUBJECT', 'mailto:us@localhost'],
  ['VAPID_PRIVATE_KEY', 'x'.repeat(43)],
  ['PRICE_KEY', 'change-me-change-me-change-me-change-me'],
  ['RELWORX_API_KEY', 'development-relworx-key'],
  ['RELWORX_BASE_URL', 'http://127.0.0.1:4010/api'],
  ['APIFOOTBALL_URL', 'http://localhost:4020/'],
  ['AFRICASTALKING_API_KEY', 'development-sms-key'],
  ['AFRICASTALKING_URL', 'http://127.0.0.1:4030/version1/messaging'],
  ['SMTP_URL', 'smtp://localhost:4031'],
  ['RELWORX_BASE_URL', 'http://payments.example/api'],
  ['RELWORX_PROXY_URL', 'http://proxy.internal/relworx'],
  ['RELWORX_WEBHOOK_URL', 'http://mupiira.example/api/webhooks/relworx'],
  ['APIFOOTBALL_PUSH_URL', 'ws://wss.apifootball.example/livescore'],
  ['AFRICASTALKING_URL', 'http://sms.example/version1/messaging'],
  ['SMTP_URL', 'smtp://mupiira:w8Kd0vTz2m@smtp.example:587'],
  ['DATABASE_URL', 'postgres://postgres:postgres@db.internal/mupiira'],
  ['DATABASE_URL', 'postgres://app@db.internal/mupiira'],
  ['DATABASE_ADMIN_URL', 'postgres://owner:password@db.internal/mupiira'],
  ['DATABASE_URL', 'postgres://app:q8#Kd0vTz2mWx@db.internal/mupiira'],
  ['DATABASE_ADMIN_URL', 'postgres://owner:pX7%Lw93nYtR@db.internal/mupiira'],
  ['SMTP_URL', 'smtps://mupiira:w8/Kd0vTz2m@smtp.example:465'],
  ['DEMO', '1'],
  ['HANDSET_URL', 'http://handset.example/handset'],
  ['CLOCK_FILE', '/tmp/clock.json'],
  ['RATE_LIMIT_FACTOR', '1000'],
  ['PUBLIC_ORIGIN', 'http://mupiira.example'],
])('[OPS-08] %s=%s stops a production start without showing the value', (name, value) => {
  const faults = faultsOf({ ...production, [name]: value })
  expect(faults).toHaveLength(1)
  expect(faults[0]).toMatch(new RegExp(`^${name} `))
  expect(faults[0]).not.toContain(value)
})

it('[OPS-08] a bucket is reached encrypted, but for one on this machine', () => {
  const bucket = { S3_BUCKET: 'images', S3_ACCESS_KEY_ID: 'AKq83', S3_SECRET_ACCESS_KEY: 'w8Kd0vTz2mWxq83' }
  const faults = (S3_ENDPOINT: string) =>
    faultsOf({ ...production, ...bucket, S3_ENDPOINT }).map((fault) => fault.split(' ')[0])
  expect(faults('http://10.0.0.7:9000')).toEqual(['S3_ENDPOINT'])
  const fine = (S3_ENDPOINT: string) =>
    readConfig({ ...production, ...bucket, S3_ENDPOINT, RELWORX_PROXY_URL: 'http://127.0.0.1:8080/relworx' })
  for (const endpoint of ['https://s3.example', 'http://127.0.0.1:9000']) expect(() => fine(endpoint)).not.toThrow()
})

it('[OPS-08] mail may begin unencrypted where it does not go on so', () => {
  const SMTP_URL = 'smtp://mupiira:w8Kd0vTz2m@smtp.example:587?requireTLS=true'
  expect(readConfig({ ...production, SMTP_URL }).smtp?.url).toBe(SMTP_URL)
})

it('[OPS-08] the public origin is what browsers send, however it is written: every change would be refused else', () => {
  const written = { ...production, PUBLIC_ORIGIN: 'https://Mupiira.example:443' }
  expect(readConfig(written).publicOrigin).toBe('https://mupiira.example')
})

it('a database on a socket of this machine has no host', () => {
  const socket = 'postgres://app:q8Kd0vTz2mWx@/mupiira?host=/run/postgresql'
  expect(readConfig({ ...production, DATABASE_URL: socket }).databaseUrl).toBe(socket)
})

it.each([
  [{}, 'DATABASE_URL is missing'],
  [{ DATABASE_URL: 'mysql://x/y' }, 'DATABASE_URL must'],
  [{ DATABASE_URL: 'postgres://x/y', PORT: 'eighty' }, 'PORT must be integer'],
  [{ DATABASE_URL: 'postgres://x/y', PORT: '70000' }, 'PORT must be <= 65535'],
  [{ DATABASE_URL: 'postgres://x/y', ROLES: 'http,cron' }, 'ROLES must'],
])('a wrong variable is named: %o', (variables, message) => {
  expect(faultsOf(variables).join('\n')).toContain(message)
})

it('development and tests start with the database alone', () => {
  const config = readConfig({
    DATABASE_URL: 'postgres://x/y',
    PORT: '4000',
    ROLES: 'worker',
    DEMO: '1',
    METRICS_TOKEN: '',
  })
  expect(config).toMatchObject({
    port: 4000,
    demo: true,
    metricsToken: null,
    trustProxyHops: 0,
    databaseAdminUrl: 'postgres://x/y',
  })
  expect([...config.roles]).toEqual(['worker'])
})

it('[OPS-08] the direct providers are used when their addresses are given, and then need all of their own', () => {
  expect(readConfig(production)).toMatchObject({ mtn: null, airtel: null })
  expect(readConfig({ ...production, ...direct })).toMatchObject({
    mtn: {
      baseUrl: 'https://proxy.momoapi.mtn.com',
      targetEnvironment: 'mtnuganda',
      callbackUrl: 'https://mupiira.example/api/webhooks/mtn',
      disbursement: { subscriptionKey: 'd-subscription', apiUser: 'd-user', apiKey: 'd-key' },
    },
    airtel: { clientId: 'client', pin: '4827' },
  })
  for (const name of Object.keys(direct).filter((each) => !each.endsWith('_BASE_URL'))) {
    const provider = name.split('_')[0] ?? ''
    expect(faultsOf({ ...production, ...direct, [name]: undefined })).toEqual([
      `${name} is missing: ${provider}_BASE_URL needs it`,
    ])
  }
  expect(faultsOf({ ...production, ...direct, AIRTEL_PUBLIC_KEY: 'MIIB' })).toEqual([
    'AIRTEL_PUBLIC_KEY is no public key in base64',
  ])
  for (const name of ['MTN_BASE_URL', 'AIRTEL_BASE_URL']) {
    const faults = faultsOf({ ...production, ...direct, [name]: 'http://127.0.0.1:3101/x' })
    expect(faults).toEqual([`${name} points at a simulator on this machine`])
  }
})

it('[OPS-08] closed apps are told nothing without keys; a key needs its own other half', () => {
  const house = { DATABASE_URL: 'postgres://x/y' }
  expect(readConfig(house).push).toBe(null)
  expect(readConfig({ ...house, VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }).push).toEqual({
    publicKey: VAPID_PUBLIC_KEY,
    privateKey: VAPID_PRIVATE_KEY,
    subject: 'mailto:push@mupiira.example',
    simulatorUrl: null,
  })
  expect(faultsOf({ ...house, VAPID_PUBLIC_KEY })).toEqual(['VAPID_PRIVATE_KEY is missing: VAPID_PUBLIC_KEY needs it'])
  expect(faultsOf({ ...house, VAPID_PRIVATE_KEY })).toEqual(['VAPID_PUBLIC_KEY is missing: VAPID_PRIVATE_KEY needs it'])
  const other = vapidKeys().VAPID_PUBLIC_KEY
  expect(faultsOf({ ...house, VAPID_PUBLIC_KEY: other, VAPID_PRIVATE_KEY })).toEqual([
    'VAPID_PRIVATE_KEY is not the key of VAPID_PUBLIC_KEY',
  ])
})
