import { resolve } from 'node:path'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { addressFaults } from './config-addresses.ts'
import {
  type AirtelConfig,
  airtelConfigOf,
  directProviderFaults,
  directProviders,
  type MtnConfig,
  mtnConfigOf,
} from './config-direct-providers.ts'
import { footballFeed, type FootballFeedConfig, footballFeedConfigOf } from './config-football-feed.ts'
import { productionFaults } from './config-production.ts'
import { push, type PushConfig, pushConfigOf, pushFaults } from './config-push.ts'
import { storage, type StorageConfig, storageConfigOf, storageFaults } from './config-storage.ts'

const text = Type.String({ minLength: 1 })
const url = Type.String({ pattern: '^https?://.+' })
const full = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum })

/** The environment by its variables. Defaults serve development and tests; production has rules of its own. */
export const Environment = Type.Object({
  NODE_ENV: Type.Enum(['production', 'development', 'test'], { default: 'development' }),
  PORT: Type.Unsafe<number>({ ...full(0, 65535), default: 3000 }),
  HOST: Type.String({ minLength: 1, default: '0.0.0.0' }),
  DATABASE_URL: Type.String({ pattern: '^postgres(ql)?://.+' }),
  DATABASE_ADMIN_URL: Type.Optional(Type.String({ pattern: '^postgres(ql)?://.+' })),
  DATABASE_CONNECTIONS: Type.Unsafe<number>({ ...full(2, 200), default: 12 }),
  REDIS_URL: Type.Optional(Type.String({ pattern: '^rediss?://.+' })),
  ROLES: Type.String({ pattern: '^(http|worker)(,(http|worker))?$', default: 'http,worker' }),
  SESSION_SECRET: Type.String({ minLength: 16, default: 'development-session-secret' }),
  PRICE_KEY: Type.String({ minLength: 16, default: 'development-price-key' }),
  AVIATOR_KEY: Type.String({ minLength: 16, default: 'development-aviator-key' }),
  BEACON_URL: Type.Optional(url),
  RELWORX_BASE_URL: Type.Unsafe<string>({ ...url, default: 'http://127.0.0.1:4010/api' }),
  RELWORX_PROXY_URL: Type.Optional(url),
  RELWORX_API_KEY: Type.String({ minLength: 1, default: 'development-relworx-key' }),
  RELWORX_ACCOUNT_NO: Type.String({ minLength: 1, default: 'RELDEVELOPMENT' }),
  RELWORX_WEBHOOK_KEY: Type.String({ minLength: 1, default: 'development-webhook-key' }),
  RELWORX_WEBHOOK_URL: Type.Optional(url),
  RELWORX_REQUESTS_PER_NUMBER: Type.Unsafe<number>({ ...full(0, 1000), default: 5 }),
  ...directProviders,
  ...storage,
  AFRICASTALKING_URL: Type.Unsafe<string>({ ...url, default: 'http://127.0.0.1:4030/version1/messaging' }),
  AFRICASTALKING_USERNAME: Type.String({ minLength: 1, default: 'sandbox' }),
  AFRICASTALKING_API_KEY: Type.String({ minLength: 1, default: 'development-sms-key' }),
  AFRICASTALKING_SENDER: Type.Optional(text),
  SMTP_URL: Type.String({ pattern: '^smtps?://.+', default: 'smtp://127.0.0.1:4031' }),
  MAIL_FROM: Type.String({ minLength: 3, default: 'Mupiira <no-reply@mupiira.example>' }),
  ...push,
  ...footballFeed,
  DEMO: Type.Optional(Type.Enum(['0', '1', 'true', 'false'])),
  DEVELOPER_SCREENS: Type.Optional(Type.Enum(['0', '1'])),
  HANDSET_URL: Type.Optional(url),
  CLOCK_FILE: Type.Optional(text),
  WEB_DIST: Type.Optional(text),
  METRICS_TOKEN: Type.Optional(Type.String({ minLength: 16 })),
  LOG_LEVEL: Type.Enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], { default: 'info' }),
  PUBLIC_ORIGIN: Type.Optional(Type.String({ pattern: '^https?://[^/]+$' })),
  TRUST_PROXY: Type.Unsafe<number>({ ...full(0, 10), default: 0 }),
  RATE_LIMIT_FACTOR: Type.Unsafe<number>({ ...full(1, 1_000_000), default: 1 }),
  EXIT_WITH_PARENT: Type.Optional(Type.Enum(['0', '1'])),
})
type Environment = Static<typeof Environment>
const checkEnvironment = Compile(Environment)

export type Role = 'http' | 'worker'

export type Config = {
  readonly production: boolean
  readonly port: number
  readonly host: string
  readonly databaseUrl: string
  /** The owner's address, for migrations. */
  readonly databaseAdminUrl: string
  readonly databaseConnections: number
  /** By which nodes hand events to each other; null: by the database alone. */
  readonly redisUrl: string | null
  readonly roles: ReadonlySet<Role>
  readonly sessionSecret: string
  /** From which the movement of prices is drawn (D16). */
  readonly priceKey: string
  /** Under which the seeds of Aviator's rounds lie in the database (D38). */
  readonly aviatorKey: string
  /** Where blocks that salt chains of rounds come from; null: two admins enter them. */
  readonly beaconUrl: string | null
  readonly relworx: {
    readonly baseUrl: string
    /** The specification's proxy, which holds the key: `{proxyUrl}?endpoint=request-payment` (DEP-13). */
    readonly proxyUrl: string | null
    readonly apiKey: string
    readonly accountNo: string
    readonly webhookKey: string
    /** As registered with the provider: it is part of the signature. */
    readonly webhookUrl: string
    /** The vendor takes 5 requests for one number in 10 minutes; 0 where the merchant's agreement has no limit. */
    readonly requestsPerNumber: number
  }
  /** null: not used. */
  readonly mtn: MtnConfig | null
  readonly airtel: AirtelConfig | null
  readonly storage: StorageConfig
  readonly africasTalking: {
    readonly url: string
    readonly username: string
    readonly apiKey: string
    /** null: the vendor's own sender. */
    readonly sender: string | null
  }
  readonly smtp: { readonly url: string; readonly from: string }
  /** null: closed apps are told nothing. */
  readonly push: PushConfig | null
  readonly footballFeed: FootballFeedConfig
  readonly feedPollMs: number
  /** After so long without a word of the feed no price of its games stands. */
  readonly feedSilenceMs: number
  /** A simulator stands where a provider would. */
  readonly demo: boolean
  /** /notification-test and /database-test are there. */
  readonly developerScreens: boolean
  readonly handsetUrl: string | null
  readonly clockFile: string | null
  /** Absolute; a relative WEB_DIST starts at the working directory. */
  readonly webDist: string | null
  readonly metricsToken: string | null
  readonly logLevel: string
  readonly publicOrigin: string | null
  readonly trustProxyHops: number
  /** How many times the contract's limits of requests a minute. */
  readonly rateLimitFactor: number
  readonly exitWithParent: boolean
}

/** A configuration that cannot serve; each fault names its variable (OPS-08). */
export class ConfigurationFault extends Error {
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(`The configuration cannot serve:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
    this.name = 'ConfigurationFault'
    this.faults = faults
  }
}

export function readConfig(variables: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''))
  const faults = given['NODE_ENV'] === 'production' ? productionFaults(given) : []
  const values = Object.fromEntries(
    Object.entries(Environment.properties).flatMap(([name, schema]) => {
      const value = given[name] === undefined ? defaultOf(schema) : typed(given[name], schema)
      return value === undefined ? [] : [[name, value]]
    }),
  )
  faults.push(...addressFaults(given, Object.keys(Environment.properties)))
  faults.push(...directProviderFaults(given), ...storageFaults(given), ...pushFaults(given))
  if (!checkEnvironment.Check(values)) {
    const named = new Set(faults.map(variableOf))
    faults.push(...shapeFaults(values).filter((fault) => !named.has(variableOf(fault))))
  }
  if (faults.length > 0) throw new ConfigurationFault([...new Set(faults)])
  return configOf(values as Environment)
}

function configOf(env: Environment): Config {
  // As browsers write it, in small letters and without the port that every https address has.
  const publicOrigin = env.PUBLIC_ORIGIN === undefined ? null : new URL(env.PUBLIC_ORIGIN).origin
  const origin = publicOrigin ?? `http://127.0.0.1:${env.PORT}`
  const direct = Object.fromEntries(
    Object.keys(directProviders).map((name) => [name, env[name as keyof typeof directProviders]]),
  )
  const demo = env.DEMO === '1' || env.DEMO === 'true'
  return {
    production: env.NODE_ENV === 'production',
    port: env.PORT,
    host: env.HOST,
    databaseUrl: env.DATABASE_URL,
    databaseAdminUrl: env.DATABASE_ADMIN_URL ?? env.DATABASE_URL,
    databaseConnections: env.DATABASE_CONNECTIONS,
    redisUrl: env.REDIS_URL ?? null,
    roles: new Set(env.ROLES.split(',').filter((role): role is Role => role === 'http' || role === 'worker')),
    sessionSecret: env.SESSION_SECRET,
    priceKey: env.PRICE_KEY,
    aviatorKey: env.AVIATOR_KEY,
    beaconUrl: env.BEACON_URL ?? null,
    relworx: {
      baseUrl: env.RELWORX_BASE_URL.replace(/\/$/, ''),
      proxyUrl: env.RELWORX_PROXY_URL ?? null,
      apiKey: env.RELWORX_API_KEY,
      accountNo: env.RELWORX_ACCOUNT_NO,
      webhookKey: env.RELWORX_WEBHOOK_KEY,
      webhookUrl: env.RELWORX_WEBHOOK_URL ?? `${origin}/api/webhooks/relworx`,
      requestsPerNumber: env.RELWORX_REQUESTS_PER_NUMBER,
    },
    mtn: mtnConfigOf(direct, origin),
    airtel: airtelConfigOf(direct),
    storage: storageConfigOf(
      {
        S3_ENDPOINT: env.S3_ENDPOINT,
        S3_REGION: env.S3_REGION,
        S3_BUCKET: env.S3_BUCKET,
        S3_ACCESS_KEY_ID: env.S3_ACCESS_KEY_ID,
        S3_SECRET_ACCESS_KEY: env.S3_SECRET_ACCESS_KEY,
      },
      resolve(env.STORAGE_DIR),
    ),
    africasTalking: {
      url: env.AFRICASTALKING_URL,
      username: env.AFRICASTALKING_USERNAME,
      apiKey: env.AFRICASTALKING_API_KEY,
      sender: env.AFRICASTALKING_SENDER ?? null,
    },
    smtp: { url: env.SMTP_URL, from: env.MAIL_FROM },
    push: pushConfigOf(env),
    footballFeed: footballFeedConfigOf(env),
    feedPollMs: env.FEED_POLL_MS,
    feedSilenceMs: env.FEED_SILENCE_MS,
    demo,
    developerScreens: (env.DEVELOPER_SCREENS ?? (env.NODE_ENV === 'production' ? '0' : '1')) === '1',
    handsetUrl: env.HANDSET_URL ?? null,
    clockFile: env.CLOCK_FILE ?? null,
    webDist: env.WEB_DIST === undefined ? null : resolve(env.WEB_DIST),
    metricsToken: env.METRICS_TOKEN ?? null,
    logLevel: env.LOG_LEVEL,
    publicOrigin,
    trustProxyHops: env.TRUST_PROXY,
    rateLimitFactor: env.RATE_LIMIT_FACTOR,
    exitWithParent: env.EXIT_WITH_PARENT === '1',
  }
}

/** Every fault begins with the name of its variable. */
const variableOf = (fault: string): string => fault.split(' ', 1)[0] ?? fault

function defaultOf(schema: object): unknown {
  return 'default' in schema ? schema.default : undefined
}

function typed(value: string, schema: object): unknown {
  return 'type' in schema && schema.type === 'integer' && /^-?\d+$/.test(value) ? Number(value) : value
}

/** The variable is named, its value never: it may be a secret. */
function shapeFaults(values: object): string[] {
  return checkEnvironment.Errors(values).flatMap((error) => {
    if (error.keyword === 'required') return error.params.requiredProperties.map((name) => `${name} is missing`)
    return [`${error.instancePath.slice(1)} ${error.message}`]
  })
}
