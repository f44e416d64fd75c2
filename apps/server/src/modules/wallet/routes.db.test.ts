import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SESSION_COOKIE } from '../../kernel/http/actor.ts'
import { serveRoutes } from '../../kernel/http/server.ts'
import { type TestLedger, debit, inTx, testLedger } from './test-ledger.ts'

let ledger: TestLedger
let app: FastifyInstance
let [amina, brian] = ['', '']
beforeAll(async () => {
  ledger = await testLedger()
  amina = await ledger.player(1_000_000n)
  brian = await ledger.player(700n)
  const sessions = new Map([amina, brian].map((id) => [createHash('sha256').update(id).digest('hex'), id]))
  app = await serveRoutes(ledger.kernel, {
    routes: ledger.wallet.routes,
    pageLoaders: {},
    // The token of a session is here the id of its player.
    sessions: {
      find: async (hash) => {
        const userId = sessions.get(hash.toString('hex'))
        if (userId === undefined) return null
        const expiresAt = new Date('2100-01-01')
        return { sessionId: userId, userId, role: 'user', accountStatus: 'active', expiresAt }
      },
    },
  })
  for (const amount of [110n, 130n, 170n]) {
    await inTx(ledger, (tx) => ledger.wallet.transferFromPlayer(tx, debit(amina, amount * 100n), ledger.clock.now()))
    ledger.clock.forward(60_000)
  }
  await inTx(ledger, (tx) =>
    ledger.wallet.placeHold(tx, { ...debit(amina, 50_050n), kind: 'withdrawal-hold' }, ledger.clock.now()),
  )
})
afterAll(async () => {
  await app.close()
  await ledger.stop()
})

const get = (url: string, player?: string) =>
  app.inject({ url, ...(player === undefined ? {} : { cookies: { [SESSION_COOKIE]: player } }) })

it('[OPS-02, WALT-03] the wallet shows balance and holds in UGX', async () => {
  const answer = await get('/api/wallet', amina)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ balance: 9_089.5, held: 500.5, currency: 'UGX' })
})

it('[OPS-02, WALT-12] the statement is newest first, page by page, each row with its balance', async () => {
  const first = (await get('/api/wallet/statement?limit=2', amina)).json()
  expect(first.items).toMatchObject([
    { type: 'withdrawal-hold', amount: -500.5, previousBalance: 9_590, newBalance: 9_089.5 },
    { type: 'bet', amount: -170, previousBalance: 9_760, newBalance: 9_590, createdAt: '2026-11-21T12:02:00.000Z' },
  ])
  const second = (await get(`/api/wallet/statement?limit=3&cursor=${first.nextCursor}`, amina)).json()
  expect(second.items.map((entry: { amount: number }) => entry.amount)).toEqual([-130, -110, 10_000])
  expect(second.nextCursor).toBeNull()
})

it.each(['/api/wallet', '/api/wallet/statement'])('[OPS-02] %s needs a session', async (url) => {
  expect((await get(url)).json()).toMatchObject({ status: 401, code: 'NOT_AUTHENTICATED' })
  expect((await get(url, 'no-session')).statusCode).toBe(401)
})

it('[OPS-02, WALT-12] nobody sees the entries of another, also not by their cursor', async () => {
  expect((await get('/api/wallet', brian)).json()).toMatchObject({ balance: 7 })
  const own = (await get('/api/wallet/statement', brian)).json()
  expect(own.items.map((entry: { amount: number }) => entry.amount)).toEqual([7])
  const [newest] = (await get('/api/wallet/statement', amina)).json().items
  const foreign = (await get(`/api/wallet/statement?cursor=${newest.id}`, brian)).json()
  expect(foreign).toEqual({ items: own.items, nextCursor: null })
})

it.each([
  'cursor=x',
  'cursor=-1',
  'cursor=1.5',
  'cursor=99999999999999999999',
  'limit=0',
  'limit=101',
  'limit=ten',
  'page=2',
])('a statement asked for with %s is refused as a field', async (query) => {
  expect((await get(`/api/wallet/statement?${query}`, amina)).json()).toMatchObject({
    status: 400,
    code: 'INVALID_FIELDS',
  })
})
