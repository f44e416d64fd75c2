import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Notification } from '@mupiira/contract/notifications.ts'
import { createQueryClient, queryKey } from '../shared/api/queries.ts'
import { useToasts } from '../shared/ui/toast.tsx'
import { applyEvents } from './stream-handlers.ts'
import { announceMissed } from './announce-missed.ts'
import { notificationOf as anyNotification } from './test-notifications.ts'

const UNREAD = queryKey('GET /api/notifications', { query: { limit: 1 } })
let client: ReturnType<typeof createQueryClient>
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', { location: { pathname: '/' } })
  useToasts.setState({ toasts: [] })
  client = createQueryClient()
  stop = announceMissed(client)
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const notificationOf = (fields: Partial<Notification> = {}): Notification =>
  anyNotification({ priority: 'low', ...fields })
/** The server returns these notifications, newest first. */
const fetchNotifications = (...items: Notification[]) =>
  client.fetchQuery({
    queryKey: UNREAD,
    queryFn: () => Promise.resolve({ items, nextCursor: null, unread: items.length }),
    staleTime: 0,
  })
const toasts = () => useToasts.getState().toasts.length

it('[NOTE-20] [NOTE-21] a notification sent while the stream was down is shown as a toast once, with the first response that contains the notification', async () => {
  const first = notificationOf()
  await fetchNotifications(first)
  expect(toasts()).toBe(0)
  const news = notificationOf()
  await fetchNotifications(news)
  await fetchNotifications(news)
  expect(toasts()).toBe(1)
  applyEvents(client, [{ type: 'notification', notification: news, unread: 2 }])
  expect(toasts()).toBe(1)
})

it('[NOTE-20] after an interruption, a toast shows the newest missed notification only, even if it is the player’s first', async () => {
  await fetchNotifications()
  notificationOf()
  const newest = notificationOf({ message: 'Your bet BBBB2222 has lost.' })
  await fetchNotifications(newest)
  expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['Your bet BBBB2222 has lost.'])
})

it('[NOTE-14] [NOTE-20] no toast is shown for notices, or notifications that are stored, already read, older, or received by the stream', async () => {
  client.setQueryData(UNREAD, { items: [notificationOf()], nextCursor: null, unread: 1 })
  const older = notificationOf()
  await fetchNotifications(notificationOf())
  await fetchNotifications(older)
  await fetchNotifications(notificationOf({ read: true }))
  await fetchNotifications(notificationOf({ userId: null }))
  expect(toasts()).toBe(0)
  const live = notificationOf()
  applyEvents(client, [{ type: 'notification', notification: live, unread: 1 }])
  await fetchNotifications(live)
  expect(toasts()).toBe(1)
})
