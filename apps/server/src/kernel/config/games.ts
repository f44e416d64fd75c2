import { Type } from 'typebox'
import {
  type RawEnvironment,
  httpUrl,
  integer,
  matching,
  optional,
  text,
  type Values,
  withDefault,
} from './variable.ts'

export const gameVariables = {
  FOOTBALL_FEED: withDefault(Type.Enum(['apifootball', 'api-football']), 'apifootball', {
    about:
      '`apifootball` (apifootball.com) or `api-football` (API-Football v3 of api-sports); production requires the address and key of the chosen feed',
  }),
  APIFOOTBALL_URL: withDefault(httpUrl, 'http://127.0.0.1:4020/', {
    about: '`https://apiv3.apifootball.com/`',
    address: 'provider',
  }),
  APIFOOTBALL_KEY: withDefault(text(), 'development-feed-key', {
    about: 'API key from the provider',
    secret: 'issued',
  }),
  APIFOOTBALL_PUSH_URL: optional(matching('^wss?://.+'), {
    about:
      '`wss://wss.apifootball.com/livescore`: the provider pushes live scores, and the server then polls only every 30 s',
    address: 'provider',
  }),
  API_FOOTBALL_URL: withDefault(httpUrl, 'http://127.0.0.1:4020/api-football', {
    about: '`https://v3.football.api-sports.io`',
    address: 'provider',
  }),
  API_FOOTBALL_KEY: withDefault(text(), 'development-feed-key', {
    about: 'API key from the provider',
    secret: 'issued',
  }),
  FEED_POLL_MS: withDefault(integer(50, 3_600_000), 5000, {
    about: 'Milliseconds between two requests for live scores',
  }),
  FEED_SILENCE_MS: withDefault(integer(10_000, 86_400_000), 600_000, {
    about: 'Milliseconds without a response from the feed after which its prices are suspended',
  }),
  FEED_REQUESTS_PER_HOUR: withDefault(integer(0, 1_000_000), 0, {
    about:
      "Request limit of the provider's plan; 0: no limit. 15 % of it is reserved for match facts (statistics, line-ups, tables), and with apifootball 10 % for player records. The provider's own limits (429, headers) always apply",
  }),
  PRICE_KEY: withDefault(text(16), 'development-price-key', {
    about: 'Secret from which price movements are derived. It must be the same on all nodes',
    secret: 'own',
    requiredInProduction: true,
  }),
  AVIATOR_KEY: withDefault(text(16), 'development-aviator-key', {
    about:
      'Encrypts the seeds of Aviator in the database. It must be the same on all nodes. Keep it as safe as the database: without it no round can run',
    secret: 'own',
    requiredInProduction: true,
  }),
  BEACON_URL: optional(httpUrl, {
    about: 'Address of the simulated source of blocks that salt the seed chains of Aviator',
    refusedInProduction: 'in production two administrators enter a block',
  }),
} as const

export type FootballFeedConfig = {
  readonly provider: 'apifootball' | 'api-football'
  readonly url: string
  readonly key: string
  /** The address where apifootball pushes live scores; null for polling only. */
  readonly pushUrl: string | null
  /** The request limit; 0 for no limit. */
  readonly requestsPerHour: number
}

export function gameFaults(given: RawEnvironment): string[] {
  if (given['NODE_ENV'] !== 'production') return []
  const prefix = given['FOOTBALL_FEED'] === 'api-football' ? 'API_FOOTBALL' : 'APIFOOTBALL'
  return [`${prefix}_URL`, `${prefix}_KEY`]
    .filter((name) => given[name] === undefined)
    .map((name) => `${name} is missing: production needs it`)
}

export function gameConfig(env: Values<typeof gameVariables>) {
  return {
    footballFeed: footballFeedConfig(env),
    feedPollMs: env.FEED_POLL_MS,
    feedSilenceMs: env.FEED_SILENCE_MS,
    priceKey: env.PRICE_KEY,
    aviatorKey: env.AVIATOR_KEY,
    beaconUrl: env.BEACON_URL,
  }
}

function footballFeedConfig(env: Values<typeof gameVariables>): FootballFeedConfig {
  const requestsPerHour = env.FEED_REQUESTS_PER_HOUR
  return env.FOOTBALL_FEED === 'apifootball'
    ? {
        provider: 'apifootball',
        url: env.APIFOOTBALL_URL,
        key: env.APIFOOTBALL_KEY,
        pushUrl: env.APIFOOTBALL_PUSH_URL,
        requestsPerHour,
      }
    : {
        provider: 'api-football',
        url: env.API_FOOTBALL_URL,
        key: env.API_FOOTBALL_KEY,
        pushUrl: null,
        requestsPerHour,
      }
}
