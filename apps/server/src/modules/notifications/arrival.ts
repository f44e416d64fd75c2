import { dayKey } from '@mupiira/domain/time/kampala.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Protection } from '../protection/index.ts'
import { noticeTo, tipOf } from './notice.ts'
import type { NotificationRow } from './notification-row.ts'
import { insertNotifications } from './queries.ts'

export type ArrivalDeps = { readonly protection: Pick<Protection, 'excludedAmong'> }

/** NOTE-33 */
const TIP_AFTER_MS = 5_000
const TIPS_INTERVAL_MS = 500
const TIPS_AT_ONCE = 1_000
/** No more than are seen at once (NOTE-23); the next arrival brings the rest. */
const NOTICES_AT_ONCE = 3

const WELCOME = { message: 'Welcome! Good to see you today.' } as const

declare module '../../kernel/outbox/event.ts' {
  interface EventData {
    'notification-created': { readonly notificationId: string }
  }
}

/** Inserts notifications and publishes them to the players' streams. */
export async function publishAll(tx: Tx, { outbox }: Kernel, rows: readonly NotificationRow[]): Promise<void> {
  if (rows.length === 0) return
  await insertNotifications(tx, rows)
  await outbox.appendEvents(
    tx,
    rows.flatMap(({ id, userId }) =>
      userId === null ? [] : [{ type: 'notification-created', userId, data: { notificationId: id } }],
    ),
  )
}

/** A player opened the app. Several tabs may do so at once; each notification is created once. */
export function arrive(kernel: Kernel, { protection }: ArrivalDeps, userId: string): Promise<void> {
  const now = kernel.clock.now()
  return kernel.db.transaction(async (tx) => {
    await showNotices(tx, kernel, userId)
    // PLAY-03: a self-excluded player is not invited to play.
    const excluded = await protection.excludedAmong(tx, [userId], now)
    if (excluded.has(userId) || !(await isFirstToday(tx, userId, now))) return
    await publishAll(tx, kernel, [noticeTo(userId, WELCOME, now)])
  })
}

/** NOTE-32: the row decides which of several concurrent arrivals is first. */
async function isFirstToday(tx: Tx, userId: string, now: Date): Promise<boolean> {
  const changed = await tx.change(
    `insert into daily_welcomes (user_id, day, tip_due_at) values ($1, $2, $3)
     on conflict (user_id) do update set day = excluded.day, tip_due_at = excluded.tip_due_at
      where daily_welcomes.day < excluded.day`,
    [userId, dayKey(now), new Date(now.getTime() + TIP_AFTER_MS)],
    'daily-welcome',
  )
  return changed > 0
}

/** NOTE-14: notices that this player has not received or opened, oldest first. */
async function showNotices(tx: Tx, { outbox }: Kernel, userId: string): Promise<void> {
  const shown = await tx.query<{ id: string }>(
    `insert into system_notification_shown (notification_id, user_id)
     select n.id, $1::uuid from notifications n
      where n.user_id is null
        and not exists (select from system_notification_shown s where s.notification_id = n.id and s.user_id = $1)
        and not exists (select from system_notification_marks m where m.notification_id = n.id and m.user_id = $1)
      order by n.id limit ${NOTICES_AT_ONCE}
     on conflict do nothing returning notification_id as id`,
    [userId],
    'system-notices-show',
  )
  await outbox.appendEvents(
    tx,
    shown.map(({ id }) => ({ type: 'notification-created', userId, data: { notificationId: id } })),
  )
}

/** The tip is stored in the table, so it is sent after a restart too. */
export function scheduleTips(kernel: Kernel, deps: ArrivalDeps): void {
  kernel.jobs.every('daily-tips', TIPS_INTERVAL_MS, () => sendDueTips(kernel, deps), { leaderOnly: true })
}

async function sendDueTips(kernel: Kernel, { protection }: ArrivalDeps): Promise<void> {
  const now = kernel.clock.now()
  await kernel.workerDb.transaction(async (tx) => {
    const due = await tx.query<{ userId: string }>(
      `update daily_welcomes set tip_due_at = null
        where user_id in (select user_id from daily_welcomes where tip_due_at <= $1
                           order by tip_due_at limit ${TIPS_AT_ONCE} for update skip locked)
       returning user_id as "userId"`,
      [now],
      'daily-tips-due',
    )
    const userIds = due.map(({ userId }) => userId)
    const excluded = await protection.excludedAmong(tx, userIds, now)
    const tip = tipOf(now)
    await publishAll(
      tx,
      kernel,
      userIds.filter((userId) => !excluded.has(userId)).map((userId) => noticeTo(userId, tip, now)),
    )
  })
}
