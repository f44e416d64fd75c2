import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  deleteNotification,
  listNotifications,
  readAllNotifications,
  readNotification,
} from '@mupiira/contract/notifications.ts'
import type { DelayedBet } from '@mupiira/contract/delayed-bets.ts'
import type { Endpoint } from '@mupiira/contract/endpoint.ts'
import { newId } from '../../kernel/ids.ts'
import type { EventData, OutboxEvent } from '../../kernel/outbox/event.ts'
import { WORKER } from '../../kernel/test-kernel.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { Notifications } from './index.ts'

type CallOptions = { readonly params?: object; readonly query?: object; readonly body?: object }
const often = { interval: 10 }
let app: TestApp
let notifications: Notifications
beforeAll(async () => {
  app = await createTestApp({ background: true, config: WORKER })
  ;({ notifications } = app.modules)
})
afterAll(() => app?.close())

const publish = (...events: OutboxEvent[]): Promise<void> =>
  app.kernel.db.transaction((tx) => app.kernel.outbox.appendEvents(tx, events))

type Item = {
  userId: string | null
  id: string
  message: string
  type: string
  priority: string
  read: boolean
  link: string
  data: { status?: string }
}
type Body = { items: Item[]; unread: number }

const newPlayer = async (): Promise<string> => (await app.player()).id

/** The response body, or the error code of a refusal. */
async function call(endpoint: Endpoint, userId: string, options: CallOptions = {}): Promise<Body> {
  const { body } = await app.account(userId).call<Endpoint>(endpoint, options as object)
  return ('code' in body ? { error: body.code } : body) as Body
}

const listed = (userId: string, query: object = {}): Promise<Body> => call(listNotifications, userId, { query })
const messages = async (userId: string, query: object = {}): Promise<string[]> =>
  (await listed(userId, query)).items.map((item) => item.message)

/** Inserts a placed ticket with the stake UGX 10,000 and the potential win UGX 23,400.50. Returns its id. */
async function bet(userId: string, bookingCode: string): Promise<string> {
  const id = newId()
  await app.kernel.db.change(
    `insert into tickets (id, user_id, booking_code, total_stake, total_odds, bonus_percentage, potential_win, bonus, max_payout,
                          bonus_min_odds, rulebook, legs, open_legs, client, address, created_at, updated_at)
     values ($1, $2, $3, 1000000, 2.34, 0, 2340050, 0, 50000000000, 120, 'house', 1, 1, 'test', '127.0.0.1', now(), now())`,
    [id, userId, bookingCode],
  )
  return id
}
const lost = (userId: string, bookingCode: string): OutboxEvent => ({
  type: 'ticket-settled',
  userId,
  data: { ticketId: newId(), bookingCode, status: 'lost', payout: 0, stake: 10_000 },
})
type Status = EventData['payment-changed']['status']
const payment = (userId: string, status: Status, previousStatus: Status | null): OutboxEvent => ({
  type: 'payment-changed',
  userId,
  data: {
    transactionId: newId(),
    shortReference: 'D7KQ2MXP',
    type: 'deposit',
    status,
    previousStatus,
    amount: 25_000,
    message: `now ${status}`,
    late: false,
    firstDeposit: false,
  },
})

const answer = (userId: string, excerpt: string): OutboxEvent => ({
  type: 'chat-message',
  userId,
  data: { messageId: newId(), sender: 'admin', excerpt, hasImage: false, isVisitor: false },
})
const readByPlayer = (userId: string): OutboxEvent => ({ type: 'chat-read', userId, data: { side: 'user', unread: 0 } })

const ENDED = ['bet', 'deposit', 'withdrawal', 'win']
const TYPES = ['default', 'success', 'error', 'warning', 'info', ...ENDED, 'system', 'promotion']

describe('events become notifications', () => {
  it('[CHAT-08] the notification for a chat answer is created as read if the answer is on screen, and otherwise as unread', async () => {
    const user = await newPlayer()
    await publish(answer(user, 'one'), answer(user, 'two'), readByPlayer(user), answer(user, 'three'))
    await expect.poll(() => messages(user), often).toHaveLength(3)
    const { items, unread } = await listed(user)
    expect(items.map(({ read }) => read)).toEqual([false, true, true])
    expect(unread).toBe(1)
    await publish(readByPlayer(user))
    await expect.poll(async () => (await listed(user)).unread, often).toBe(0)
  })

  it('[NOTE-18] a balance adjustment shows amount, reason and a link to the statement', async () => {
    const user = await newPlayer()
    const adjusted = (data: EventData['balance-adjusted']): OutboxEvent => ({
      type: 'balance-adjusted',
      userId: user,
      data,
    })
    await publish(
      adjusted({ kind: 'top-up', amount: 500 }),
      adjusted({ kind: 'deduction', amount: 300, reason: 'paid twice' }),
    )
    await expect.poll(() => messages(user), often).toHaveLength(2)
    const { items } = await listed(user)
    expect(items.map(({ message, type, priority, link }) => [message, type, priority, link])).toEqual([
      ['UGX 300.00 was deducted in a correction by Mupiira: paid twice', 'info', 'high', '/statement'],
      ['UGX 500.00 was added by Mupiira.', 'success', 'medium', '/statement'],
    ])
  })

  it('[NOTE-18] [NOTE-05] each event creates one notification with its link, and the list is newest first', async () => {
    const user = await newPlayer()
    const ticketId = await bet(user, 'AAAA1111')
    await publish({
      type: 'ticket-settled',
      userId: user,
      data: { ticketId, bookingCode: 'AAAA1111', status: 'won', payout: 23_400.5, stake: 10_000 },
    })
    await expect.poll(() => messages(user), often).toHaveLength(2)
    const { items, unread } = await listed(user)
    expect(unread).toBe(2)
    expect(items.map(({ type, message }) => [type, message])).toEqual([
      ['win', 'Congratulations! Your bet AAAA1111 has won UGX 23,400.50.'],
      ['bet', 'Your bet AAAA1111 is placed: stake UGX 10,000.00, potential return UGX 23,400.50.'],
    ])
    expect(items.map(({ link }) => link)).toEqual([`/bet/${ticketId}`, `/bet/${ticketId}`])
    expect(items[1]).toMatchObject({
      id: ticketId,
      priority: 'medium',
      read: false,
      data: { ticketId, bookingCode: 'AAAA1111', stake: 10_000, potentialWin: 23_400.5 },
    })
  })

  it('[NOTE-18] [NOTE-12] a placed bet notifies its player only', async () => {
    const user = await newPlayer()
    const notificationId = await bet(user, 'TOLD')
    const sent = await notifications.reads.present([user, newId()].map((userId) => ({ userId, notificationId })))
    expect(sent).toMatchObject([{ userId: user, unread: 1, notification: { id: notificationId, type: 'bet' } }])
  })

  it.each([
    [null, false, 'Your bet AAAA1111 is cashed out. UGX 17,000.50 is in your balance.'],
    [
      null,
      true,
      'A part of your bet AAAA1111 is cashed out. UGX 17,000.50 is in your balance. The rest is still open.',
    ],
    ['OFFER_CHANGED', true, 'Your bet AAAA1111 was not cashed out. The offer has changed. The bet is still open.'],
    ['CASHOUT_UNAVAILABLE', false, 'Your bet AAAA1111 was not cashed out. The cashout is no longer available.'],
  ] as const)(
    '[NOTE-18] [TICK-48] [COUT-01] the check of a cash-out (refusal: %s, bet still open: %s) notifies the player with "%s"',
    async (refusedBecause, isRunning, text) => {
      const user = await newPlayer()
      const ticketId = newId()
      const cashout = {
        offer: 17_000.5,
        refusedBecause,
        isPart: refusedBecause === null && isRunning,
        isAutomatic: false,
        isRunning,
      }
      const data = { ticketId, bookingCode: 'AAAA1111', stake: 10_000, ...cashout }
      await publish({ type: 'cashout-decided', userId: user, data })
      await expect.poll(() => messages(user), often).toEqual([text])
      const { items } = await listed(user, { filter: 'bets' })
      expect(items[0]).toMatchObject({ type: 'bet', priority: 'medium', link: `/bet/${ticketId}` })
    },
  )

  it('[WDR-32] the decision on a held withdrawal notifies its player without the reason of staff, and a cancellation does not', async () => {
    const user = await newPlayer()
    const held = { transactionId: newId(), shortReference: 'W7KQ2MXP', type: 'withdrawal', amount: 50_000 } as const
    const decided = (review: 'approved' | 'rejected' | 'cancelled', message: string): OutboxEvent => ({
      type: 'payment-changed',
      userId: user,
      data: {
        ...held,
        status: review === 'approved' ? 'pending' : 'failed',
        previousStatus: 'pending',
        message,
        late: false,
        firstDeposit: false,
        review,
      },
    })
    await publish(
      decided('cancelled', 'You cancelled this withdrawal.'),
      decided('approved', 'UGX 50,000.00 is on its way to +256 77 ••• ••10.'),
      decided('rejected', 'Reason: the name differs'),
    )
    await expect
      .poll(() => messages(user), often)
      .toEqual([
        'Withdrawal W7KQ2MXP of UGX 50,000.00 was not approved. The amount and the fee are back in your balance. Open it to read why.',
        'Withdrawal W7KQ2MXP was approved. UGX 50,000.00 is on its way to +256 77 ••• ••10.',
      ])
    expect((await listed(user)).items[0]).toMatchObject({ priority: 'high', link: `/payments/${held.transactionId}` })
  })

  it.each([
    ['GOAL', 'Your bet of UGX 10,000.00 was not placed. There was a goal. Your stake is back in your balance.'],
    ['ODDS_CHANGED', 'Your bet of UGX 10,000.00 was not placed. The odds changed. Your stake is back in your balance.'],
    [null, null],
  ] as const)(
    '[INP-05] [NOTE-18] a bet with a live game that is rejected because of %s notifies the player with "%s"',
    async (rejectedBecause, text) => {
      const user = await newPlayer()
      const at = new Date().toISOString()
      const bet: DelayedBet = {
        id: newId(),
        state: rejectedBecause === null ? 'accepted' : 'rejected',
        stake: 10_000,
        oddsPolicy: 'better',
        requestedOdds: 2,
        acceptedOdds: rejectedBecause === null ? 2 : null,
        selections: [],
        ticketId: rejectedBecause === null ? newId() : null,
        rejectedBecause,
        createdAt: at,
        decidesAt: at,
        decidedAt: at,
        remainingMs: 0,
      }
      await publish({ type: 'delayed-bet-changed', userId: user, data: { bet } })
      await publish(lost(user, 'END'))
      await expect.poll(() => messages(user).then((all) => all[0]), often).toContain('END')
      expect((await messages(user)).slice(1)).toEqual(text === null ? [] : [text])
    },
  )

  it('[NOTE-18] [D32] [DATA-06] a payment creates a notification when its status changes, not at each status query', async () => {
    const user = await newPlayer()
    await publish(payment(user, 'pending', null))
    await publish(payment(user, 'failed', 'pending'))
    await publish(payment(user, 'failed', 'failed'))
    await publish(payment(user, 'success', 'failed'))
    await publish(lost(user, 'END'))
    await expect.poll(() => messages(user).then((all) => all[0]), often).toContain('END')
    expect((await messages(user)).slice(1)).toEqual(['now success', 'Deposit D7KQ2MXP of UGX 25,000.00: now failed'])
  })

  it('[NOTE-18] [NOTE-20] [NOTE-28] a payment notification shows the result and has the type of the payment', async () => {
    const user = await newPlayer()
    await publish(payment(user, 'failed', 'pending'), payment(user, 'success', 'pending'))
    await expect.poll(() => messages(user, { filter: 'deposits' }), often).toHaveLength(2)
    const { items } = await listed(user)
    expect(items.map(({ type, data }) => [type, data.status])).toEqual([
      ['deposit', 'success'],
      ['deposit', 'failed'],
    ])
  })
})

describe('a player', () => {
  const twoBets = async (owner: string): Promise<void> => {
    await bet(owner, newId())
    await bet(owner, newId())
  }
  const twoResults = (owner: string): Promise<void> => publish(lost(owner, 'ONE'), lost(owner, 'TWO'))

  it.each([
    ['placed bets', twoBets],
    ['results', twoResults],
  ])(
    '[NOTE-08] [NOTE-09] [NOTE-10] [NOTE-12] a player can read, mark and delete only their own notifications of %s',
    async (_, create) => {
      const [owner, other] = [await newPlayer(), await newPlayer()]
      await create(owner)
      await expect.poll(() => messages(owner), often).toHaveLength(2)
      const [first, second] = (await listed(owner)).items
      const params = { id: first?.id }
      const unread = async () => (await listed(owner, { filter: 'unread' })).items.map(({ id }) => id)
      expect(await messages(other)).toEqual([])
      expect(await call(readNotification, other, { params })).toEqual({ error: 'NOTIFICATION_NOT_FOUND' })
      expect(await call(deleteNotification, other, { params })).toEqual({ error: 'NOTIFICATION_NOT_FOUND' })
      expect(await unread()).toEqual([first?.id, second?.id])
      expect(await call(readNotification, owner, { params })).toEqual({ unread: 1 })
      expect(await unread()).toEqual([second?.id])
      expect(await call(readNotification, owner, { params })).toEqual({ unread: 1 })
      expect(await call(readAllNotifications, owner)).toEqual({ unread: 0 })
      expect(await unread()).toEqual([])
      expect((await listed(owner)).items.map(({ read }) => read)).toEqual([true, true])
      expect(await call(deleteNotification, owner, { params })).toEqual({ unread: 0 })
      expect((await listed(owner)).items.map(({ id }) => id)).toEqual([second?.id])
      expect(await call(deleteNotification, owner, { params })).toEqual({ error: 'NOTIFICATION_NOT_FOUND' })
      expect(await call(readNotification, owner, { params })).toEqual({ error: 'NOTIFICATION_NOT_FOUND' })
      // New notifications are unread, and notifications that were deleted before stay deleted.
      await create(owner)
      await expect.poll(() => messages(owner), often).toHaveLength(3)
      expect((await listed(owner)).unread).toBe(2)
    },
  )

  it.each([
    ['all', TYPES],
    ['bets', ['bet']],
    ['deposits', ['deposit']],
    ['withdrawals', ['withdrawal']],
    ['wins', ['win']],
    ['system', ['system']],
  ])('[NOTE-01] the notification filter %s shows the types %j', async (filter, types) => {
    const user = await newPlayer()
    for (const type of TYPES)
      await app.kernel.db.change(
        `insert into notifications (id, user_id, type, created_at) values ($1, $2, $3, now())`,
        [newId(), user, type],
      )
    // Notices of other tests also have the type system.
    const own = (await listed(user, { filter, limit: 100 })).items.filter(({ userId }) => userId === user)
    expect(own.map(({ type }) => type).toReversed()).toEqual(types)
  })

  it('[NOTE-13] a player’s list contains notices, and marking a notice as read affects this player only', async () => {
    const [one, other] = [await newPlayer(), await newPlayer()]
    const id = newId()
    await app.kernel.db.change(
      `insert into notifications (id, message, type, created_at) values ($1, 'To all', 'system', now())`,
      [id],
    )
    expect(await call(deleteNotification, one, { params: { id } })).toEqual({ unread: 0 })
    expect(await messages(one)).toEqual([])
    expect(await messages(other)).toEqual(['To all'])
    for (const act of [readNotification, deleteNotification])
      expect(await call(act, one, { params: { id } })).toEqual({ error: 'NOTIFICATION_NOT_FOUND' })
  })

  it('[DATA-06] [DATA-07] [DATA-08] [NOTE-15] the database accepts each notification type and priority, rejects other values, and fills in defaults', async () => {
    const user = await newPlayer()
    const insert = (columns: string, values: string) =>
      app.kernel.db.change(
        `insert into notifications (id, user_id, created_at${columns}) values ($1, $2, now()${values})`,
        [newId(), user],
      )
    for (const type of TYPES) await insert(', type', `, '${type}'`)
    for (const priority of ['low', 'medium', 'high']) await insert(', priority', `, '${priority}'`)
    await expect(insert(', type', `, 'advert'`)).rejects.toThrow('notifications_type_check')
    await expect(insert(', priority', `, 'urgent'`)).rejects.toThrow('notifications_priority_check')
    await insert('', '')
    const { items } = await listed(user, { limit: 100 })
    expect(items.filter(({ message }) => message === '')).toHaveLength(15)
    expect(Object.keys(items[0] ?? {}).sort()).toEqual(
      ['actionUrl', 'createdAt', 'data', 'id', 'link', 'message', 'priority', 'read', 'type', 'userId'].sort(),
    )
    expect(items[0]).toMatchObject({ type: 'system', priority: 'medium', read: false, message: '', data: {} })
  })

  it('[OPS-01] the list of notifications is paged, and an invalid cursor is rejected', async () => {
    const user = await newPlayer()
    await bet(user, 'P1')
    await publish(lost(user, 'P2'))
    await expect.poll(() => messages(user, { filter: 'bets' }), often).toHaveLength(2)
    await bet(user, 'P3')
    const page = (await listed(user, { filter: 'bets', limit: 2 })) as Body & { nextCursor: string }
    const rest = await listed(user, { filter: 'bets', cursor: page.nextCursor })
    expect([...page.items, ...rest.items].map(({ id }) => id)).toEqual(
      (await listed(user, { filter: 'bets' })).items.map(({ id }) => id),
    )
    expect(await listed(user, { cursor: 'nonsense' })).toMatchObject({ error: 'INVALID_FIELDS' })
  })
})
