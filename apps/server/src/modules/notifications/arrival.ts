import { dayKey } from '@mupiira/domain/time/kampala.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { createAll, type InvitationDeps } from './create-notifications.ts'
import { takeUnshownNotices } from './notices/notices.repository.ts'
import { newNotification } from './notification.ts'
import { recordWelcome, takeDueTips } from './notifications.repository.ts'
import { tipOf, WELCOME } from './occasions.ts'

const TIP_AFTER_MS = 5_000
const TIPS_INTERVAL_MS = 500
const TIPS_BATCH = 1_000
/** Maximum number of notices per visit, as many as the screen shows at once. The next visit shows more. */
const NOTICES_PER_ARRIVAL = 3

/** A visit: an account opened the app. Staff receive neither welcome nor tips. */
export type Arrival = { readonly userId: string; readonly isPlayer: boolean }

/** Creates the welcome and shows new notices. Several tabs may open at once, and each notification is created once. */
export function arrive(
  kernel: Kernel,
  { excludedAmong }: InvitationDeps,
  { userId, isPlayer }: Arrival,
): Promise<void> {
  const now = kernel.clock.now()
  return kernel.db.transaction(async (tx) => {
    await showNotices(tx, kernel, userId)
    if (!isPlayer) return
    // A self-excluded player is not invited to play.
    const excluded = await excludedAmong(tx, [userId], now)
    if (excluded.has(userId)) return
    // A player gets one welcome per day.
    const isFirst = await recordWelcome(tx, userId, dayKey(now), new Date(now.getTime() + TIP_AFTER_MS))
    if (isFirst) await createAll(tx, kernel, [newNotification(userId, WELCOME, now)])
  })
}

/** Shows the notices that the player has not received yet. */
async function showNotices(tx: Tx, { outbox }: Kernel, userId: string): Promise<void> {
  const shown = await takeUnshownNotices(tx, userId, NOTICES_PER_ARRIVAL)
  await outbox.appendEvents(
    tx,
    shown.map((id) => ({ type: 'notification-created', userId, data: { notificationId: id } })),
  )
}

/** The tip is stored in the table, so it is sent after a restart too. */
export function scheduleTips(kernel: Kernel, deps: InvitationDeps): void {
  kernel.jobs.every('daily-tips', TIPS_INTERVAL_MS, () => sendDueTips(kernel, deps), { leaderOnly: true })
}

async function sendDueTips(kernel: Kernel, { excludedAmong }: InvitationDeps): Promise<void> {
  const now = kernel.clock.now()
  await kernel.workerDb.transaction(async (tx) => {
    const userIds = await takeDueTips(tx, now, TIPS_BATCH)
    const excluded = await excludedAmong(tx, userIds, now)
    const players = userIds.filter((userId) => !excluded.has(userId))
    const tip = tipOf(now)
    await createAll(
      tx,
      kernel,
      players.map((userId) => newNotification(userId, tip, now)),
    )
  })
}
