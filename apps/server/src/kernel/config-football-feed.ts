import { Type } from 'typebox'

const url = Type.String({ pattern: '^https?://.+' })
const text = Type.String({ minLength: 1 })
const full = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum })

/** Which provider tells of the matches, and how it is asked. Only the chosen one's address and key are needed. */
export const footballFeed = {
  FOOTBALL_FEED: Type.Enum(['apifootball', 'api-football'], { default: 'apifootball' }),
  APIFOOTBALL_URL: Type.Unsafe<string>({ ...url, default: 'http://127.0.0.1:4020/' }),
  APIFOOTBALL_KEY: Type.String({ minLength: 1, default: 'development-feed-key' }),
  APIFOOTBALL_PUSH_URL: Type.Optional(Type.String({ pattern: '^wss?://.+' })),
  API_FOOTBALL_URL: Type.Unsafe<string>({ ...url, default: 'http://127.0.0.1:4020/api-football' }),
  API_FOOTBALL_KEY: Type.Unsafe<string>({ ...text, default: 'development-feed-key' }),
  FEED_POLL_MS: Type.Unsafe<number>({ ...full(50, 3_600_000), default: 5000 }),
  FEED_SILENCE_MS: Type.Unsafe<number>({ ...full(10_000, 86_400_000), default: 600_000 }),
  FEED_REQUESTS_PER_HOUR: Type.Unsafe<number>({ ...full(0, 1_000_000), default: 0 }),
} as const

export type FootballFeedConfig = {
  readonly provider: 'apifootball' | 'api-football'
  readonly url: string
  readonly key: string
  /** Where apifootball tells live scores by itself; null: it is asked for them. */
  readonly pushUrl: string | null
  /** What the plan allows; 0: no limit. */
  readonly requestsPerHour: number
}

type Values = {
  readonly FOOTBALL_FEED: FootballFeedConfig['provider']
  readonly APIFOOTBALL_URL: string
  readonly APIFOOTBALL_KEY: string
  readonly APIFOOTBALL_PUSH_URL?: string
  readonly API_FOOTBALL_URL: string
  readonly API_FOOTBALL_KEY: string
  readonly FEED_REQUESTS_PER_HOUR: number
}

export function footballFeedConfigOf(env: Values): FootballFeedConfig {
  const provider = env.FOOTBALL_FEED
  const address =
    provider === 'apifootball'
      ? { url: env.APIFOOTBALL_URL, key: env.APIFOOTBALL_KEY }
      : { url: env.API_FOOTBALL_URL, key: env.API_FOOTBALL_KEY }
  const pushUrl = provider === 'apifootball' ? (env.APIFOOTBALL_PUSH_URL ?? null) : null
  return { provider, ...address, pushUrl, requestsPerHour: env.FEED_REQUESTS_PER_HOUR }
}

/** What the chosen provider needs in production. */
export const neededByFeed = (provider: string | undefined): readonly string[] =>
  provider === 'api-football' ? ['API_FOOTBALL_URL', 'API_FOOTBALL_KEY'] : ['APIFOOTBALL_URL', 'APIFOOTBALL_KEY']
