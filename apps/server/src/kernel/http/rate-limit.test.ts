import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { redisProgram, startRedis, type TestRedis } from '../../../../../tests/support/redis.ts'
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '@mupiira/contract/endpoint.ts'
import { SHARED_LIMITS } from '@mupiira/contract/request-limits.ts'
import { createRateLimits, endpointLimit, networkOf, type RateLimiter } from './rate-limit.ts'

it.each([
  ['196.43.133.7', '196.43.133.7'],
  ['196.43.133.7:50123', '196.43.133.7'],
  ['::ffff:196.43.133.7', '::ffff:196.43.133.7'],
  ['2a01:4f8:1:2:3:4:5:6', '2a01:4f8:1:2'],
  ['2a01:4f8:1::6', '2a01:4f8:1:0'],
  ['2a01:4f8::6', '2a01:4f8:0:0'],
  ['2a01:4f8::5:6', '2a01:4f8:0:0'],
  ['::1', '0:0:0:0'],
])('a visitor with the IP address %s counts towards the rate limit of the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

it('operations without a limit of their own share one per account, and one with a limit does not count', async () => {
  const deps = { rateLimits: createRateLimits(null), config: { rateLimitFactor: 1 } }
  const operation = (path: string, perMinute?: number): Endpoint =>
    ({ method: 'POST', path, ...(perMinute === undefined ? {} : { perMinute }) }) as unknown as Endpoint
  const [one, other] = ['/a', '/b'].map((path) => endpointLimit(operation(path), `POST ${path}`, deps))
  const own = endpointLimit(operation('/c', 5), 'POST /c', deps)
  if (one === undefined || other === undefined) throw new Error('no limits')
  const by = (userId: string) => ({ actor: { kind: 'user', userId }, ip: '10.0.0.1' }) as unknown as FastifyRequest
  for (let count = 0; count < SHARED_LIMITS.changes.perMinute; count++) expect(await one(by('grace'))).toBe(0)
  expect(await other(by('grace'))).toBeGreaterThan(0)
  expect([await other(by('another account')), await own(by('grace'))]).toEqual([0, 0])
})

describe('in memory', () => {
  afterEach(() => void vi.useRealTimers())

  it('the in-memory rate limit counts each key and operation separately, and refuses with the seconds to wait', async () => {
    vi.useFakeTimers()
    const limits = createRateLimits(null)
    const [x, y] = [limits.limiter('POST /x', 10), limits.limiter('POST /y', 10)]
    for (let request = 0; request < 10; request++) expect(await x.consume('a')).toBe(0)
    const waitSeconds = await x.consume('a')
    expect(waitSeconds).toBe(60)
    expect([await x.consume('b'), await y.consume('a')]).toEqual([0, 0])
    expect([await x.remaining('a'), await x.remaining('b'), await x.remaining('c')]).toEqual([0, 9, 10])
    vi.advanceTimersByTime(59_000)
    expect(await x.consume('a')).toBe(1)
    vi.advanceTimersByTime(1_000)
    for (let request = 0; request < 10; request++) expect(await x.consume('a')).toBe(0)
    expect(await x.consume('a')).toBe(60)
  })

  it('the in-memory rate limit keeps the count of a key while 5,000 other keys are counted', async () => {
    const limit = createRateLimits(null).limiter('POST /x', 10)
    for (let request = 0; request < 10; request++) await limit.consume('a')
    for (let other = 0; other < 5_000; other++) await limit.consume(`other ${other}`)
    expect(await limit.consume('a')).toBeGreaterThan(0)
  })
})

const program = redisProgram()
describe.runIf(program !== null)('with Redis', () => {
  let redis: TestRedis
  beforeAll(async () => void (redis = await startRedis(program ?? '')))
  afterAll(() => redis?.close())

  it('nodes share their rate-limit counters in Redis, and each count locally while Redis is down', async () => {
    const nodes = [createRateLimits(redis.url), createRateLimits(redis.url)]
    const [one, other] = nodes.map((node) => node.limiter('POST /x', 3))
    if (one === undefined || other === undefined) throw new Error('there are two nodes')
    const useUp = async (limit: RateLimiter, key: string) => {
      for (let request = 0; request < 5; request++) await limit.consume(key)
    }
    // Each node counts separately until both are connected.
    await expect
      .poll(async () => {
        const key = `key ${performance.now()}`
        await useUp(one, key)
        return (await other.consume(key)) > 0
      })
      .toBe(true)

    await redis.kill()
    expect(await one.consume('b')).toBe(0)
    for (let request = 0; request < 3; request++) await one.consume('b')
    expect(await one.consume('b')).toBeGreaterThan(0)
    expect(await other.consume('b')).toBe(0)

    await redis.restart()
    await expect
      .poll(
        async () => {
          const key = `key ${performance.now()}`
          await useUp(one, key)
          return (await other.consume(key)) > 0
        },
        { timeout: 15_000 },
      )
      .toBe(true)
    for (const node of nodes) node.close()
  })
})
