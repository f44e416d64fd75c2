import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../../tests/support/database.ts'
import { createDb } from '../db/pool.ts'
import type { Db } from '../db/sql.ts'
import { createLog } from '../log.ts'
import { testKernel, WORKER } from '../test-kernel.ts'
import { takeDue } from './queue.ts'

let database: TestDatabase
let owner: Db

beforeAll(async () => {
  database = await testDatabase()
  owner = createDb({ url: database.adminUrl, name: 'owner', maxConnections: 8, log: createLog('silent') })
  await owner.query(
    'create table errand (id uuid primary key default gen_random_uuid(), next_at timestamptz, done int not null default 0)',
  )
})
afterAll(async () => {
  await owner.close()
  await database.drop()
})

const patience = { timeout: 10_000, interval: 20 }

it('a job of the leader runs on one node, moves when that node goes, and a failing run does not end it', async () => {
  const runs = [0, 0]
  const nodes = [0, 1].map((at) => {
    const running = testKernel(database.url, { variables: WORKER })
    running.kernel.jobs.every(
      'count',
      20,
      async () => {
        runs[at] = (runs[at] ?? 0) + 1
        if (runs[at] === 2) throw new Error('once')
      },
      { leaderOnly: true },
    )
    return running
  })
  await nodes[0]?.start()
  await expect.poll(() => runs[0], patience).toBeGreaterThan(4)
  await nodes[1]?.start()
  await expect.poll(() => runs[0], patience).toBeGreaterThan(8)
  expect(runs[1]).toBe(0)
  await nodes[0]?.stop()
  const last = runs[0]
  await expect.poll(() => runs[1], patience).toBeGreaterThan(4)
  expect(runs[0]).toBe(last)
  await nodes[1]?.stop()
})

it('work of a leader is told when the lead is lost, and begins where it goes', async () => {
  const told: string[] = []
  const nodes = [0, 1].map((at) => {
    const running = testKernel(database.url, { variables: WORKER })
    running.kernel.leadership.whileLeader('rounds', async (lost) => {
      told.push(`begin ${at}`)
      await new Promise((resolve) => lost.addEventListener('abort', resolve))
      told.push(`end ${at}`)
    })
    return running
  })
  await nodes[0]?.start()
  await expect.poll(() => told, patience).toEqual(['begin 0'])
  await nodes[1]?.start()
  await owner.query(
    `select pg_terminate_backend(l.pid) from pg_locks l join pg_database d on d.oid = l.database
      where l.locktype = 'advisory' and d.datname = current_database()`,
  )
  // The other may be elected before the first has heard that its connection is gone.
  const begun = (): number => told.filter((each) => each.startsWith('begin')).length
  await expect.poll(() => [told.includes('end 0'), begun() >= 2], patience).toEqual([true, true])
  await Promise.all(nodes.map((each) => each.stop()))
  expect(begun()).toBe(told.filter((each) => each.startsWith('end')).length)
})

it('[OPS-07] stopping waits for the run in flight and never runs a job twice at once', async () => {
  const running = testKernel(database.url, { variables: WORKER })
  let inside = 0
  let most = 0
  let finished = 0
  running.kernel.jobs.every(
    'slow',
    1,
    async () => {
      most = Math.max(most, ++inside)
      await new Promise((resolve) => setTimeout(resolve, 30))
      inside--
      finished++
    },
    { leaderOnly: false },
  )
  await running.start()
  await expect.poll(() => finished, patience).toBeGreaterThan(2)
  await expect.poll(() => inside, patience).toBe(1)
  await running.stop()
  expect([inside, most]).toEqual([0, 1])
})

it('due rows are taken once by several takers; a lease that ran out is taken again', async () => {
  const now = new Date('2026-11-21T12:00:00Z')
  await owner.query('insert into errand (next_at) select $1 from generate_series(1, 40)', [now])
  await owner.query('insert into errand (next_at) values ($1), (null)', [new Date(now.getTime() + 1)])
  const take = async (at: Date, most: number) =>
    (await takeDue(owner, { table: 'errand', now: at, leaseMs: 30_000, most })).map(({ id }) => id)
  const taken = (await Promise.all(Array.from({ length: 8 }, () => take(now, 10)))).flat()
  expect(taken).toHaveLength(40)
  expect(new Set(taken).size).toBe(40)
  const later = new Date(now.getTime() + 29_999)
  expect(await take(later, 100)).toHaveLength(1)
  expect(await take(new Date(now.getTime() + 30_000), 100)).toHaveLength(40)
})
