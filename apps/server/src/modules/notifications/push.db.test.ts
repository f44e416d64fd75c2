import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type PushKind, showPush, subscribePush, unsubscribePush } from '@mupiira/contract/push.ts'
import { type PushServiceSimulator, startPushService } from '@mupiira/simulators/push/start.ts'
import { type TestDatabase, testDatabase } from '../../../../../tests/support/database.ts'
import { vapidKeys } from '../../../../../tests/support/vapid-keys.ts'
import { createWebPush } from '../../adapters/push/web-push.ts'
import type { Call, Route } from '../../kernel/http/route.ts'
import { newId } from '../../kernel/ids.ts'
import type { OutboxEvent } from '../../kernel/outbox/event.ts'
import { testClock, type TestClock, WORKER } from '../../kernel/test-kernel.ts'
import { SESSION_COOKIE } from '../../kernel/http/actor.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { pauseMs } from './send-pushes.ts'

const patience = { timeout: 20_000, interval: 20 }
const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = vapidKeys()
const vapid = { publicKey, privateKey }

let browsers: PushServiceSimulator
let clock: TestClock
let database: TestDatabase
let app: TestApp

beforeAll(async () => {
  ;[database, browsers] = await Promise.all([testDatabase(), startPushService()])
})
afterAll(async () => {
  await browsers.close()
  await database.drop()
})
beforeEach(async () => {
  clock = testClock(new Date('2026-11-21T12:00:00Z'))
  const push = createWebPush({ ...vapid, subject: 'mailto:push@mupiira.example', simulatorUrl: browsers.url })
  app = await createTestApp({ clock, database, background: true, config: WORKER, providers: { push } })
})
afterEach(() => app.close())

type Device = { readonly userId: string; readonly sessionId: string; readonly token: string }

const newPlayer = async (): Promise<string> => (await app.player()).id

async function login(userId: string): Promise<Device> {
  const browser = await app.account(userId).anotherBrowser()
  return { userId, sessionId: browser.sessionId, token: browser.cookies.get(SESSION_COOKIE) ?? '' }
}

async function ask(endpoint: object, { userId, sessionId }: Device, body?: object): Promise<Record<string, unknown>> {
  const found = app.modules.notifications.routes.find(
    (route): route is Route & { kind: 'answer' } => route.endpoint === endpoint,
  )
  if (found === undefined) throw new Error('no such route')
  const actor = { kind: 'user', userId, sessionId }
  const outcome = await found.handler({ actor, body, now: clock.now(), query: {}, params: {} } as unknown as Call)
  return ('body' in outcome ? outcome.body : outcome) as Record<string, unknown>
}

async function subscribed(
  userId: string,
  kinds?: readonly PushKind[],
): Promise<Device & { readonly endpoint: string }> {
  const device = await login(userId)
  const subscription = browsers.subscribe(vapid.publicKey)
  await ask(subscribePush, device, { subscription, ...(kinds && { kinds }) })
  return { ...device, endpoint: subscription.endpoint }
}

const announce = (...events: OutboxEvent[]): Promise<void> =>
  app.kernel.db.transaction((tx) => app.kernel.outbox.appendEvents(tx, events))

const settled = (userId: string, bookingCode = 'AAAA1111'): OutboxEvent => ({
  type: 'ticket-settled',
  userId,
  data: { ticketId: newId(), bookingCode, status: 'won', payout: 23_400.5, stake: 10_000 },
})
const paidIn = (userId: string, amount = 25_000): OutboxEvent => ({
  type: 'payment-changed',
  userId,
  data: {
    transactionId: newId(),
    type: 'deposit',
    status: 'success',
    previousStatus: 'pending',
    amount,
    message: 'Paid in',
    late: false,
    firstDeposit: true,
  },
})
const answered = (userId: string): OutboxEvent => ({
  type: 'chat-message',
  userId,
  data: { messageId: newId(), sender: 'admin', excerpt: 'Your NIN is CM123', hasImage: false },
})

const count = async (sql: string, ...values: unknown[]): Promise<number> =>
  Number((await app.kernel.db.query<{ count: bigint }>(sql, values))[0]?.count)
const waiting = (): Promise<number> => count('select count(*) from push_deliveries')
const devicesOf = (userId: string): Promise<number> =>
  count('select count(*) from push_devices where user_id = $1', userId)
/** What the device was told, the first first. */
const sentTo = ({ endpoint }: { readonly endpoint: string }) =>
  browsers
    .messages()
    .filter(({ device }) => endpoint.endsWith(device))
    .map((message) => ({
      ...message,
      ...(JSON.parse(message.text) as { title: string; body: string; link: string; tag: string }),
    }))
    .reverse()

describe('what a closed app is told', () => {
  it('[NOTE-18] settled bets, payments and answers of customer care, once on each device that wants them, and where they lead', async () => {
    const player = await newPlayer()
    const [all, bets, stranger] = [
      await subscribed(player),
      await subscribed(player, ['bets']),
      await subscribed(await newPlayer()),
    ]
    const won = settled(player)
    await announce(won, paidIn(player), answered(player))
    await expect.poll(() => [sentTo(all).length, sentTo(bets).length], patience).toEqual([3, 1])
    await expect.poll(waiting, patience).toBe(0)
    expect(sentTo(stranger)).toEqual([])
    const told = sentTo(all).toSorted((a, b) => a.title.localeCompare(b.title))
    expect(told.map(({ title, body, link }) => [title, body, link])).toEqual([
      ['Customer care', 'You have a new answer.', '/help#chat'],
      [
        'You have won',
        'Congratulations! Your bet AAAA1111 has won UGX 23,400.50.',
        `/bet/${(won.data as { ticketId: string }).ticketId}`,
      ],
      ['Your deposit', 'Paid in', expect.stringMatching(/^\/payments\//)],
    ])
    expect(told.map(({ urgency, ttlSeconds }) => [urgency, ttlSeconds])).toEqual([
      ['high', 72 * 3_600],
      ['normal', 24 * 3_600],
      ['high', 24 * 3_600],
    ])
    for (const { topic, tag, text } of told) {
      expect(topic).toBe(tag)
      expect(text.length).toBeLessThan(600)
      expect(text).not.toContain('NIN')
    }
  })

  it('[PLAY-03] no celebration, no bet that he has just placed himself, and nothing that he has read', async () => {
    const player = await newPlayer()
    const device = await subscribed(player)
    const placed: OutboxEvent = {
      type: 'bet-placed',
      userId: player,
      data: { ticketId: newId(), bookingCode: 'B', stake: 1, potentialWin: 2 },
    }
    // The first and a big one: the app celebrates it twice.
    await announce(placed, paidIn(player, 500_000), answered(player), {
      type: 'chat-read',
      userId: player,
      data: { side: 'user', unread: 0 },
    })
    const told = () => count('select count(*) from notifications where user_id = $1', player)
    await expect.poll(told, patience).toBe(4)
    await expect.poll(waiting, patience).toBe(0)
    expect(sentTo(device).map(({ title }) => title)).toEqual(['Your deposit'])
  })

  it('what was read in the app before it could be sent, and what is old news by then, is not sent', async () => {
    const player = await newPlayer()
    const device = await subscribed(player)
    browsers.failNext('error', 2)
    await announce(settled(player, 'READ'), settled(player, 'OLD'))
    await expect.poll(() => count('select count(*) from push_deliveries where attempts = 1'), patience).toBe(2)
    await app.kernel.db.change(`update notifications set read = true where data->>'bookingCode' = 'READ'`)
    clock.forward(25 * 3_600_000)
    await expect.poll(waiting, patience).toBe(0)
    expect(sentTo(device)).toEqual([])
  })
})

describe('trouble of a push service', () => {
  it('429 and 5xx pass: it is sent again when the service says, or after a while; 403 speaks of us, and costs the message alone', async () => {
    const player = await newPlayer()
    const device = await subscribed(player)
    browsers.failNext('too-many', 1)
    await announce(settled(player))
    await expect.poll(() => count('select count(*) from push_deliveries where attempts = 1'), patience).toBe(1)
    clock.forward(19_000)
    expect(await count('select count(*) from push_deliveries where next_at <= $1', clock.now())).toBe(0)
    browsers.failNext('error', 1)
    clock.forward(1_000)
    await expect.poll(() => count('select count(*) from push_deliveries where attempts = 2'), patience).toBe(1)
    clock.forward(30_000)
    await expect.poll(() => sentTo(device).length, patience).toBe(1)
    await expect.poll(waiting, patience).toBe(0)
    browsers.failNext('forbidden', 1)
    await announce(settled(player))
    await expect.poll(() => count(`select count(*) from notifications where user_id = $1`, player), patience).toBe(2)
    await expect.poll(waiting, patience).toBe(0)
    expect([sentTo(device).length, await devicesOf(player)]).toEqual([1, 1])
  })

  it('a browser that has withdrawn is forgotten with all that waits for it', async () => {
    const player = await newPlayer()
    const [gone, other] = [await subscribed(player), await subscribed(player)]
    browsers.withdraw(gone.endpoint)
    await announce(settled(player, 'ONE'), settled(player, 'TWO'))
    await expect.poll(() => sentTo(other).length, patience).toBe(2)
    await expect.poll(waiting, patience).toBe(0)
    expect(await devicesOf(player)).toBe(1)
    expect((await ask(showPush, gone))['kinds']).toBe(null)
  })

  it.each([
    [0, null, 15_000],
    [3, null, 120_000],
    [20, null, 3_600_000],
    [0, 20_000, 20_000],
    [0, 900_000_000, 3_600_000],
  ])('after %i attempts, asked for %s ms, it waits %i ms', (attempts, asked, expected) => {
    expect(pauseMs(attempts, asked)).toBe(expected)
  })
})

describe('a device', () => {
  it('is its session’s: asked, changed and taken away; kinds that are not named stay', async () => {
    const player = await newPlayer()
    const device = await login(player)
    expect(await ask(showPush, device)).toEqual({ publicKey: vapid.publicKey, kinds: null })
    expect(await ask(subscribePush, device, { subscription: browsers.subscribe() })).toEqual({
      kinds: ['bets', 'payments', 'support'],
    })
    const again = browsers.subscribe()
    expect(await ask(subscribePush, device, { subscription: again, kinds: ['payments'] })).toEqual({
      kinds: ['payments'],
    })
    expect(await ask(subscribePush, device, { subscription: again })).toEqual({ kinds: ['payments'] })
    expect(await devicesOf(player)).toBe(1)
    await ask(unsubscribePush, device)
    expect((await ask(showPush, device))['kinds']).toBe(null)
  })

  it('goes with its session: logged out, ended from elsewhere, suspended', async () => {
    const player = await newPlayer()
    const [first, second, third] = [await subscribed(player), await subscribed(player), await subscribed(player)]
    const { db } = app.kernel
    await db.change('delete from sessions where id = $1', [first.sessionId])
    expect(await devicesOf(player)).toBe(2)
    await db.transaction((tx) => app.modules.identity.endSessions(tx, player))
    expect(await devicesOf(player)).toBe(0)
    expect(await ask(subscribePush, third, { subscription: browsers.subscribe() })).toEqual({
      error: 'NOT_AUTHENTICATED',
    })
    const later = await subscribed(player)
    await db.transaction((tx) => app.modules.identity.setAccountStatus(tx, player, 'suspended', clock.now()))
    await expect.poll(() => devicesOf(player), patience).toBe(0)
    await announce(settled(player))
    await expect.poll(() => count('select count(*) from notifications where user_id = $1', player), patience).toBe(1)
    expect([first, second, third, later].map((each) => sentTo(each).length)).toEqual([0, 0, 0, 0])
  })

  it('of a browser in which another player logs in is his', async () => {
    const [one, other] = [await newPlayer(), await newPlayer()]
    const before = await subscribed(one)
    const after = await login(other)
    const [, token = ''] = /\/push\/(.*)$/.exec(before.endpoint) ?? []
    expect(token).not.toBe('')
    const { keys } = browsers.subscribe()
    await ask(subscribePush, after, { subscription: { endpoint: before.endpoint, keys } })
    expect([await devicesOf(one), await devicesOf(other)]).toEqual([0, 1])
  })

  it('is one of ten at most of a player: the oldest gives way', async () => {
    const player = await newPlayer()
    const devices = []
    for (let no = 0; no < 12; no++) {
      clock.forward(1_000)
      devices.push(await subscribed(player))
    }
    expect(await devicesOf(player)).toBe(10)
    const kindsOf = async (device?: Device) => device && (await ask(showPush, device))['kinds']
    expect([await kindsOf(devices[1]), await kindsOf(devices[2])]).toEqual([null, ['bets', 'payments', 'support']])
    const [, , third] = devices
    if (third === undefined) throw new Error('there are twelve')
    // Changed, it is one of the ten still.
    await ask(subscribePush, third, { subscription: browsers.subscribe(vapid.publicKey), kinds: ['bets'] })
    expect([await devicesOf(player), await kindsOf(third)]).toEqual([10, ['bets']])
  })

  it('whose address is no address of a browser is refused, and no fault of ours: the index takes none so long', async () => {
    const device = await login(await newPlayer())
    const letters = Array.from({ length: 960 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7_919) % 20_000)))
    const { keys } = browsers.subscribe(vapid.publicKey)
    const subscription = { endpoint: `https://push.example.com/${letters.join('')}`, keys }
    expect(await ask(subscribePush, device, { subscription })).toEqual({ error: 'PUSH_NOT_ACCEPTED' })
    expect((await ask(showPush, device))['kinds']).toBeNull()
  })

  it('is not taken where nothing may be sent', async () => {
    const device = await login(await newPlayer())
    const { keys } = browsers.subscribe()
    for (const endpoint of ['https://127.0.0.1/x', 'https://metadata.internal/x', 'http://push.example/x']) {
      expect(await ask(subscribePush, device, { subscription: { endpoint, keys } })).toEqual({
        error: 'PUSH_NOT_ACCEPTED',
      })
    }
  })
})
