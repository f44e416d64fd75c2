import { afterAll, beforeAll, expect, it } from 'vitest'
import { SESSION_COOKIE } from '../../kernel/http/access/actor.ts'
import { testClock } from '../../kernel/test-kernel.ts'
import type { TestAccount } from '../../testing/test-accounts.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { HOUSE } from './index.ts'
import { holdRequest, transfer } from './testing/ledger-fixture.ts'

let app: TestApp
let amina: TestAccount
let brian: TestAccount
beforeAll(async () => {
  app = await createTestApp({ clock: testClock() })
  amina = await app.player({ balanceUgx: 10_000 })
  brian = await app.player({ balanceUgx: 7 })
  const { wallet } = app.modules
  for (const amount of [110n, 130n, 170n]) {
    await app.kernel.db.transaction((tx) =>
      wallet.transfers.post(tx, [transfer(amina.id, HOUSE.book, amount * 100n)], app.clock.now()),
    )
    app.clock.forward(60_000)
  }
  await app.kernel.db.transaction((tx) => wallet.holds.place(tx, holdRequest(amina.id, 50_050n), app.clock.now()))
})
afterAll(() => app?.close())

it('[OPS-02, WALT-03] the wallet shows balance and holds in UGX', async () => {
  const answer = await amina.get('/api/wallet')
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({ balance: 9_089.5, held: 500.5, currency: 'UGX' })
})

it('[OPS-02, WALT-12] the statement is listed newest first, in pages, with the balance after each entry', async () => {
  const first = (await amina.get('/api/wallet/statement?limit=2')).body
  expect(first.items).toMatchObject([
    { type: 'withdrawal', state: 'pending', amount: -500.5, previousBalance: 9_590, newBalance: 9_089.5 },
    { type: 'bet', amount: -170, previousBalance: 9_760, newBalance: 9_590, createdAt: '2026-11-21T12:02:00.000Z' },
  ])
  const second = (await amina.get(`/api/wallet/statement?limit=3&cursor=${String(first['nextCursor'])}`)).body
  expect(second.items.map((entry) => entry['amount'])).toEqual([-130, -110, 10_000])
  expect(second['nextCursor']).toBeNull()
})

it.each(['/api/wallet', '/api/wallet/statement'])('[OPS-02] %s is refused without a session', async (url) => {
  const visitor = app.browser()
  expect((await visitor.get(url)).body).toMatchObject({ status: 401, code: 'NOT_AUTHENTICATED' })
  visitor.cookies.set(SESSION_COOKIE, 'no-session')
  expect((await visitor.get(url)).status).toBe(401)
})

it('[OPS-02, WALT-12] a player reads only own entries, even with the cursor of another player', async () => {
  expect((await brian.get('/api/wallet')).body).toMatchObject({ balance: 7 })
  const own = (await brian.get('/api/wallet/statement')).body
  expect(own.items.map((entry) => entry['amount'])).toEqual([7])
  const [newest] = (await amina.get('/api/wallet/statement')).body.items
  const foreign = (await brian.get(`/api/wallet/statement?cursor=${newest?.id}`)).body
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
])('a statement request with %s is rejected as an invalid field', async (query) => {
  expect((await amina.get(`/api/wallet/statement?${query}`)).body).toMatchObject({
    status: 400,
    code: 'INVALID_FIELDS',
  })
})
