import type { QueryClient } from '@tanstack/react-query'
import type { Notification } from '@mupiira/contract/notifications.ts'
import { playChime } from '../shared/sound.ts'
import { isShownAt, showToast, type ToastKind } from '../shared/ui/toast.tsx'
import { FIXED_VOLUME, VOLUME } from '../shared/volume.ts'
import { usePreferences } from './preferences.ts'
import { NO_MIN_INTERVAL_MS, refetchAtMost } from './refetch-at-most.ts'

const REFETCH_AFTER_MS = 100
const TOAST_MS = { low: 3000, medium: 5000, high: 8000 } as const

/** The ids of the latest notifications that this page has received. */
const received = new Set<string>()
const MAX_RECEIVED = 100

export const isReceived = ({ id }: Notification): boolean => received.has(id)

/** A resumed stream can repeat recent notifications. */
function isNewNotification({ id }: Notification): boolean {
  if (received.has(id)) return false
  received.add(id)
  const [oldest] = received
  if (received.size > MAX_RECEIVED && oldest !== undefined) received.delete(oldest)
  return true
}

/** Shows notifications that arrived together, with one sound: the sound of the highest priority. */
export function announce(client: QueryClient, notifications: readonly Notification[], refetchWithinMs = 0): void {
  const newNotifications = notifications.filter(isNewNotification)
  if (newNotifications.length === 0) return
  newNotifications.forEach(show)
  if (!usePreferences.getState().muted) playChime(Math.max(...newNotifications.map(volumeOf)))
  refetchNotifications(client, refetchWithinMs)
}

/**
 * Refetches the list (NOTE-22) after a random delay of up to `withinMs`. The delay spreads the requests of all players
 * after a notice to everyone.
 */
export function refetchNotifications(client: QueryClient, withinMs: number): void {
  const delayMs = REFETCH_AFTER_MS + Math.random() * withinMs
  setTimeout(() => refetchAtMost(client, ['GET /api/notifications'], NO_MIN_INTERVAL_MS), delayMs)
}

function show(notification: Notification): void {
  const news = { viewHref: notification.link ?? undefined, paymentId: notification.data.transactionId }
  const path = window.location.pathname
  // On the screen that already shows the change, no toast appears.
  if (isShownAt(path, news))
    import('./mark-shown-as-read.ts').then((m) => m.markShownAsRead(notification, path), console.error)
  else showToast(kindOf(notification), notification.message, { durationMs: TOAST_MS[notification.priority], ...news })
  if (notification.data.occasion === 'big-deposit') {
    // The toast appears even if the animation cannot load.
    import('./celebrate.ts').then(
      (m) => m.celebrate(),
      () => undefined,
    )
  }
}

/**
 * Chat replies have a fixed volume. While the account menu with its sound switch is open, all notifications have that
 * volume.
 */
const volumeOf = ({ priority, link }: Notification): number =>
  window.location.pathname === '/account' || link?.startsWith('/help#chat') === true ? FIXED_VOLUME : VOLUME[priority]

const KINDS: Partial<Record<Notification['type'], ToastKind>> = {
  success: 'success',
  win: 'success',
  deposit: 'success',
  withdrawal: 'success',
  error: 'error',
  warning: 'warning',
  bet: 'bet',
}

/** A failed payment has an error toast, although its notification keeps the type `deposit` or `withdrawal`. */
const kindOf = ({ type, data }: Notification): ToastKind =>
  data.status === 'failed' ? 'error' : (KINDS[type] ?? 'info')
