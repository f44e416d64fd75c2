import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../../tests/support/database.ts'
import { redisProgram, startRedis, type TestRedis } from '../../../../../tests/support/redis.ts'
import { createKernel, type RunningKernel } from '../../kernel/create-kernel.ts'
import { readConfig } from '../../kernel/config/config.ts'
import { createLog } from '../../kernel/log.ts'
import type { PlacedEvent } from '../../kernel/outbox/event.ts'
import { createRedisBus, readBatch } from './redis-bus.ts'

const program = redisProgram()
const patience = { timeout: 15_000, interval: 10 }
const log = createLog('silent')

type Node = {
  readonly running: RunningKernel
  readonly received: PlacedEvent[]
  readonly overBus: () => Promise<number>
}

describe.runIf(program !== null)('events of the outbox over Redis', () => {
  let redis: TestRedis
  let database: TestDatabase
  const nodes: Node[] = []
  beforeAll(async () => void (redis = await startRedis(program ?? '')))
  afterAll(() => redis?.close())
  beforeEach(async () => {
    database = await testDatabase()
    // One of them relays.
    nodes.push(await startNode(), await startNode(), await startNode())
  })
  afterEach(async () => {
    for (const { running } of nodes.splice(0)) await running.stop()
    await database.drop()
  })

  async function startNode(): Promise<Node> {
    const config = readConfig({ DATABASE_URL: database.url, LOG_LEVEL: 'silent', REDIS_URL: redis.url })
    const channel = database.url
    const running = createKernel(config, log, undefined, createRedisBus({ url: redis.url, channel, log }))
    const received: PlacedEvent[] = []
    running.kernel.outbox.subscribe(({ events }) => received.push(...events))
    await running.start()
    const overBus = async () =>
      Number(/^outbox_batches_over_bus (\d+)/m.exec(await running.kernel.metrics.text())?.[1] ?? Number.NaN)
    return { running, received, overBus }
  }

  let told = 0
  /** By whichever node; each event has a number. */
  async function announce(from: number): Promise<void> {
    const { kernel } = (nodes[from] as Node).running
    const no = (told += 1)
    await kernel.db.transaction((tx) =>
      kernel.outbox.appendEvents(tx, [{ type: 'notifications-read', data: { unread: no } }]),
    )
  }
  const numbers = ({ received }: Node): number[] =>
    received.flatMap(({ type, data }) => (type === 'notifications-read' ? [data.unread] : []))
  const sinceNow = () => {
    const first = told + 1
    return () => Array.from({ length: told - first + 1 }, (_, at) => first + at)
  }
  const allReceive = async (expected: () => number[]) => {
    for (const node of nodes) await expect.poll(() => numbers(node), patience).toEqual(expected())
  }
  const overBus = () => Promise.all(nodes.map((node) => node.overBus()))
  const total = async () => (await overBus()).reduce((sum, count) => sum + count, 0)
  /** Whoever does not relay hears the others over Redis. */
  const connected = async () => {
    const hearing = async () => {
      await announce(0)
      return (await overBus()).filter((count) => count > 0).length
    }
    await expect.poll(hearing, patience).toBe(nodes.length - 1)
  }

  it('[OPS-07] reach every node once and in order, whichever has written them; who does not relay has them from Redis', async () => {
    const expected = sinceNow()
    await connected()
    const before = await overBus()
    for (let at = 0; at < 60; at++) await announce(at % 3)
    await allReceive(expected)
    const more = (await overBus()).map((count, at) => count - (before[at] ?? 0))
    expect(more.filter((count) => count > 0)).toHaveLength(nodes.length - 1)
  })

  it('[OPS-07] are lost by nobody when Redis is killed and comes back', async () => {
    const expected = sinceNow()
    await connected()
    await redis.kill()
    for (let at = 0; at < 20; at++) await announce(at % 3)
    await allReceive(expected)
    await redis.restart()
    const before = await total()
    const since = async () => {
      await announce(1)
      return (await total()) - before
    }
    await expect.poll(since, patience).toBeGreaterThan(2)
    await allReceive(expected)
  })

  it('[OPS-07] go on when the node that relays is gone', async () => {
    const expected = sinceNow()
    await connected()
    const counts = await overBus()
    const [relaying] = nodes.splice(counts.indexOf(0), 1)
    await relaying?.running.stop()
    for (let at = 0; at < 20; at++) await announce(at % 2)
    await allReceive(expected)
  })
})

it.each([
  '',
  'null',
  '[]',
  '{}',
  '{"first":1,"last":2}',
  '{"first":1,"last":2,"events":[1]}',
  '{"first":"1","last":2,"events":[]}',
])('what is no batch is passed over: %j', (text) => {
  expect(readBatch(text)).toBeNull()
})
