import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type PushKind, showPush, subscribePush, unsubscribePush } from '@mupiira/contract/push.ts'
import { type PushServiceSimulator, startPushService } from '@mupiira/simulators/push/start.ts'
import { type TestDatabase, testDatabase } from '../../../../../../tests/support/database.ts'
import { vapidKeys } from '../../../../../../tests/support/vapid-keys.ts'
import { createWebPush } from '../../../adapters/push/web-push.ts'
import type { Endpoint } from '@mupiira/contract/endpoint.ts'
import { newId } from '../../../kernel/ids.ts'
import type { OutboxEvent } from '../../../kernel/outbox/event.ts'
import { testClock, type TestClock, WORKER } from '../../../kernel/test-kernel.ts'
import type { TestAccount } from '../../../testing/test-accounts.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import { retryDelayMs } from './send-pushes.ts'

const often = { interval: 20 }
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

type Device = { readonly userId: string; readonly browser: TestAccount; readonly sessionId: string }

const newPlayer = async (): Promise<string> => (await app.player()).id

async function login(userId: string): Promise<Device> {
  const browser = await app.account(userId).anotherBrowser()
  return { userId, browser, sessionId: browser.sessionId }
}

/** The response body, or the error code of a refusal. */
async function call(endpoint: Endpoint, { browser }: Device, body?: object): Promise<Record<string, unknown>> {
  const response = await browser.call<Endpoint>(endpoint, body === undefined ? {} : { body })
  return 'code' in response.body ? { error: response.body.code } : (response.body as Record<string, unknown>)
}

async function subscribed(
  userId: string,
  kinds?: readonly PushKind[],
): Promise<Device & { readonly endpoint: string }> {
  const device = await login(userId)
  const subscription = browsers.subscribe(vapid.publicKey)
  await call(subscribePush, device, { subscription, ...(kinds && { kinds }) })
  return { ...device, endpoint: subscription.endpoint }
}

const publish = (...events: OutboxEvent[]): Promise<void> =>
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
  data: { messageId: newId(), sender: 'admin', excerpt: 'Your NIN is CM123', hasImage: false, isVisitor: false },
})

const count = async (sql: string, ...values: unknown[]): Promise<number> =>
  Number((await app.kernel.db.query<{ count: bigint }>(sql, values))[0]?.count)
const waiting = (): Promise<number> => count('select count(*) from push_deliveries')
const devicesOf = (userId: string): Promise<number> =>
  count('select count(*) from push_devices where user_id = $1', userId)
/** The messages received by the device, oldest first. */
const sentTo = ({ endpoint }: { readonly endpoint: string }) =>
  browsers
    .messages()
    .filter(({ device }) => endpoint.endsWith(device))
    .map((message) => ({
      ...message,
      ...(JSON.parse(message.text) as { title: string; body: string; link: string; tag: string }),
    }))
    .reverse()

describe('push messages', () => {
  it('[NOTE-18] settled bets, payments and support answers reach each subscribed device once, with their link', async () => {
    const player = await newPlayer()
    const [all, bets, other] = [
      await subscribed(player),
      await subscribed(player, ['bets']),
      await subscribed(await newPlayer()),
    ]
    const won = settled(player)
    await publish(won, paidIn(player), answered(player))
    await expect.poll(() => [sentTo(all).length, sentTo(bets).length], often).toEqual([3, 1])
    await expect.poll(waiting, often).toBe(0)
    expect(sentTo(other)).toEqual([])
    const messages = sentTo(all).toSorted((a, b) => a.title.localeCompare(b.title))
    expect(messages.map(({ title, body, link }) => [title, body, link])).toEqual([
      ['Customer care', 'Customer care has replied.', '/help#chat'],
      [
        'You have won',
        'Congratulations! Your bet AAAA1111 has won UGX 23,400.50.',
        `/bet/${(won.data as { ticketId: string }).ticketId}`,
      ],
      ['Your deposit', 'Paid in Welcome! This was your first deposit.', expect.stringMatching(/^\/payments\//)],
    ])
    expect(messages.map(({ urgency, ttlSeconds }) => [urgency, ttlSeconds])).toEqual([
      ['high', 72 * 3_600],
      ['normal', 24 * 3_600],
      ['high', 24 * 3_600],
    ])
    for (const { topic, tag, text } of messages) {
      expect(topic).toBe(tag)
      expect(text.length).toBeLessThan(600)
      expect(text).not.toContain('NIN')
    }
  })

  it('[PLAY-03] a celebrated deposit causes one push message, and placed bets and read notifications cause none', async () => {
    const player = await newPlayer()
    const device = await subscribed(player)
    const placed: OutboxEvent = {
      type: 'bet-placed',
      userId: player,
      data: { ticketId: newId(), bookingCode: 'B', stake: 1, potentialWin: 2 },
    }
    // The deposit is the first and a big one.
    await publish(placed, paidIn(player, 500_000), answered(player), {
      type: 'chat-read',
      userId: player,
      data: { side: 'user', unread: 0 },
    })
    const sent = () => count('select count(*) from notifications where user_id = $1', player)
    await expect.poll(sent, often).toBe(2)
    await expect.poll(waiting, often).toBe(0)
    expect(sentTo(device).map(({ title }) => title)).toEqual(['Your deposit'])
  })

  it('no push message is sent for notifications that were read before sending or have expired', async () => {
    const player = await newPlayer()
    const device = await subscribed(player)
    browsers.failNext('error', 2)
    await publish(settled(player, 'READ'), settled(player, 'OLD'))
    await expect.poll(() => count('select count(*) from push_deliveries where attempts = 1'), often).toBe(2)
    await app.kernel.db.change(`update notifications set read = true where data->>'bookingCode' = 'READ'`)
    clock.forward(25 * 3_600_000)
    await expect.poll(waiting, often).toBe(0)
    expect(sentTo(device)).toEqual([])
  })
})

describe('a failing push service', () => {
  it('a push message is retried after 429 and 5xx with the requested or default delay, and dropped after 403 without removing the device', async () => {
    const player = await newPlayer()
    const device = await subscribed(player)
    browsers.failNext('too-many', 1)
    await publish(settled(player))
    await expect.poll(() => count('select count(*) from push_deliveries where attempts = 1'), often).toBe(1)
    clock.forward(19_000)
    expect(await count('select count(*) from push_deliveries where next_at <= $1', clock.now())).toBe(0)
    browsers.failNext('error', 1)
    clock.forward(1_000)
    await expect.poll(() => count('select count(*) from push_deliveries where attempts = 2'), often).toBe(1)
    clock.forward(30_000)
    await expect.poll(() => sentTo(device).length, often).toBe(1)
    await expect.poll(waiting, often).toBe(0)
    browsers.failNext('forbidden', 1)
    await publish(settled(player))
    await expect.poll(() => count(`select count(*) from notifications where user_id = $1`, player), often).toBe(2)
    await expect.poll(waiting, often).toBe(0)
    expect([sentTo(device).length, await devicesOf(player)]).toEqual([1, 1])
  })

  it('the push device of an unsubscribed browser is deleted with its pending messages', async () => {
    const player = await newPlayer()
    const [gone, other] = [await subscribed(player), await subscribed(player)]
    browsers.withdraw(gone.endpoint)
    await publish(settled(player, 'ONE'), settled(player, 'TWO'))
    await expect.poll(() => sentTo(other).length, often).toBe(2)
    await expect.poll(waiting, often).toBe(0)
    expect(await devicesOf(player)).toBe(1)
    expect((await call(showPush, gone))['kinds']).toBe(null)
  })

  it.each([
    [0, null, 15_000],
    [3, null, 120_000],
    [20, null, 3_600_000],
    [0, 20_000, 20_000],
    [0, 900_000_000, 3_600_000],
  ])(
    'after %i attempts and a requested delay of %s ms, a push message is retried in %i ms',
    (attempts, requestedMs, expected) => {
      expect(retryDelayMs(attempts, requestedMs)).toBe(expected)
    },
  )
})

describe('a device', () => {
  it('a push device belongs to a session and can be read, changed and removed, and a change keeps omitted fields', async () => {
    const player = await newPlayer()
    const device = await login(player)
    expect(await call(showPush, device)).toEqual({ publicKey: vapid.publicKey, kinds: null })
    expect(await call(subscribePush, device, { subscription: browsers.subscribe() })).toEqual({
      kinds: ['bets', 'payments', 'support'],
    })
    const again = browsers.subscribe()
    expect(await call(subscribePush, device, { subscription: again, kinds: ['payments'] })).toEqual({
      kinds: ['payments'],
    })
    expect(await call(subscribePush, device, { subscription: again })).toEqual({ kinds: ['payments'] })
    expect(await devicesOf(player)).toBe(1)
    await call(unsubscribePush, device)
    expect((await call(showPush, device))['kinds']).toBe(null)
  })

  it('a push device is deleted with its session, whether a logout, another device or a suspension ends the session', async () => {
    const player = await newPlayer()
    const [first, second, third] = [await subscribed(player), await subscribed(player), await subscribed(player)]
    const { db } = app.kernel
    await db.change('delete from sessions where id = $1', [first.sessionId])
    expect(await devicesOf(player)).toBe(2)
    await db.transaction((tx) => app.modules.identity.sessions.end(tx, player))
    expect(await devicesOf(player)).toBe(0)
    expect(await call(subscribePush, third, { subscription: browsers.subscribe() })).toEqual({
      error: 'NOT_AUTHENTICATED',
    })
    const later = await subscribed(player)
    await db.transaction((tx) => app.modules.identity.accounts.setStatus(tx, player, 'suspended', clock.now()))
    await expect.poll(() => devicesOf(player), often).toBe(0)
    await publish(settled(player))
    await expect.poll(() => count('select count(*) from notifications where user_id = $1', player), often).toBe(1)
    expect([first, second, third, later].map((each) => sentTo(each).length)).toEqual([0, 0, 0, 0])
  })

  it('a push device moves to the player who logs in on the same browser', async () => {
    const [one, other] = [await newPlayer(), await newPlayer()]
    const before = await subscribed(one)
    const after = await login(other)
    const [, token = ''] = /\/push\/(.*)$/.exec(before.endpoint) ?? []
    expect(token).not.toBe('')
    const { keys } = browsers.subscribe()
    await call(subscribePush, after, { subscription: { endpoint: before.endpoint, keys } })
    expect([await devicesOf(one), await devicesOf(other)]).toEqual([0, 1])
  })

  it('a player has at most ten push devices, and an eleventh removes the oldest', async () => {
    const player = await newPlayer()
    const devices = []
    for (let no = 0; no < 12; no++) {
      clock.forward(1_000)
      devices.push(await subscribed(player))
    }
    expect(await devicesOf(player)).toBe(10)
    const kindsOf = async (device?: Device) => device && (await call(showPush, device))['kinds']
    expect([await kindsOf(devices[1]), await kindsOf(devices[2])]).toEqual([null, ['bets', 'payments', 'support']])
    const [, , third] = devices
    if (third === undefined) throw new Error('twelve devices are expected')
    // A changed device still counts as one of the ten.
    await call(subscribePush, third, { subscription: browsers.subscribe(vapid.publicKey), kinds: ['bets'] })
    expect([await devicesOf(player), await kindsOf(third)]).toEqual([10, ['bets']])
  })

  it('a push device with an invalid or too long address is refused without a server error', async () => {
    const device = await login(await newPlayer())
    const letters = Array.from({ length: 960 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7_919) % 20_000)))
    const { keys } = browsers.subscribe(vapid.publicKey)
    const subscription = { endpoint: `https://push.example.com/${letters.join('')}`, keys }
    expect(await call(subscribePush, device, { subscription })).toEqual({ error: 'PUSH_NOT_ACCEPTED' })
    expect((await call(showPush, device))['kinds']).toBeNull()
  })

  it('a push device with an internal or unencrypted address is refused', async () => {
    const device = await login(await newPlayer())
    const { keys } = browsers.subscribe()
    for (const endpoint of ['https://127.0.0.1/x', 'https://metadata.internal/x', 'http://push.example/x']) {
      expect(await call(subscribePush, device, { subscription: { endpoint, keys } })).toEqual({
        error: 'PUSH_NOT_ACCEPTED',
      })
    }
  })
})
