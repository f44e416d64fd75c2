import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSampleNotification, showDeveloper } from '@mupiira/contract/developer.ts'
import { reportArrival, listNotifications, type Notification } from '@mupiira/contract/notifications.ts'
import type { Endpoint } from '@mupiira/contract/endpoint.ts'
import { newId } from '../../kernel/ids.ts'
import type { OutboxEvent, PositionedEvent } from '../../kernel/outbox/event.ts'
import { testClock, WORKER } from '../../kernel/test-kernel.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { Notifications } from './index.ts'

type CallOptions = { readonly params?: object; readonly query?: object; readonly body?: object }
const often = { interval: 10 }
const WELCOME = 'Welcome! Good to see you today.'
const clock = testClock(new Date('2026-11-21T20:59:00Z'))
let app: TestApp
let notifications: Notifications
const published: PositionedEvent[] = []

beforeAll(async () => {
  app = await createTestApp({ clock, background: true, config: WORKER })
  ;({ notifications } = app.modules)
  app.kernel.outbox.subscribe(({ events }) => published.push(...events))
})
afterAll(() => app?.close())

async function call<T>(endpoint: Endpoint, userId: string, options: CallOptions = {}): Promise<T> {
  const { body } = await app.account(userId).call<Endpoint>(endpoint, options as object)
  return body as T
}
const openApp = (userId: string) => call(reportArrival, userId)
const listed = async (userId: string): Promise<Notification[]> =>
  (await call<{ items: Notification[] }>(listNotifications, userId)).items
const messages = async (userId: string): Promise<string[]> => (await listed(userId)).map(({ message }) => message)
const send = (...events: OutboxEvent[]): Promise<void> =>
  app.kernel.db.transaction((tx) => app.kernel.outbox.appendEvents(tx, events))
const excludeSelf = (userId: string): Promise<number> =>
  app.kernel.db.change(
    `insert into player_protection (user_id, exclusion, excluded_from, excluded_until, updated_at)
     values ($1, 'exclusion', $2, '2027-11-21', $2)`,
    [userId, clock.now()],
  )
const deposited = (userId: string, amount: number, firstDeposit: boolean): OutboxEvent => ({
  type: 'payment-changed',
  userId,
  data: {
    transactionId: newId(),
    type: 'deposit',
    status: 'success',
    previousStatus: 'pending',
    amount,
    message: 'Payment confirmed!',
    late: false,
    firstDeposit,
  },
})
const lost = (userId: string): OutboxEvent => ({
  type: 'ticket-settled',
  userId,
  data: { ticketId: newId(), bookingCode: 'LAST', status: 'lost', payout: 0, stake: 1_000 },
})

describe('a player who opens the app', () => {
  it('[NOTE-32] [NOTE-33] a player who opens the app gets one welcome per Kampala day, in any number of tabs, and a tip 5 s later', async () => {
    const { id: player } = await app.player()
    clock.set(new Date('2026-11-21T20:59:00Z'))
    await Promise.all(Array.from({ length: 8 }, () => openApp(player)))
    expect(await messages(player)).toEqual([WELCOME])
    clock.forward(4_999)
    // Another player's tip is due now. Once it has been sent, the job has run.
    await app.kernel.db.change(`insert into daily_welcomes values ($1, '2026-11-21', $2)`, [newId(), clock.now()])
    const waiting = () =>
      app.kernel.db.query<{ n: number }>('select count(*)::int as n from daily_welcomes where tip_due_at <= $1', [
        clock.now(),
      ])
    await expect.poll(async () => (await waiting())[0]?.n, often).toBe(0)
    expect(await messages(player)).toEqual([WELCOME])
    clock.forward(1)
    await expect.poll(() => messages(player), often).toHaveLength(2)
    expect((await messages(player))[0]).toMatch(/^Tip of the day: /)
    await openApp(player)
    expect(await messages(player)).toHaveLength(2)
    // 21:00 UTC is midnight in Kampala.
    clock.set(new Date('2026-11-21T21:00:00Z'))
    await openApp(player)
    expect((await messages(player)).filter((each) => each === WELCOME)).toHaveLength(2)
  })

  it('[NOTE-14] [NOTE-15] a player who opens the app receives each notice once, with default values', async () => {
    const [{ id: player }, { id: late }] = [await app.player(), await app.player()]
    const notice = newId()
    await app.kernel.db.change('insert into notifications (id, created_at) values ($1, $2)', [notice, clock.now()])
    const reportedOf = (userId: string) =>
      published.filter(
        (event) => event.userId === userId && (event.data as { notificationId?: string }).notificationId === notice,
      )
    await Promise.all(Array.from({ length: 8 }, () => openApp(player)))
    await openApp(player)
    await openApp(late)
    await expect.poll(() => reportedOf(late), often).toHaveLength(1)
    expect(reportedOf(player)).toHaveLength(1)
    const [sent] = await notifications.reads.present([{ userId: player, notificationId: notice }])
    expect(sent).toMatchObject({
      userId: player,
      // The notice and the welcome.
      unread: 2,
      notification: { id: notice, type: 'system', priority: 'medium', read: false, message: '', data: {} },
    })
    await app.kernel.db.change('delete from notifications where id = $1', [notice])
  })

  it('[NOTE-14] a player who opens the app receives each notice once, at most three per visit', async () => {
    const { id: player } = await app.player()
    const notices = Array.from({ length: 5 }, () => newId())
    await app.kernel.db.change(
      'insert into notifications (id, created_at) select id, $2 from unnest($1::uuid[]) as t (id)',
      [notices, clock.now()],
    )
    const sent = () =>
      published.flatMap(({ userId, data }) => {
        const { notificationId } = data as { notificationId?: string }
        return userId === player && notices.includes(notificationId ?? '') ? [notificationId] : []
      })
    for (const count of [3, 5, 5]) {
      await openApp(player)
      await expect.poll(sent, often).toHaveLength(count)
    }
    expect(new Set(sent())).toEqual(new Set(notices))
    await app.kernel.db.change('delete from notifications where id = any($1::uuid[])', [notices])
  })

  it('[DATA-06] [NOTE-12] a player who opens the app receives no notification of another player', async () => {
    const [{ id: owner }, { id: other }] = [await app.player(), await app.player()]
    await openApp(owner)
    const [own] = await listed(owner)
    const wanted = { notificationId: own?.id ?? '' }
    expect(await notifications.reads.present([{ userId: other, ...wanted }])).toEqual([])
    expect(await notifications.reads.present([{ userId: owner, ...wanted }])).toHaveLength(1)
    expect(Object.keys(own ?? {}).sort()).toEqual(
      ['id', 'userId', 'message', 'type', 'priority', 'read', 'createdAt', 'actionUrl', 'link', 'data'].sort(),
    )
  })
})

it('[ADMX-28] [NOTE-32] [NOTE-33] a member of staff gets notices, but no welcome and no tip', async () => {
  const [{ id: admin }, { id: player }] = [await app.admin(), await app.player()]
  const notice = newId()
  await app.kernel.db.change('insert into notifications (id, message, created_at) values ($1, $2, $3)', [
    ...[notice, 'To all', clock.now()],
  ])
  await openApp(admin)
  await openApp(player)
  clock.forward(5_000)
  await expect.poll(() => messages(player), often).toHaveLength(3)
  expect(await messages(admin)).toEqual(['To all'])
  await app.kernel.db.change('delete from notifications where id = $1', [notice])
})

describe('celebrating deposits', () => {
  it.each([
    [99_999.99, false, []],
    [100_000, false, ['A big deposit! Play within your limits.']],
    [25_000, true, ['Welcome! This was your first deposit.']],
    [250_000, true, ['Welcome! This was your first deposit.', 'A big deposit! Play within your limits.']],
  ] as const)(
    '[NOTE-34] [NOTE-35] [NOTE-18] a deposit of UGX %d (first deposit: %s) has one notification, with the celebrations %j',
    async (amount, first, celebrations) => {
      const { id: player } = await app.player()
      await send(deposited(player, amount, first), lost(player))
      await expect.poll(() => messages(player).then((all) => all[0]), often).toContain('LAST')
      expect((await messages(player)).slice(1)).toEqual([['Payment confirmed!', ...celebrations].join(' ')])
      // A player who still has a negative balance after the first deposit can neither bet nor withdraw.
      expect((await messages(player)).join(' ')).not.toMatch(/can bet|withdraw/)
    },
  )

  it('[PLAY-03] [NOTE-32] [NOTE-34] a self-excluded player gets payment notifications, but no welcome, tip or celebration', async () => {
    const { id: player } = await app.player()
    await excludeSelf(player)
    await openApp(player)
    await send(deposited(player, 500_000, true), lost(player))
    await expect.poll(() => messages(player).then((all) => all[0]), often).toContain('LAST')
    expect((await messages(player)).slice(1)).toEqual(['Payment confirmed!'])
    const [row] = await app.kernel.db.query<{ n: number }>(
      'select count(*)::int as n from daily_welcomes where user_id = $1',
      [player],
    )
    expect(row?.n).toBe(0)
  })

  it('[NOTE-18] a stopped Aviator round notifies the player of the refunded stake', async () => {
    const { id: player } = await app.player()
    await send({ type: 'aviator-refunded', userId: player, data: { betId: newId(), roundId: 42, stake: 5_000 } })
    await expect
      .poll(() => messages(player), often)
      .toEqual(['Aviator round 42 was stopped. Your stake of UGX 5,000.00 is back in your balance.'])
    expect((await listed(player))[0]).toMatchObject({ type: 'bet', priority: 'high', link: '/aviator' })
  })
})

describe('developer screens', () => {
  it('[HELP-25] [NOTE-16] [NOTE-17] [DATA-07] [DATA-08] developer screens create a sample of each type with the default priority', async () => {
    const { id: player } = await app.player()
    const types = [
      'default',
      'success',
      'error',
      'warning',
      'info',
      'bet',
      'deposit',
      'withdrawal',
      'win',
      'system',
      'promotion',
    ]
    for (const type of types) await call(createSampleNotification, player, { body: { type } })
    const created = (await listed(player)).toReversed()
    expect(created.map(({ type, priority }) => [type, priority])).toEqual([
      ['default', 'low'],
      ['success', 'medium'],
      ['error', 'high'],
      ['warning', 'medium'],
      ['info', 'low'],
      ['bet', 'medium'],
      ['deposit', 'medium'],
      ['withdrawal', 'medium'],
      ['win', 'high'],
      ['system', 'low'],
      ['promotion', 'low'],
    ])
    const unreceived = app.kernel.db.change(
      `insert into notifications (id, type, created_at) values ($1, 'unknown-type', $2)`,
      [newId(), clock.now()],
    )
    await expect(unreceived).rejects.toThrow(/notifications_type_check/)
  })

  it('[HELP-26] developer screens test the database connection without revealing its version', async () => {
    expect(await call(showDeveloper, (await app.player()).id)).toEqual({ milliseconds: expect.any(Number) })
  })

  it('[HELP-25] [HELP-26] developer screens return 404 if they are switched off', async () => {
    const closed = await createTestApp({ clock, database: app.database, config: { DEVELOPER_SCREENS: '0' } })
    const player = await closed.player()
    for (const refused of [
      await player.call(showDeveloper),
      await player.call(createSampleNotification, { body: { type: 'info' } }),
    ])
      expect(refused.status).toBe(404)
    expect((await player.call(listNotifications)).body).toMatchObject({ items: [] })
    await closed.close()
  })
})
