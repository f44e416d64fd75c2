import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Notification } from '@mupiira/contract/notifications.ts'
import { createQueryClient, queryKey } from '../shared/api/queries.ts'
import { closeToast, showToast, useToasts } from '../shared/ui/toast.tsx'
import { applyEvents } from './stream-handlers.ts'
import { usePreferences } from './preferences.ts'
import { notificationOf } from './test-notifications.ts'

/** The start volume of each played tone. */
let received: number[]
let client: ReturnType<typeof createQueryClient>

class RecordingAudioContext {
  readonly currentTime = 0
  readonly destination = {}
  createOscillator() {
    const oscillator = { frequency: { value: 0 }, start() {}, stop() {}, connect: (next: object) => next }
    return oscillator
  }
  createGain() {
    const gain = { setValueAtTime: (volume: number) => void received.push(volume), exponentialRampToValueAtTime() {} }
    return { gain, connect: (next: object) => next }
  }
  async close() {}
}

beforeEach(() => {
  vi.useFakeTimers()
  received = []
  client = createQueryClient()
  useToasts.setState({ toasts: [] })
  vi.stubGlobal('AudioContext', RecordingAudioContext)
  vi.stubGlobal('navigator', { userActivation: { hasBeenActive: true } })
  vi.stubGlobal('window', { location: { pathname: '/' } })
  usePreferences.setState({ muted: false })
})
afterEach(() => {
  for (const { id } of useToasts.getState().toasts) closeToast(id)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const publish = (fields: Partial<Notification> = {}) =>
  applyEvents(client, [{ type: 'notification', notification: notificationOf(fields), unread: 1 }])
const toast = () => useToasts.getState().toasts.at(-1)

describe('[NOTE-13] [NOTE-22] a notice to all players', () => {
  const key = queryKey('GET /api/notifications', { query: { limit: 1 } })
  const unread = () => client.getQueryData<{ unread: number }>(key)?.unread

  it('a notice to all players is counted and shown as a toast once, and the list is refetched after a random delay', async () => {
    client.setQueryData(key, { items: [notificationOf()], nextCursor: null, unread: 2 })
    const notification = notificationOf({ type: 'system', message: 'No deposits tonight' })
    const requested = vi.spyOn(client, 'invalidateQueries')
    applyEvents(client, [{ type: 'notice', notification }])
    applyEvents(client, [{ type: 'notice', notification }])
    expect([unread(), toast()?.text, useToasts.getState().toasts.length]).toEqual([3, 'No deposits tonight', 1])
    await vi.dynamicImportSettled()
    expect(received).toHaveLength(2)
    vi.advanceTimersByTime(3_100)
    expect(requested.mock.calls.map(([filter]) => filter)).toEqual([{ queryKey: ['GET /api/notifications'] }])
    applyEvents(client, [{ type: 'notice-taken-back', notificationId: notification.id }])
    vi.advanceTimersByTime(3_100)
    expect(requested).toHaveBeenCalledTimes(2)
  })

  it('a notice to all players is not counted again if the page already contains the notice', () => {
    const notification = notificationOf({ type: 'system' })
    client.setQueryData(key, { items: [notification], nextCursor: null, unread: 1 })
    applyEvents(client, [{ type: 'notice', notification }])
    expect(unread()).toBe(1)
  })
})

describe('a new notification', () => {
  it.each([
    ['low', 3_000, 0.4],
    ['medium', 5_000, 0.7],
    ['high', 8_000, 1],
  ] as const)(
    '[NOTE-21] [NOTE-25] [NOTE-29] a new notification of priority %s has a toast of %i ms and a sound of volume %d',
    async (priority, ms, volume) => {
      publish({ priority })
      expect(toast()?.durationMs).toBe(ms)
      await vi.dynamicImportSettled()
      // 0.3 is the loudest volume without distortion.
      expect(received.map((each) => Math.round((each / 0.3) * 100) / 100)).toEqual([volume, volume])
    },
  )

  it.each([
    ['in the account menu', '/account', '/bet/1'],
    ['of the chat, on another page', '/', '/help#chat'],
    ['of the chat, on its page', '/help', '/help#chat'],
  ])('[NOTE-30] a notification %s plays its sound at volume 0.7 for every priority', async (_, pathname, link) => {
    vi.stubGlobal('window', { location: { pathname } })
    for (const priority of ['low', 'medium', 'high'] as const) publish({ priority, link })
    await vi.dynamicImportSettled()
    expect(received.map((gain) => gain / 0.3)).toEqual(Array.from({ length: 6 }, () => expect.closeTo(0.7)))
  })

  it('[NOTE-07] the toast of a new notification links to its page, and does not appear while that page is open', async () => {
    publish({ link: '/bet/1' })
    expect(toast()?.viewHref).toBe('/bet/1')
    publish({ link: null })
    expect(toast()?.viewHref).toBeUndefined()
    useToasts.setState({ toasts: [] })
    vi.stubGlobal('window', { location: { pathname: '/bet/1' } })
    vi.stubGlobal('fetch', async () => new Response('{}'))
    publish({ link: '/bet/1' })
    await vi.dynamicImportSettled()
    expect(toast()).toBeUndefined()
  })

  it.each([
    ['the ticket', '/bet/1', { link: '/bet/1' }, 1],
    ['the payment', '/payments/7', { link: '/payments/7', data: { transactionId: '7', status: 'success' } }, 1],
    ['the payment that is celebrated', '/payments/7', { link: null, data: { transactionId: '7' } }, 1],
    ['another payment', '/payments/8', { link: '/payments/7', data: { transactionId: '7' } }, 0],
    ['the statement', '/statement', { link: '/statement' }, 0],
  ] as const)(
    '[NOTE-08] [NOTE-20] a notification that arrives on the page of $0 is marked as read by $3 requests',
    async (_, pathname, fields, read) => {
      const sent: unknown[] = []
      vi.stubGlobal('window', { location: { pathname } })
      vi.stubGlobal('fetch', async (url: unknown) => {
        sent.push(url)
        return new Response('{}')
      })
      publish(fields as Partial<Notification>)
      await vi.dynamicImportSettled()
      expect(sent).toHaveLength(read)
    },
  )

  it('[NOTE-21] [NOTE-31] a new notification shows the toast without sound while sounds are muted', async () => {
    usePreferences.setState({ muted: true })
    publish()
    await vi.dynamicImportSettled()
    expect(received).toEqual([])
    expect(toast()?.text).toBe('Your bet AAAA1111 has lost.')
  })

  it('[NOTE-22] [NOTE-11] a new notification updates the badge at once and refetches lists after 100 ms; a notification read in another tab updates both at once', () => {
    const list = queryKey('GET /api/notifications', { query: { limit: 20 } })
    const isStale = () => client.getQueryState(list)?.isInvalidated
    const badge = queryKey('GET /api/notifications', { query: { limit: 1 } })
    client.setQueryData(list, { items: [], nextCursor: null, unread: 0 })
    client.setQueryData(badge, { items: [], nextCursor: null, unread: 0 })
    publish()
    expect(client.getQueryData(badge)).toMatchObject({ unread: 1 })
    vi.advanceTimersByTime(99)
    expect(isStale()).toBe(false)
    vi.advanceTimersByTime(1)
    expect(isStale()).toBe(true)
    client.setQueryData(list, { items: [], nextCursor: null, unread: 1 })
    applyEvents(client, [{ type: 'unread', unread: 0 }])
    expect(isStale()).toBe(true)
  })
})

it.each([
  ['deposit', 'success', 'Success'],
  ['deposit', 'failed', 'Error'],
  ['withdrawal', 'success', 'Success'],
  ['withdrawal', 'failed', 'Error'],
] as const)('[NOTE-20] [NOTE-28] a %s that ended as %s has a toast titled "%s"', (type, status, title) => {
  publish({ type, data: { status } })
  expect(toast()?.title).toBe(title)
})

it('[NOTE-21] [NOTE-29] concurrent notifications play one sound, with the volume of the highest priority', async () => {
  const together = (['low', 'high', ...Array.from({ length: 8 }, () => 'medium' as const)] as const).map(
    (priority) => ({ type: 'notification', notification: notificationOf({ priority }), unread: 1 }) as const,
  )
  applyEvents(client, together)
  await vi.dynamicImportSettled()
  expect(received.map((each) => each / 0.3)).toEqual([expect.closeTo(1), expect.closeTo(1)])
})

describe('toasts', () => {
  it.each([
    ['success', 'Success', 5_000],
    ['error', 'Error', 7_000],
    ['warning', 'Warning', 6_000],
    ['info', 'Info', 5_000],
    ['bet', 'Bet', 5_000],
  ] as const)(
    '[NOTE-24] [NOTE-26] [NOTE-27] [NOTE-28] toasts of kind %s have the title %s and stay %i ms',
    (kind, title, ms) => {
      showToast(kind, 'Said')
      expect(toast()).toMatchObject({ kind, title, durationMs: ms })
    },
  )

  it('[NOTE-23] at most three toasts are shown: the oldest disappears', () => {
    for (const text of ['1', '2', '3', '4']) showToast('info', text)
    expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['2', '3', '4'])
  })
})

it('[NOTE-20] a notification is shown as a toast once, even if the stream repeats the notification', () => {
  const again = notificationOf()
  publish(again)
  publish(again)
  const shown = useToasts.getState().toasts
  expect(shown).toHaveLength(1)
  // Another notification with the same text replaces the toast and restarts its timer.
  publish()
  expect(useToasts.getState().toasts).toHaveLength(1)
  expect(useToasts.getState().toasts[0]?.id).not.toBe(shown[0]?.id)
})
