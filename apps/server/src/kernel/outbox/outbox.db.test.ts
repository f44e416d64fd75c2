import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../../tests/support/database.ts'
import type { RunningKernel } from '../create-kernel.ts'
import { createLog } from '../telemetry/log.ts'
import { createDb } from '../db/pool.ts'
import { advisoryKey } from '../db/locks.ts'
import type { Db } from '../db/sql.ts'
import { testKernel, WORKER } from '../test-kernel.ts'
import type { OutboxEvent, PositionedEvent } from './event.ts'
import { RELAY } from './relay.ts'
import { pruneOutbox } from './rows.ts'

let database: TestDatabase
let owner: Db
let nodes: RunningKernel[] = []

beforeAll(async () => {
  database = await testDatabase()
  owner = createDb({ url: database.adminUrl, name: 'owner', maxConnections: 2, log: createLog('silent') })
  await owner.query('create table effect (sink text, event text, n int)')
})
afterEach(async () => {
  await Promise.all(nodes.map((node) => node.stop()))
  nodes = []
})
afterAll(async () => {
  await owner.close()
  await database.drop()
})

function node(): RunningKernel & { readonly seen: PositionedEvent[] } {
  const running = testKernel(database.url, { variables: WORKER })
  const seen: PositionedEvent[] = []
  running.kernel.outbox.subscribe((batch) => seen.push(...batch.events))
  nodes.push(running)
  return { ...running, seen }
}

/** The outbox ignores the content of events. */
const event = (type: string): OutboxEvent => ({ type, userId: 'u1', data: { type } }) as unknown as OutboxEvent

function announce({ kernel }: RunningKernel, ...types: string[]): Promise<void> {
  return kernel.db.transaction((tx) => kernel.outbox.appendEvents(tx, types.map(event)))
}

const often = { interval: 10 }

it('the outbox relay delivers the events of a transaction together, in order, and only after the commit', async () => {
  const one = node()
  await one.start()
  await announce(one, 'a1', 'a2')
  const rolledBack = one.kernel.db.transaction(async (tx) => {
    await one.kernel.outbox.appendEvents(tx, [event('never')])
    throw new Error('no')
  })
  await expect(rolledBack).rejects.toThrow('no')
  await announce(one, 'b')
  await expect.poll(() => one.seen.map((event) => event.type), often).toEqual(['a1', 'a2', 'b'])
  expect(one.seen[0]?.position).toBe(one.seen[1]?.position)
  expect(one.seen[2]?.position).toBe((one.seen[0]?.position ?? 0) + 1)
  expect(one.seen[0]).toMatchObject({ userId: 'u1', data: { type: 'a1' } })
})

it('the outbox relay delivers a row that commits after rows with higher ids', async () => {
  const one = node()
  await one.start()
  const gate = Promise.withResolvers<void>()
  const late = one.kernel.db.transaction(async (tx) => {
    await one.kernel.outbox.appendEvents(tx, [event('late')])
    await gate.promise
  })
  await announce(one, 'early')
  await expect.poll(() => one.seen.map((event) => event.type), often).toEqual(['early'])
  gate.resolve()
  await late
  await expect.poll(() => one.seen.map((event) => event.type), often).toEqual(['early', 'late'])
  expect((one.seen[1]?.position ?? 0) - (one.seen[0]?.position ?? 0)).toBe(1)
})

it('[OPS-07] the outbox relay delivers every event to every node once and in the same order, whichever node wrote it', async () => {
  const one = node()
  const two = node()
  await one.start()
  await two.start()
  await Promise.all(Array.from({ length: 60 }, (_, n) => announce(n % 2 === 0 ? one : two, `e${n}`)))
  await expect.poll(() => [one.seen.length, two.seen.length], often).toEqual([60, 60])
  expect(two.seen).toEqual(one.seen)
  expect(new Set(one.seen.map((event) => event.type)).size).toBe(60)
  const positions = one.seen.map((event) => event.position)
  expect(positions).toEqual(positions.map((_, at) => (positions[0] ?? 0) + at))
})

it('a follower notifies the relay leader of its commits, and the leader sends no notification for its own', async () => {
  const channels: string[] = []
  const listener = new pg.Client({ connectionString: database.adminUrl })
  listener.on('notification', ({ channel }) => channels.push(channel))
  await listener.connect()
  await listener.query('listen outbox_written')
  const one = node()
  await one.start()
  await expect.poll(() => one.kernel.outbox.receivedWithin(500), often).toBe(true)
  const two = node()
  await two.start()
  try {
    await announce(one, 'own')
    await expect.poll(() => two.seen.length, often).toBe(1)
    await listener.query('select')
    expect(channels).toEqual([])
    await announce(two, 'other')
    await expect.poll(() => one.seen.map((event) => event.type), often).toEqual(['own', 'other'])
    await expect.poll(() => channels, often).toEqual(['outbox_written'])
  } finally {
    await listener.end()
  }
})

it('[OPS-07] another node takes over the relay from a leader that stops, without a gap', async () => {
  const one = node()
  await one.start()
  await expect.poll(() => one.kernel.outbox.receivedWithin(500), often).toBe(true)
  const two = node()
  await two.start()
  await announce(two, 'before')
  await expect.poll(() => two.seen.length, often).toBe(1)
  await one.stop()
  await announce(two, 'after')
  await expect.poll(() => two.seen.map((event) => event.type), often).toEqual(['before', 'after'])
  await expect.poll(() => two.kernel.outbox.receivedWithin(500), often).toBe(true)
})

it('[OPS-06] the outbox relay continues without a gap after its connection was closed', async () => {
  const one = node()
  await one.start()
  await announce(one, 'before')
  await expect.poll(() => one.seen.length, often).toBe(1)
  await owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ~ 'outbox|pg_notify' and pid <> pg_backend_pid()`,
  )
  await announce(one, 'after').catch(() => announce(one, 'after'))
  await expect.poll(() => one.seen.map((event) => event.type), often).toEqual(['before', 'after'])
  await expect.poll(() => one.kernel.outbox.receivedWithin(500), often).toBe(true)
})

it('a durable reader handles each event once, over failures, several nodes and restarts', async () => {
  const name = 'counting'
  let failures = 3
  const reading = () => {
    const running = node()
    running.kernel.outbox.durableReader(name, async (tx, events) => {
      for (const type of events.map((each): string => each.type)) {
        if (type.startsWith('s')) await tx.query('insert into effect values ($1, $2, 1)', [name, type])
        if (type === 's7' && failures-- > 0) throw new Error('not yet')
      }
    })
    return running
  }
  const one = reading()
  await one.start()
  for (let n = 0; n < 10; n++) await announce(one, `s${n}`)
  const effects = () => owner.query<{ event: string }>('select event from effect where sink = $1', [name])
  await expect.poll(async () => (await effects()).length, often).toBe(10)
  await one.stop()
  const two = reading()
  const three = reading()
  await two.start()
  await three.start()
  await Promise.all(Array.from({ length: 20 }, (_, n) => announce(n % 2 === 0 ? two : three, `s${10 + n}`)))
  await expect.poll(async () => (await effects()).length, often).toBe(30)
  expect(new Set((await effects()).map((row) => row.event)).size).toBe(30)
})

it('a reader resumes the outbox after a given position, and gets a gap error for a pruned position', async () => {
  const one = node()
  await one.start()
  const start = one.kernel.outbox.position()
  await announce(one, 'r1')
  await announce(one, 'r2')
  await announce(one, 'r3')
  await expect.poll(() => one.seen.length, often).toBe(3)
  const { outbox } = one.kernel
  expect((await outbox.readAfter(start + 1, 10)).events.map((event) => event.type)).toEqual(['r2', 'r3'])
  expect(await outbox.readAfter(start + 3, 10)).toMatchObject({ events: [], gap: false, last: start + 3 })
  expect(await outbox.readAfter(start + 100, 10)).toMatchObject({ gap: true })
  await owner.query("update outbox set created_at = now() - interval '25 hours' where position <= $1", [start + 2])
  await owner.query("delete from outbox_cursors where reader <> 'relay'")
  expect(await pruneOutbox(one.kernel.workerDb)).toBeGreaterThanOrEqual(2)
  expect(await outbox.readAfter(start, 10)).toMatchObject({ gap: true })
  expect(await outbox.readAfter(start + 2, 10)).toMatchObject({ gap: false, first: start + 3 })
})

it('outbox positions continue to increase after all rows were pruned', async () => {
  const one = node()
  await one.start()
  const before = one.kernel.outbox.position()
  await owner.query('delete from outbox')
  await one.stop()
  const two = node()
  await two.start()
  await announce(two, 'next')
  await expect.poll(() => two.seen.map((event) => event.position), often).toEqual([before + 1])
})

it('a node with more than one page of undelivered rows counts as up to date only after delivering all rows', async () => {
  const one = node()
  await one.start()
  await expect.poll(() => one.kernel.outbox.receivedWithin(500), often).toBe(true)
  const committedAtMs = await one.kernel.db.transaction(async (tx) => {
    await tx.query(
      `insert into outbox (events) select '[{"type":"bulk","userId":"u1","data":{}}]'::json from generate_series(1, 1100)`,
    )
    return performance.now()
  })
  const lastSeen: boolean[] = []
  one.kernel.outbox.subscribe(() => lastSeen.push(one.kernel.outbox.receivedWithin(performance.now() - committedAtMs)))
  await expect.poll(() => one.seen.length, often).toBe(1100)
  await expect.poll(() => one.kernel.outbox.receivedWithin(performance.now() - committedAtMs), often).toBe(true)
  expect(lastSeen).toEqual([false, false, false])
})

it('a node receives its own events directly after the commit, and no events of a rolled-back transaction', async () => {
  const { kernel } = node()
  const committed: string[] = []
  kernel.outbox.onCommit((events) => committed.push(...events.map(({ type }) => type)))
  const rolledBack = kernel.db.transaction(async (tx) => {
    await kernel.outbox.appendEvents(tx, [event('never')])
    throw new Error('no')
  })
  await expect(rolledBack).rejects.toThrow('no')
  await kernel.db.transaction(async (tx) => {
    await kernel.outbox.appendEvents(tx, [event('a'), event('b')])
    expect(committed).toEqual([])
  })
  expect(committed).toEqual(['a', 'b'])
})

it('[SCALE-12] a follower whose process was blocked ignores leader announcements from before the block ended', async () => {
  const leader = new pg.Client(database.url)
  leader.on('error', () => {})
  await leader.connect()
  await leader.query('select pg_advisory_lock($1)', [String(advisoryKey(RELAY))])
  const announceNow = () => leader.query(`select pg_notify('outbox', '0')`)
  const follower = node()
  await follower.start()
  const { outbox } = follower.kernel
  await expect.poll(() => announceNow().then(() => outbox.receivedWithin(200)), often).toBe(true)
  // The server announces after 100 ms, while this process is blocked for a second.
  const announced = leader.query(`select pg_sleep(0.1); select pg_notify('outbox', '0')`)
  await new Promise((resolve) => setTimeout(resolve, 20))
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000)
  await announced
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(outbox.receivedWithin(500)).toBe(false)
  await expect.poll(() => announceNow().then(() => outbox.receivedWithin(200)), often).toBe(true)
  await leader.end()
})
