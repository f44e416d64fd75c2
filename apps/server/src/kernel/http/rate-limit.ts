import type { FastifyRequest } from 'fastify'
import { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Endpoint } from '@mupiira/contract/endpoint.ts'
import { requestLimitOf } from '@mupiira/contract/request-limits.ts'

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

const GROUPS = 8
const NETWORK_GROUPS = 4

/**
 * The rate limit key of a client's network. IPv4: the address without the port that some proxies add. IPv6: its /64
 * prefix, because one household usually has a whole /64. `networkOf('2a01:4f8::7')` → "2a01:4f8:0:0"
 */
export function networkOf(address: string): string {
  if (address.includes('.')) return address.replace(/(?<=\.\d+):\d+$/, '')
  if (!address.includes(':')) return address
  const [front = '', back] = address.split('::')
  const [first, last] = [front, back ?? ''].map((part) => (part === '' ? [] : part.split(':'))) as [string[], string[]]
  const zeros = back === undefined ? [] : Array<string>(Math.max(0, GROUPS - first.length - last.length)).fill('0')
  return [...first, ...zeros, ...last].slice(0, NETWORK_GROUPS).join(':')
}

export type EndpointLimitDeps = {
  readonly rateLimits: RateLimits
  readonly config: { readonly rateLimitFactor: number }
}

/** Counts requests by the limit of their operation per minute. Visitors may have another limit than accounts. */
export function endpointLimit(endpoint: Endpoint, name: string, { rateLimits, config }: EndpointLimitDeps) {
  const { sharedName, perMinute, perMinuteOfNetwork } = requestLimitOf(endpoint)
  const limiter = (ofWhom: string, points: number): RateLimiter =>
    sharedName === null
      ? rateLimits.limiter(`${name}${ofWhom}`, points * config.rateLimitFactor)
      : rateLimits.local(`${sharedName}${ofWhom}`, points * config.rateLimitFactor)
  const [ofAccounts, ofNetworks] = [limiter('', perMinute), limiter(' of a network', perMinuteOfNetwork)]
  return (request: FastifyRequest) =>
    (request.actor.kind === 'visitor' ? ofNetworks : ofAccounts).consume(limitKey(request))
}

/** Accounts are limited by id, visitors by network. A staff session without its second factor has a separate limit. */
export function limitKey({ actor, ip }: FastifyRequest): string {
  if (actor.kind === 'visitor') return networkOf(ip)
  return actor.staff?.secondFactor === 'owed' ? `${actor.userId} owed` : actor.userId
}
