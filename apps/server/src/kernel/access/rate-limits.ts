import { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'

/** Counts events of one kind by key. */
export type RateLimiter = {
  /** Counts one event. Resolves with 0 if the event is allowed, otherwise with the seconds to wait. */
  consume(key: string): Promise<number>
  /** How many more events are allowed in the current window. */
  remaining(key: string): Promise<number>
}

export type RateLimits = {
  /** `name` must be unique, because all nodes that use the same Redis share the counters of a name. */
  limiter(name: string, points: number, seconds?: number): RateLimiter
  /** A limit per minute of this process, also with Redis, because a read must not cost a round trip. One per name. */
  local(name: string, points: number): RateLimiter
  close(): void
}

const MINUTE_SECONDS = 60

/**
 * Limits of this process, or of all nodes together with Redis. While Redis is down, each process counts separately.
 */
export function createRateLimits(redisUrl: string | null): RateLimits {
  const redis = redisUrl === null ? null : new Redis(redisUrl, { enableOfflineQueue: false, maxRetriesPerRequest: 1 })
  const local = new Map<string, RateLimiter>()
  // Each failed request falls back to memory, and the client reconnects automatically.
  redis?.on('error', () => {})

  return {
    limiter(name, points, seconds = MINUTE_SECONDS) {
      const options = { keyPrefix: `limit ${name}`, points, duration: seconds }
      const memory = new RateLimiterMemory(options)
      const limiter =
        redis === null
          ? memory
          : new RateLimiterRedis({
              ...options,
              storeClient: redis,
              insuranceLimiter: memory,
              rejectIfRedisNotReady: true,
            })
      return counted(limiter, points)
    },
    local(name, points) {
      const found =
        local.get(name) ??
        counted(new RateLimiterMemory({ keyPrefix: `limit ${name}`, points, duration: MINUTE_SECONDS }), points)
      local.set(name, found)
      return found
    },
    close: () => redis?.disconnect(),
  }
}

const counted = (limiter: RateLimiterMemory | RateLimiterRedis, points: number): RateLimiter => ({
  async consume(key) {
    try {
      await limiter.consume(key)
      return 0
    } catch (rejected) {
      if (rejected instanceof RateLimiterRes) return Math.max(1, Math.ceil(rejected.msBeforeNext / 1000))
      throw rejected
    }
  },
  remaining: async (key) => (await limiter.get(key))?.remainingPoints ?? points,
})
