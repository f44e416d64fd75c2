import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../../tests/support/database.ts'
import { createDb } from '../db/pool.ts'
import { type Params, statement } from '../db/query.ts'
import type { Db } from '../db/sql.ts'
import { createLog } from '../telemetry/log.ts'
import { testKernel, WORKER } from '../test-kernel.ts'
import type { Work } from './jobs.ts'
import { dueIds, type LeaseParams, leaseFor } from './queue.ts'

let database: TestDatabase
let owner: Db
let stuckWorker: ChildProcess | undefined

beforeAll(async () => {
  database = await testDatabase()
  owner = createDb({ url: database.adminUrl, name: 'owner', maxConnections: 8, log: createLog('silent') })
  await owner.query(
    'create table errand (id uuid primary key default gen_random_uuid(), next_at timestamptz, done int not null default 0)',
  )
  await owner.query('create table job_run (at timestamptz not null default clock_timestamp())')
  await owner.query('grant all on job_run to mupiira_app')
})
afterAll(async () => {
  await owner.close()
  await database.drop()
})
beforeEach(async () => {
  await owner.query('delete from graphile_worker._private_jobs')
  await owner.query('update graphile_worker._private_job_queues set locked_at = null, locked_by = null')
})

afterEach(() => void stuckWorker?.kill('SIGKILL'))

const often = { interval: 20 }
const NEVER = '0 0 29 2 *'

/** A started worker with one cron job, which the test triggers itself as the scheduler does. */
async function worker(work: Work) {
  const running = testKernel(database.url, { variables: WORKER })
  running.kernel.jobs.cron('cron-test', NEVER, work)
  await running.start()
  return running
}

const trigger = () =>
  owner.query(`select graphile_worker.add_job('cron-test', queue_name => 'cron-test', job_key => 'cron-test')`)
const jobRows = () =>
  owner.query<{ attempts: number; locked_by: string | null }>(
    'select attempts, locked_by from graphile_worker._private_jobs',
  )

it('a leader loop runs on one node, moves to another node when the first stops, and continues after a failed run', async () => {
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
  await expect.poll(() => runs[0], often).toBeGreaterThan(4)
  await nodes[1]?.start()
  await expect.poll(() => runs[0], often).toBeGreaterThan(8)
  expect(runs[1]).toBe(0)
  await nodes[0]?.stop()
  const last = runs[0]
  await expect.poll(() => runs[1], often).toBeGreaterThan(4)
  expect(runs[0]).toBe(last)
  await nodes[1]?.stop()
})

it('a leader loop is aborted when its node loses leadership, and starts on the next leader', async () => {
  const log: string[] = []
  const nodes = [0, 1].map((at) => {
    const running = testKernel(database.url, { variables: WORKER })
    running.kernel.leadership.whileLeader('rounds', async (lost) => {
      log.push(`begin ${at}`)
      await new Promise((resolve) => lost.addEventListener('abort', resolve))
      log.push(`end ${at}`)
    })
    return running
  })
  await nodes[0]?.start()
  await expect.poll(() => log, often).toEqual(['begin 0'])
  await nodes[1]?.start()
  await owner.query(
    `select pg_terminate_backend(l.pid) from pg_locks l join pg_database d on d.oid = l.database
      where l.locktype = 'advisory' and d.datname = current_database()`,
  )
  // The other node may be elected before the first one notices that its connection is gone.
  const startedRuns = (): number => log.filter((each) => each.startsWith('begin')).length
  await expect.poll(() => [log.includes('end 0'), startedRuns() >= 2], often).toEqual([true, true])
  await Promise.all(nodes.map((node) => node.stop()))
  expect(startedRuns()).toBe(log.filter((each) => each.startsWith('end')).length)
})

it('[OPS-07] stopping a loop waits for the current run, and two runs of a loop never overlap', async () => {
  const running = testKernel(database.url, { variables: WORKER })
  let inside = 0
  let most = 0
  let finished = 0
  running.kernel.jobs.every(
    'slow',
    1,
    async () => {
      most = Math.max(most, ++inside)
      await sleep(30)
      inside--
      finished++
    },
    { leaderOnly: false },
  )
  await running.start()
  await expect.poll(() => finished, often).toBeGreaterThan(2)
  await expect.poll(() => inside, often).toBe(1)
  await running.stop()
  expect([inside, most]).toEqual([0, 1])
})

it('a cron job runs once with two workers, and a failed run is retried', async () => {
  let runs = 0
  const work = async () => {
    runs++
    if (runs === 1) throw new Error('once')
  }
  const nodes = [await worker(work), await worker(work)]
  await trigger()
  await expect.poll(() => runs, often).toBe(2)
  await expect.poll(jobRows, often).toEqual([])
  await trigger()
  await expect.poll(() => runs, often).toBe(3)
  await sleep(300)
  expect(runs).toBe(3)
  await Promise.all(nodes.map((node) => node.stop()))
})

it('a cron job that is triggered during its run starts again only after that run', async () => {
  let inside = 0
  let most = 0
  let finished = 0
  const node = await worker(async () => {
    most = Math.max(most, ++inside)
    await sleep(200)
    inside--
    finished++
  })
  await trigger()
  await expect.poll(() => inside, often).toBe(1)
  await trigger()
  await trigger()
  await expect.poll(() => finished, often).toBe(2)
  expect(most).toBe(1)
  await node.stop()
})

it('[OPS-07] stopping a worker waits for its current cron job and leaves no lock', async () => {
  let finished = false
  let started = false
  const node = await worker(async () => {
    started = true
    await sleep(300)
    finished = true
  })
  await trigger()
  await expect.poll(() => started, often).toBe(true)
  await node.stop()
  expect(finished).toBe(true)
  expect(await jobRows()).toEqual([])
})

it('[OPS-07] the cron job of a killed worker starts again on another worker within seconds', async () => {
  const child = (stuckWorker = spawnWorker())
  await trigger()
  const runs = () => owner.query('select at from job_run')
  await expect.poll(async () => (await runs()).length, { timeout: 30_000, interval: 50 }).toBe(1)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect((await jobRows()).map((job) => job.locked_by === null)).toEqual([false])
  let again = 0
  const node = await worker(async () => void again++)
  await expect.poll(() => again, { timeout: 30_000, interval: 100 }).toBe(1)
  await node.stop()
}, 90_000)

it('a worker runs a missed cron job only within the given catch-up time', async () => {
  const halfAnHourAgo = new Date(Date.now() - 30 * 60_000)
  const pattern = `${halfAnHourAgo.getUTCMinutes()} ${halfAnHourAgo.getUTCHours()} * * *`
  await owner.query(
    `insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
     select identifier, now() - interval '9 days', now() - interval '1 day'
       from unnest(array['made-up', 'too-late', 'dropped']) identifier`,
  )
  const runs: string[] = []
  const node = testKernel(database.url, { variables: WORKER })
  const { jobs } = node.kernel
  jobs.cron('made-up', pattern, async () => void runs.push('made-up'), { catchUpWithinMs: 3_600_000 })
  jobs.cron('too-late', pattern, async () => void runs.push('too-late'), { catchUpWithinMs: 600_000 })
  jobs.cron('dropped', pattern, async () => void runs.push('dropped'))
  await node.start()
  await expect.poll(() => runs, often).toEqual(['made-up'])
  await sleep(300)
  expect(runs).toEqual(['made-up'])
  await node.stop()
})

function spawnWorker(): ChildProcess {
  return spawn(process.execPath, [new URL('test-stuck-worker.ts', import.meta.url).pathname], {
    stdio: 'ignore',
    env: { ...process.env, NODE_ENV: 'test', DATABASE_URL: database.url, LOG_LEVEL: 'silent' },
  })
}

it('concurrent workers claim each due row once, and again after its lease expires', async () => {
  const now = new Date('2026-11-21T12:00:00Z')
  await owner.query('insert into errand (next_at) select $1 from generate_series(1, 40)', [now])
  await owner.query('insert into errand (next_at) values ($1), (null)', [new Date(now.getTime() + 1)])
  const takeDue = statement(
    (p: Params<LeaseParams>) => sql<{ id: string }>`
      update errand set next_at = ${p.leaseEndsAt} where id = ${dueIds('errand', p)} returning id`,
  )
  const take = async (at: Date, most: number) =>
    (await owner.run(takeDue(leaseFor(30_000, at, most)))).map(({ id }) => id)
  const due = (await Promise.all(Array.from({ length: 8 }, () => take(now, 10)))).flat()
  expect(due).toHaveLength(40)
  expect(new Set(due).size).toBe(40)
  const later = new Date(now.getTime() + 29_999)
  expect(await take(later, 100)).toHaveLength(1)
  expect(await take(new Date(now.getTime() + 30_000), 100)).toHaveLength(40)
})
