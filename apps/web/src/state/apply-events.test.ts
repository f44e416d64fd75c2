import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Notification } from '@mupiira/contract/notifications.ts'
import { queryKey } from '../shared/api/queries.ts'
import { showToast, useToasts } from '../shared/ui/toast.tsx'
import { applyEvents } from './apply-events.ts'
import { usePreferences } from './preferences.ts'

/** Volumes of the tones that were played; a chime has two. */
let played: number[]

class SilentAudio {
  readonly currentTime = 0
  readonly destination = {}
  createGain() {
    const gain = { setValueAtTime: (value: number) => played.push(value), exponentialRampToValueAtTime: () => {} }
    return { gain, connect: (to: object) => to }
  }
  createOscillator() {
    return { frequency: { value: 0 }, connect: (to: object) => to, start: () => {}, stop: () => {} }
  }
  close = () => Promise.resolve()
}

let client: QueryClient

beforeEach(() => {
  vi.useFakeTimers()
  played = []
  vi.stubGlobal('AudioContext', SilentAudio)
  vi.stubGlobal('navigator', { userActivation: { hasBeenActive: true } })
  vi.stubGlobal('window', { location: { pathname: '/' } })
  useToasts.setState({ toasts: [] })
  usePreferences.setState({ muted: false })
  client = new QueryClient()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

let made = 0
const notification = (change: Partial<Notification> = {}): Notification => ({
  ...{
    id: `n${++made}`,
    userId: 'u1',
    message: 'Your bet has won',
    type: 'win',
    priority: 'high',
    read: false,
    data: {},
  },
  ...{ createdAt: '2026-11-21T12:00:00Z', actionUrl: null, link: '/bet/t1', ...change },
})
const arrive = (change?: Partial<Notification>) =>
  applyEvents(client, [{ type: 'notification', notification: notification(change), unread: 3 }])
const toast = () => useToasts.getState().toasts.at(-1)

describe('a new notification', () => {
  it.each([
    ['low', 3000, 0.4],
    ['medium', 5000, 0.7],
    ['high', 8000, 1],
  ] as const)(
    '[NOTE-20] [NOTE-21] [NOTE-25] [NOTE-29] of priority %s stays %i ms, at volume %d',
    async (priority, ms, volume) => {
      arrive({ priority })
      await vi.dynamicImportSettled()
      expect(toast()).toMatchObject({ text: 'Your bet has won', durationMs: ms })
      // The tone itself is quiet: it is the steps between the priorities that count.
      expect(played.map((gain) => gain / 0.3)).toEqual([expect.closeTo(volume), expect.closeTo(volume)])
    },
  )

  it.each([
    ['in the account menu', '/account', '/bet/t1'],
    ['of the chat, beside it', '/', '/help#chat'],
    ['of the chat, in it', '/help', '/help#chat'],
  ])('[NOTE-30] %s is heard at 0.7, whatever its priority', async (_, pathname, link) => {
    vi.stubGlobal('window', { location: { pathname } })
    for (const priority of ['low', 'medium', 'high'] as const) arrive({ priority, link })
    await vi.dynamicImportSettled()
    expect(played.map((gain) => gain / 0.3)).toEqual(Array.from({ length: 6 }, () => expect.closeTo(0.7)))
  })

  it('[NOTE-07] has a "View" that leads where the notification leads, and none where the player is there', () => {
    arrive()
    expect(toast()?.viewHref).toBe('/bet/t1')
    useToasts.setState({ toasts: [] })
    vi.stubGlobal('window', { location: { pathname: '/bet/t1' } })
    arrive()
    expect(toast()).toBeUndefined()
  })

  it('[NOTE-21] [NOTE-31] makes no sound while it is muted', async () => {
    usePreferences.setState({ muted: true })
    arrive()
    await vi.dynamicImportSettled()
    expect(played).toEqual([])
    expect(toast()).toBeDefined()
  })

  it('[NOTE-22] has the lists fetched again 100 ms later; the badge knows at once', () => {
    const list = ['GET /api/notifications', { filter: 'all' }]
    client.setQueryData(list, { pages: [] })
    const badge = queryKey('GET /api/notifications', { query: { limit: 1 } })
    client.setQueryData(badge, { items: [], unread: 0 })
    arrive()
    expect(client.getQueryData(badge)).toMatchObject({ unread: 3 })
    vi.advanceTimersByTime(99)
    expect(client.getQueryState(list)?.isInvalidated).toBe(false)
    vi.advanceTimersByTime(1)
    expect(client.getQueryState(list)?.isInvalidated).toBe(true)
  })

  it('[NOTE-11] has the lists fetched again when another of the player’s apps has changed them', () => {
    const list = ['GET /api/notifications', { filter: 'unread' }]
    client.setQueryData(list, { pages: [] })
    applyEvents(client, [{ type: 'unread', unread: 0 }])
    expect(client.getQueryState(list)?.isInvalidated).toBe(true)
  })
})

describe('a toast', () => {
  it.each([
    ['success', 'Success', 5000],
    ['error', 'Error', 7000],
    ['warning', 'Warning', 6000],
    ['info', 'Info', 5000],
    ['bet', 'Bet', 5000],
  ] as const)(
    '[NOTE-24] [NOTE-26] [NOTE-27] [NOTE-28] of %s is titled %s and stays %i ms',
    (kind, title, durationMs) => {
      showToast(kind, 'words')
      expect(toast()).toMatchObject({ kind, title, durationMs })
    },
  )

  it('[NOTE-23] is one of three at most: the oldest goes', () => {
    for (const text of ['1', '2', '3', '4']) showToast('info', text)
    expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['2', '3', '4'])
  })
})
