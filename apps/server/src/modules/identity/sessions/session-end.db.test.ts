import { afterEach, describe, expect, it } from 'vitest'
import { authenticator } from '../../../../../../tests/support/authenticator.ts'
import { TEST_PASSWORD } from '../../../testing/test-accounts.ts'
import type { TestClient } from '../../../testing/test-client.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'

let nodes: TestApp[] = []
afterEach(async () => {
  await Promise.all(nodes.map((node) => node.close()))
  nodes = []
})

async function startNode(first?: TestApp): Promise<TestApp> {
  const node = await createTestApp({ background: true, ...(first === undefined ? {} : { database: first.database }) })
  nodes.push(node)
  await expect.poll(() => node.kernel.outbox.receivedWithin(500)).toBe(true)
  return node
}

const wallet = async (client: TestClient): Promise<unknown> => {
  const { status, body } = await client.get('/api/wallet')
  return body.code ?? status
}

/** Caches the sessions, then stops the event relay: events published afterwards never arrive. */
async function withoutRelay(node: TestApp, ...clients: readonly TestClient[]): Promise<void> {
  for (const client of clients) expect(await wallet(client)).toBe(200)
  await node.kernel.outbox.stop()
}

describe('on the node that executes the change, without the event relay', () => {
  it('[AUTH-77] without the event relay, a logout ends the session before the response, and clears the browser cache', async () => {
    const app = await startNode()
    const player = await app.player()
    const copy = app.browser()
    for (const [name, value] of player.cookies) copy.cookies.set(name, value)
    await withoutRelay(app, copy)
    const answer = await player.post('/api/auth/logout')
    expect(answer.headers['clear-site-data']).toBe('"cache"')
    expect(await wallet(copy)).toBe('NOT_AUTHENTICATED')
  })

  it('[PLAY-08] without the event relay, ending one session and then all others takes effect at once', async () => {
    const app = await startNode()
    const player = await app.player()
    const [second, third] = [await player.anotherBrowser(), await player.anotherBrowser()]
    await withoutRelay(app, second, third)
    await player.delete(`/api/auth/sessions/${second.sessionId}`)
    expect([await wallet(second), await wallet(third)]).toEqual(['NOT_AUTHENTICATED', 200])
    await player.post('/api/auth/sessions/end-others', {})
    expect([await wallet(third), await wallet(player)]).toEqual(['NOT_AUTHENTICATED', 200])
  })

  it('[ACCT-24] without the event relay, a password change ends the other sessions and the old token at once', async () => {
    const app = await startNode()
    const player = await app.player()
    const other = await player.anotherBrowser()
    const copy = app.browser()
    for (const [name, value] of player.cookies) copy.cookies.set(name, value)
    await withoutRelay(app, other, copy)
    const change = { currentPassword: TEST_PASSWORD, newPassword: 'mango-7391-new' }
    expect((await player.post('/api/auth/password/change', change)).status).toBe(200)
    expect([await wallet(other), await wallet(copy), await wallet(player)]).toEqual([
      'NOT_AUTHENTICATED',
      'NOT_AUTHENTICATED',
      200,
    ])
  })

  it.each([
    ['suspended', 'ACCOUNT_SUSPENDED'],
    ['banned', 'ACCOUNT_BANNED'],
  ])(
    '[AUTH-75] without the event relay, an account that an administrator sets to %s is refused at once, and its stream ends',
    async (newStatus, code) => {
      const app = await startNode()
      const [player, admin] = [await app.player(), await app.admin()]
      const received = await app.stream(player, 'me')
      await withoutRelay(app, player, admin)
      const change = { newStatus, reason: 'Confirmed by the operator' }
      expect((await admin.post(`/api/admin/users/${player.id}/status`, change)).status).toBe(200)
      expect(await wallet(player)).toBe(code)
      const end = { type: 'session-ended', reason: newStatus }
      await expect.poll(received).toContainEqual(end)
    },
  )

  it('[ADMS-05] without the event relay, the account’s other sessions need a new second factor at once', async () => {
    const app = await startNode()
    await app.set('admin_second_factor', false)
    const admin = await app.admin()
    const other = await admin.anotherBrowser()
    const usersSeenBy = async (client: TestClient) => (await client.get('/api/admin/users')).body.code ?? 'allowed'
    expect([await usersSeenBy(admin), await usersSeenBy(other)]).toEqual(['allowed', 'allowed'])
    await app.kernel.outbox.stop()
    const { secret } = (await admin.post<{ secret: string }>('/api/admin/second-factor')).body
    const code = authenticator(secret)(app.clock.now())
    expect((await admin.post('/api/admin/second-factor/enable', { code })).status).toBe(200)
    expect([await usersSeenBy(admin), await usersSeenBy(other)]).toEqual(['allowed', 'SECOND_FACTOR_NEEDED'])
  })

  it('[PLAY-02] [PLAY-03] without the event relay, a new limit and a self-exclusion refuse the next bet', async () => {
    const app = await startNode()
    const player = await app.player({ balanceUgx: 100_003, hasBetBefore: true })
    const game = await app.game()
    const bet = { stake: 20_000, selections: [await app.pick(game.id)] }
    const place = async () => (await player.post('/api/bets', bet)).body.code ?? 'placed'
    await withoutRelay(app, player)
    await player.put('/api/protection/limits', { kind: 'stake', period: 'day', amount: 30_000 })
    expect([await place(), await place()]).toEqual(['placed', 'LIMIT_REACHED'])
    await player.post('/api/protection/exclusion', { length: '24h' })
    expect(await place()).toBe('EXCLUDED')
  })

  it('[ADMS-08] without the event relay, a saved setting applies to the next bet', async () => {
    const app = await startNode()
    const [player, admin] = [await app.player({ balanceUgx: 100_003 }), await app.admin()]
    const game = await app.game()
    await withoutRelay(app, player)
    const changes = [{ key: 'betting_enabled', value: 'false' }]
    expect((await admin.put('/api/admin/settings', { changes, reason: 'a test' })).status).toBe(200)
    const bet = { stake: 25_000, selections: [await app.pick(game.id)] }
    expect((await player.post('/api/bets', bet)).body.code).toBe('BETTING_DISABLED')
  })
})

describe('on another node, while the event relay is blocked', () => {
  /** Runs `change` while no node receives events. */
  async function whileBlocked(node: TestApp, change: () => Promise<void>): Promise<void> {
    const release = Promise.withResolvers<void>()
    const isBlocked = Promise.withResolvers<void>()
    const blocking = node.kernel.workerDb.transaction(async (tx) => {
      await tx.query('select from outbox_cursors for update')
      isBlocked.resolve()
      await release.promise
    })
    await isBlocked.promise
    try {
      await change()
    } finally {
      release.resolve()
      await blocking
    }
  }

  /** The same session on the other node. */
  function copyOn(node: TestApp, { cookies }: TestClient): TestClient {
    const copy = node.browser()
    for (const [name, value] of cookies) copy.cookies.set(name, value)
    return copy
  }

  const usersSeenBy = async (client: TestClient) => (await client.get('/api/admin/users')).body.code ?? 'allowed'

  it('[AUTH-75] [AUTH-77] [ACCT-24] [ADMS-08] on another node, an ended session and a changed setting take effect while the relay is blocked', async () => {
    const one = await startNode()
    const two = await startNode(one)
    const admin = await one.admin()
    const [leaving, suspended, changing] = [await one.player(), await one.player(), await one.player()]
    const copies = [leaving, suspended, await changing.anotherBrowser()].map((client) => copyOn(two, client))
    const seen = async () => [
      ...(await Promise.all(copies.map(wallet))),
      two.modules.settings.reads.current().max_daily_bets,
    ]
    expect(await seen()).toEqual([200, 200, 200, 50])
    await whileBlocked(one, async () => {
      await leaving.post('/api/auth/logout')
      const status = { newStatus: 'suspended', reason: 'Confirmed by the operator' }
      expect((await admin.post(`/api/admin/users/${suspended.id}/status`, status)).status).toBe(200)
      const password = { currentPassword: TEST_PASSWORD, newPassword: 'mango-7391-new' }
      expect((await changing.post('/api/auth/password/change', password)).status).toBe(200)
      await one.set('max_daily_bets', 17)
      await expect.poll(seen).toEqual(['NOT_AUTHENTICATED', 'ACCOUNT_SUSPENDED', 'NOT_AUTHENTICATED', 17])
    })
  })

  it('[ADMS-05] [AUTH-66] on another node, a new second factor and a role changed in the database take effect while the relay is blocked', async () => {
    const one = await startNode()
    await one.set('admin_second_factor', false)
    const two = await startNode(one)
    const [admin, former] = [await one.admin(), await one.admin()]
    const copies = [await admin.anotherBrowser(), former].map((client) => copyOn(two, client))
    const seen = () => Promise.all(copies.map(usersSeenBy))
    await expect.poll(seen).toEqual(['allowed', 'allowed'])
    await whileBlocked(one, async () => {
      const { secret } = (await admin.post<{ secret: string }>('/api/admin/second-factor')).body
      const code = authenticator(secret)(one.clock.now())
      expect((await admin.post('/api/admin/second-factor/enable', { code })).status).toBe(200)
      await one.asOwner(`update profiles set role = 'user' where id = '${former.id}'`)
      await expect.poll(seen).toEqual(['SECOND_FACTOR_NEEDED', 'NOT_ALLOWED'])
    })
  })

  it('[PLAY-02] [PLAY-03] on another node, a new limit and a self-exclusion refuse the next bet while the relay is blocked', async () => {
    const one = await startNode()
    const two = await startNode(one)
    const player = await one.player({ balanceUgx: 100_003, hasBetBefore: true })
    const copy = copyOn(two, player)
    const game = await one.game()
    const bet = { stake: 20_000, selections: [await one.pick(game.id)] }
    const place = async () => (await copy.post('/api/bets', bet)).body.code ?? 'placed'
    await expect.poll(async () => (await copy.get(`/api/games/${game.id}`)).status).toBe(200)
    await whileBlocked(one, async () => {
      await player.put('/api/protection/limits', { kind: 'stake', period: 'day', amount: 30_000 })
      expect([await place(), await place()]).toEqual(['placed', 'LIMIT_REACHED'])
      await player.post('/api/protection/exclusion', { length: '24h' })
      expect(await place()).toBe('EXCLUDED')
    })
  })
})
