import { createHash, randomUUID } from 'node:crypto'
import type { Endpoint } from '@mupiira/contract/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../../tests/support/database.ts'
import type { RunningKernel } from '../create-kernel.ts'
import { createDb } from '../db/pool.ts'
import type { Db } from '../db/sql.ts'
import { createBatcher } from '../batcher.ts'
import { createLog } from '../telemetry/log.ts'
import { pruneIdempotency } from '../idempotency/prune-idempotency.repository.ts'
import { testClock, testKernel } from '../test-kernel.ts'
import type { IdempotencyRecord } from '../idempotency/idempotency.ts'
import { type Outcome, route } from './route.ts'
import { serveRoutes } from './server.ts'

const spend = {
  method: 'POST',
  path: '/api/spend',
  summary: 'Spends',
  access: 'player',
  idempotent: true,
  body: Type.Object({ amount: Type.Number(), wish: Type.Optional(Type.String()) }, { additionalProperties: false }),
  responses: { 201: Type.Object({ id: Type.String(), amount: Type.Number() }) },
  errors: ['INSUFFICIENT_BALANCE', 'STAFF_CANNOT_BET'],
} as const satisfies Endpoint
const spendTogether = { ...spend, path: '/api/spend-together' } as const satisfies Endpoint

const player = randomUUID()
const other = randomUUID()
const clock = testClock()
let database: TestDatabase
let owner: Db
const running: RunningKernel[] = []
let apps: readonly [FastifyInstance, FastifyInstance]

beforeAll(async () => {
  database = await testDatabase()
  owner = createDb({ url: database.adminUrl, name: 'owner', maxConnections: 4, log: createLog('silent') })
  await owner.query('create table spent (id uuid primary key, player uuid, amount int)')
  apps = [await serveNode(), await serveNode()]
})
afterAll(async () => {
  await Promise.all(apps.map((app) => app.close()))
  await Promise.all(running.map((each) => each.stop()))
  await owner.close()
  await database.drop()
})
beforeEach(async () => {
  await owner.query('truncate spent, idempotency_records')
  runs.length = 0
})

/** The batch size of each run since the test started. */
const runs: number[] = []

type Order = { readonly idempotencyRecord: IdempotencyRecord; readonly player: string; readonly amount: number }

async function serveNode(): Promise<FastifyInstance> {
  const node = testKernel(database.url, { clock, variables: { RATE_LIMIT_FACTOR: '1000' } })
  running.push(node)
  const { db, idempotency } = node.kernel
  const batcher = createBatcher<Order, Outcome<typeof spendTogether>>({
    maxBatch: 16,
    maxWaitMs: 0,
    concurrency: 2,
    maxWaiting: 1_000,
    run: (batch) =>
      db.transaction(async (tx) => {
        runs.push(batch.length)
        const recalled = await idempotency.recallMany(
          tx,
          batch.map((order) => order.idempotencyRecord),
        )
        const fresh = new Map<Order, Outcome<typeof spendTogether>>()
        const outcomes = batch.map((order, at): Outcome<typeof spendTogether> => {
          const before = recalled[at]
          if (before) return before
          const outcome =
            order.amount > 100
              ? ({ error: 'INSUFFICIENT_BALANCE' } as const)
              : ({ status: 201, body: { id: randomUUID(), amount: order.amount } } as const)
          fresh.set(order, outcome)
          return outcome
        })
        for (const [at, outcome] of outcomes.entries()) {
          if ('body' in outcome && !recalled[at]) {
            await tx.query('insert into spent values ($1, $2, $3)', [
              outcome.body.id,
              batch[at]?.player,
              outcome.body.amount,
            ])
          }
        }
        await idempotency.rememberAnswers(tx, fresh)
        return outcomes
      }),
  })
  return serveRoutes(node.kernel, {
    pageLoaders: {},
    sessions: {
      find: async (hash) => ({
        sessionId: 's',
        userId: hash.equals(tokenHash('other')) ? other : player,
        role: 'user',
        accountStatus: 'active',
        expiresAt: new Date('2030-01-01'),
      }),
    },
    routes: [
      route(spend, ({ body, actor, idempotencyRecord }) =>
        db.transaction(async (tx) => {
          if (body.wish === 'forbidden') return { error: 'STAFF_CANNOT_BET' } as const
          if (body.wish === 'crash') throw new Error('a bug')
          if (body.amount > 100)
            return {
              error: 'INSUFFICIENT_BALANCE',
              details: { balance: '100', required: String(body.amount) },
            } as const
          const outcome = { status: 201, body: { id: randomUUID(), amount: body.amount, secret: 'kept' } } as const
          await tx.query('insert into spent values ($1, $2, $3)', [outcome.body.id, actor.userId, body.amount])
          await idempotency.remember(tx, idempotencyRecord, outcome)
          if (body.wish === 'crash after')
            tx.afterCommit(() => {
              throw new Error('a bug after the commit')
            })
          return outcome
        }),
      ),
      route(
        spendTogether,
        ({ body, actor, idempotencyRecord }) =>
          batcher.submit({ idempotencyRecord, player: actor.userId, amount: body.amount }),
        { recall: 'by-handler' },
      ),
    ],
  })
}

function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

async function post(
  payload: object,
  options: { key?: string; node?: 0 | 1; url?: string; as?: string; meant?: string } = {},
) {
  const response = await apps[options.node ?? 0].inject({
    method: 'POST',
    url: options.url ?? '/api/spend',
    payload,
    headers: {
      cookie: `mupiira_session=${options.as ?? 'player'}`,
      'sec-fetch-site': 'same-origin',
      ...(options.key === undefined ? {} : { 'idempotency-key': options.key }),
      ...(options.meant === undefined ? {} : { 'x-player': options.meant }),
    },
  })
  return {
    status: response.statusCode,
    text: response.body,
    code: (response.json() as { code?: string }).code,
    type: response.headers['content-type'],
  }
}

const spentRows = () => owner.query('select id from spent')

it.each([['/api/spend'], ['/api/spend-together']])(
  '[OPS-03] 50 concurrent requests to %s with one idempotency key, on two nodes, have one effect and one response',
  async (url) => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => post({ amount: 5 }, { key: 'same-key-50', node: n % 2 === 0 ? 0 : 1, url })),
    )
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1)
    expect(answers.every((answer) => answer.status === 201)).toBe(true)
    expect(await spentRows()).toHaveLength(1)
  },
)

it.each([['/api/spend'], ['/api/spend-together']])(
  '[OPS-03] requests to %s with 40 idempotency keys, 10 copies each, have 40 effects',
  async (url) => {
    const answers = await Promise.all(
      Array.from({ length: 400 }, async (_, n) => ({
        key: n % 40,
        ...(await post({ amount: 1 + (n % 40) }, { key: `storm-key-${n % 40}`, node: n % 2 === 0 ? 0 : 1, url })),
      })),
    )
    for (const [, those] of Map.groupBy(answers, (answer) => answer.key))
      expect(new Set(those.map((answer) => `${answer.status} ${answer.text}`)).size).toBe(1)
    expect(answers.every((answer) => answer.status === 201)).toBe(true)
    expect(await spentRows()).toHaveLength(40)
  },
)

it.each([['/api/spend'], ['/api/spend-together']])(
  '[OPS-03] %s returns the first response byte for byte for a repeated idempotency key, and rejects another body before any other check',
  async (url) => {
    const first = await post({ amount: 7 }, { key: 'again-key', url })
    expect(first.status).toBe(201)
    expect(await post({ amount: 7 }, { key: 'again-key', url, node: 1 })).toEqual(first)
    for (const amount of [8, 5_000]) {
      expect(await post({ amount }, { key: 'again-key', url })).toMatchObject({
        status: 422,
        code: 'IDEMPOTENCY_KEY_REUSED',
      })
    }
    expect(await post({ amount: 7 }, { key: 'again-key', url })).toEqual(first)
    expect(await spentRows()).toHaveLength(1)
  },
)

it.each([['/api/spend'], ['/api/spend-together']])(
  '[OPS-03] %s stores a 422 response under its idempotency key',
  async (url) => {
    const first = await post({ amount: 500 }, { key: 'refused-key', url })
    expect(first).toMatchObject({
      status: 422,
      code: 'INSUFFICIENT_BALANCE',
      type: 'application/problem+json; charset=utf-8',
    })
    expect(JSON.parse(first.text)).toMatchObject({
      status: 422,
      title: 'Unprocessable Entity',
      error: { code: 'INSUFFICIENT_BALANCE' },
    })
    expect(await post({ amount: 500 }, { key: 'refused-key', url, node: 1 })).toEqual(first)
    expect(await post({ amount: 5 }, { key: 'refused-key', url })).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
  },
)

it('[OPS-03] an idempotency key is scoped to its user and route', async () => {
  const bodies = [
    await post({ amount: 3 }, { key: 'shared-key' }),
    await post({ amount: 3 }, { key: 'shared-key', as: 'other' }),
    await post({ amount: 3 }, { key: 'shared-key', url: '/api/spend-together' }),
  ]
  expect(new Set(bodies.map((body) => body.text)).size).toBe(3)
  expect(await spentRows()).toHaveLength(3)
})

it('[OPS-03] 403 and 5xx responses are not stored under the idempotency key, so a repeated request runs again', async () => {
  expect(await post({ amount: 1, wish: 'forbidden' }, { key: 'anew-key-1' })).toMatchObject({ status: 403 })
  expect(await post({ amount: 1 }, { key: 'anew-key-1' })).toMatchObject({ status: 201 })
  const crashed = await post({ amount: 1, wish: 'crash' }, { key: 'anew-key-2' })
  expect(crashed).toMatchObject({ status: 500, code: 'INTERNAL' })
  expect(crashed.text).not.toContain('a bug')
  expect(await post({ amount: 1 }, { key: 'anew-key-2' })).toMatchObject({ status: 201 })
})

it('[OPS-03] an exception after the commit does not change the response', async () => {
  const first = await post({ amount: 1, wish: 'crash after' }, { key: 'late-crash' })
  expect(first.status).toBe(201)
  expect(await post({ amount: 1, wish: 'crash after' }, { key: 'late-crash' })).toEqual(first)
  expect(await spentRows()).toHaveLength(1)
})

it.each([
  ['no key', undefined],
  ['7 characters', 'k'.repeat(7)],
  ['65 characters', 'k'.repeat(65)],
  ['a space', 'key with blank'],
])('[OPS-03] a missing or invalid idempotency key returns 400 and changes nothing: %s', async (_title, key) => {
  expect(await post({ amount: 1 }, key === undefined ? {} : { key })).toMatchObject({
    status: 400,
    code: 'IDEMPOTENCY_KEY_MISSING',
  })
  expect(await spentRows()).toHaveLength(0)
})

it('[OPS-03] an idempotency key can be used again after 24 hours, and its record is pruned', async () => {
  const start = clock.now()
  const first = await post({ amount: 1 }, { key: 'day-long-key' })
  clock.forward(24 * 3_600_000 - 1)
  expect(await post({ amount: 1 }, { key: 'day-long-key' })).toEqual(first)
  clock.forward(1)
  const second = await post({ amount: 1 }, { key: 'day-long-key' })
  expect(second.text).not.toBe(first.text)
  clock.forward(24 * 3_600_000)
  const pruned = await Promise.all(running.map(({ kernel }) => pruneIdempotency(kernel.workerDb, clock.now())))
  expect(pruned.reduce((sum, gone) => sum + gone, 0)).toBe(1)
  clock.set(start)
})

it('[OPS-03] an expired idempotency key in a batch can be used again, without affecting the other keys', async () => {
  const start = clock.now()
  const url = '/api/spend-together'
  const first = await post({ amount: 1 }, { key: 'batch-old-key', url })
  clock.forward(24 * 3_600_000)
  const keys = ['batch-one-key', 'batch-old-key', 'batch-two-key']
  runs.length = 0
  const answers = await Promise.all(keys.map((key) => post({ amount: 2 }, { key, url })))
  // No item had to run again in a batch of one.
  expect(runs.reduce((sum, orders) => sum + orders, 0)).toBe(keys.length)
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(answers.map(({ text }) => text)).not.toContain(first.text)
  expect(await Promise.all(keys.map((key) => post({ amount: 2 }, { key, url, node: 1 })))).toEqual(answers)
  expect(await spentRows()).toHaveLength(4)
  clock.set(start)
})

it('a stored response is sent without fields outside the contract', async () => {
  expect((await post({ amount: 2 }, { key: 'whitelist-key' })).text).not.toContain('kept')
})

it('[AUTH-77] a page opened by one player cannot spend the money of another player who has since logged in', async () => {
  const key = 'of-another-tab'
  expect(await post({ amount: 5 }, { key, as: 'other', meant: player })).toMatchObject({
    status: 401,
    code: 'NOT_AUTHENTICATED',
  })
  expect(await spentRows()).toHaveLength(0)
  expect(await post({ amount: 5 }, { key, as: 'other', meant: other })).toMatchObject({ status: 201 })
})
