import { dayKey } from '@mupiira/domain/time/kampala.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Protection } from '../protection/index.ts'
import { noticeTo } from './notice.ts'
import type { NotificationRow } from './notification-row.ts'
import { insertNotifications } from './queries.ts'
import { tipOf } from './tips.ts'

export type ArrivalDeps = { readonly protection: Pick<Protection, 'excludedAmong'> }

/** NOTE-33 */
const TIP_AFTER_MS = 5_000
const LOOK_FOR_TIPS_MS = 500
const TIPS_AT_ONCE = 1_000
/** No more than are seen at once (NOTE-23); the next arrival brings the rest. */
const NOTICES_AT_ONCE = 3

const WELCOME = { message: 'Welcome! Good to see you today.' } as const

declare module '../../kernel/outbox/event.ts' {
  interface EventData {
    'notification-created': { readonly notificationId: string }
  }
}

/** Writes notifications and has them told live. */
export async function tellAll(tx: Tx, { outbox }: Kernel, rows: readonly NotificationRow[]): Promise<void> {
  if (rows.length === 0) return
  await insertNotifications(tx, rows)
  await outbox.appendEvents(
    tx,
    rows.flatMap(({ id, userId }) =>
      userId === null ? [] : [{ type: 'notification-created', userId, data: { notificationId: id } }],
    ),
  )
}

/** A player has opened the app, in any number of tabs at once: each thing is told him once. */
export function arrive(kernel: Kernel, { protection }: ArrivalDeps, userId: string): Promise<void> {
  const now = kernel.clock.now()
  return kernel.db.transaction(async (tx) => {
    await showNotices(tx, kernel, userId)
    // PLAY-03: nothing invites whoever stays away.
    const away = await protection.excludedAmong(tx, [userId], now)
    if (away.has(userId) || !(await isFirstToday(tx, userId, now))) return
    await tellAll(tx, kernel, [noticeTo(userId, WELCOME, now)])
  })
}

/** NOTE-32: decided by the row, which one of several arrivals at once changes. */
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

/** NOTE-14: those for everyone that this player has neither been shown nor found himself, the oldest first. */
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

/** The tip follows its welcome, over a restart too: it waits in the table. */
export function tellTips(kernel: Kernel, deps: ArrivalDeps): void {
  kernel.jobs.every('daily-tips', LOOK_FOR_TIPS_MS, () => tellDueTips(kernel, deps), { leaderOnly: true })
}

async function tellDueTips(kernel: Kernel, { protection }: ArrivalDeps): Promise<void> {
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
    const away = await protection.excludedAmong(tx, userIds, now)
    const tip = tipOf(now)
    await tellAll(
      tx,
      kernel,
      userIds.filter((userId) => !away.has(userId)).map((userId) => noticeTo(userId, tip, now)),
    )
  })
}
