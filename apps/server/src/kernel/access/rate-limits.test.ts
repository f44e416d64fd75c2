import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { redisProgram, startRedis, type TestRedis } from '../../../../../tests/support/redis.ts'
import { createRateLimits, type RateLimiter } from './rate-limits.ts'

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
    // Until both nodes are connected, each counts separately.
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
