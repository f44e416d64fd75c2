import { QueryClient } from '@tanstack/react-query'
import type { SessionUser } from '@mupiira/contract/auth.ts'
import type { Game } from '@mupiira/contract/games.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import { storeResponses, restoreStored } from './cached-answers.ts'
import { gamesOf, putGames } from './games.ts'
import { ownStorage } from './own-storage.ts'
import { OWN_ANSWERS_KEY, RESTORED_AT, SESSION, signIn, signOut } from './session.ts'

const NOW_MS = Date.parse('2026-11-21T12:00:00Z')

let storage: Map<string, string>
let tab: Map<string, string>
let listeners: EventTarget

beforeEach(() => {
  vi.useFakeTimers({ now: NOW_MS })
  storage = new Map()
  tab = new Map()
  listeners = new EventTarget()
  const over = (entries: Map<string, string>) => ({
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  })
  vi.stubGlobal('localStorage', over(storage))
  vi.stubGlobal('sessionStorage', over(tab))
  ownStorage.keep(true)
  vi.stubGlobal('window', listeners)
  vi.stubGlobal('document', new EventTarget())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const user = (id: string) => ({
  user: {
    id,
    role: 'user',
    accountStatus: 'active',
    firstName: 'Amina',
    phoneNumber: '+256772000111',
    email: 'a@b.ug',
  },
})

/** A page with all of these responses in its cache. */
function pageOf(userId: string | null, answers: readonly (readonly [readonly unknown[], unknown])[] = []): QueryClient {
  const client = new QueryClient()
  client.setQueryData([SESSION, {}], userId === null ? { user: null } : user(userId))
  for (const [key, data] of answers) client.setQueryData(key, data)
  return client
}

/** Stores the responses as when the user leaves the page. */
function leave(client: QueryClient): void {
  const stop = storeResponses(client)
  listeners.dispatchEvent(new Event('pagehide'))
  stop()
}

function openedOffline(atMs = NOW_MS): QueryClient {
  const client = new QueryClient()
  restoreStored(client, atMs)
  return client
}

const GAMES = ['GET /api/games', { limit: 30 }] as const
const TICKETS = ['GET /api/bets', { tab: 'open', limit: 20 }] as const
const WALLET = ['GET /api/wallet', {}] as const

describe('responses stored on the device', () => {
  it('[APP-26] stored responses are available with their age when the app starts offline, and the session counts as remembered', () => {
    leave(
      pageOf('amina', [
        [GAMES, { pages: ['first', 'second'], pageParams: [null, 'next'] }],
        [WALLET, 7],
      ]),
    )
    const client = openedOffline(NOW_MS + DAY_MS)
    expect(client.getQueryState([...GAMES])).toMatchObject({
      data: { pages: ['first'], pageParams: [null] },
      dataUpdatedAt: NOW_MS,
    })
    expect(client.getQueryData([...WALLET])).toBe(7)
    expect(client.getQueryState([SESSION, {}])).toMatchObject({
      data: { user: { id: 'amina', role: 'user', accountStatus: 'active', phoneNumber: '' } },
      dataUpdatedAt: RESTORED_AT,
    })
    expect([...storage.values()].join()).not.toMatch(/Amina|772000111|a@b/)
  })

  it('a page keeps stored responses that it has not read, and never overwrites newer responses', () => {
    leave(
      pageOf('amina', [
        [TICKETS, 'tickets'],
        [WALLET, 7],
      ]),
    )
    vi.setSystemTime(NOW_MS + 1_000)
    leave(pageOf('amina', [[WALLET, 11]]))
    const client = new QueryClient()
    client.setQueryData([...WALLET], 13)
    restoreStored(client, NOW_MS + 2_000)
    expect([client.getQueryData([...TICKETS]), client.getQueryData([...WALLET])]).toEqual(['tickets', 13])
  })

  it('only listed queries are stored on the device, each with its latest response', () => {
    const ticket = (id: number) => [['GET /api/bets/{id}', { id }], `ticket ${id}`] as const
    const client = pageOf('amina', [
      [['GET /api/auth/sessions', {}], 'devices'],
      [['GET /api/payments', {}], 'numbers'],
    ])
    for (let id = 1; id <= 12; id++) {
      vi.setSystemTime(NOW_MS + id)
      client.setQueryData([...ticket(id)[0]], ticket(id)[1])
    }
    leave(client)
    const entries = [...storage.values()].join()
    expect(entries).not.toMatch(/devices|numbers/)
    expect(entries.match(/ticket \d+/g)).toEqual(Array.from({ length: 10 }, (_, at) => `ticket ${12 - at}`))
  })

  it('responses that an earlier release stored are not restored, because their shape may differ', () => {
    leave(pageOf('amina', [[TICKETS, 'tickets']]))
    for (const [key, stored] of storage) storage.set(key, stored.replace(/"release":"[^"]*"/, '"release":"earlier"'))
    expect(openedOffline().getQueryData([...TICKETS])).toBeUndefined()
    for (const [key, stored] of storage) storage.set(key, stored.replace(/"release":"[^"]*",/, ''))
    expect(openedOffline().getQueryData([...TICKETS])).toBeUndefined()
  })

  it('responses older than a week are removed from the device when newer ones are stored', () => {
    leave(pageOf('amina', [[TICKETS, 'tickets']]))
    vi.setSystemTime(NOW_MS + 7 * DAY_MS + 1)
    leave(pageOf('amina', [[WALLET, 7]]))
    expect(storage.get(OWN_ANSWERS_KEY)).not.toContain('tickets')
  })

  it('responses stored on the device are dropped after a week', () => {
    leave(pageOf('amina', [[TICKETS, 'tickets']]))
    expect(openedOffline(NOW_MS + 7 * DAY_MS).getQueryData([...TICKETS])).toBe('tickets')
    expect(openedOffline(NOW_MS + 7 * DAY_MS + 1).getQueryData([...TICKETS])).toBeUndefined()
  })
})

describe('stored games', () => {
  const game = (id: string) => ({ id, name: `name of ${id}` }) as Game
  const list = (q: string, ...ids: string[]) => [['GET /api/games', { q }], { pages: [{ ids }] }] as const

  it('[APP-26] stored games are those of the stored lists, including lists of an earlier visit', () => {
    const first = pageOf(null, [list('a', 'a1', 'a2')])
    putGames(first, [game('a1'), game('a2'), game('not listed')])
    leave(first)
    const second = pageOf(null, [list('b', 'b1')])
    putGames(second, [game('b1')])
    leave(second)
    expect(Object.keys(gamesOf(openedOffline())).sort()).toEqual(['a1', 'a2', 'b1'])
  })

  it('stored games are added to the games of a page without replacing newer ones', () => {
    const before = pageOf(null, [list('a', 'a1', 'a2')])
    putGames(before, [game('a1'), game('a2')])
    leave(before)
    const client = pageOf(null)
    const fresh = { ...game('a1'), homeScore: 2 }
    putGames(client, [fresh])
    restoreStored(client, NOW_MS)
    expect(gamesOf(client)).toEqual({ a1: fresh, a2: game('a2') })
  })
})

describe('[AUTH-77] private data of a player', () => {
  it('[AUTH-14] a player’s private data is stored per tab by default, and on the device if the player stays logged in', () => {
    const amina = user('amina').user as SessionUser
    for (const isStored of [true, false]) {
      const client = new QueryClient()
      signIn(client, amina, isStored)
      client.setQueryData(TICKETS, 'tickets')
      leave(client)
      const [place, other] = isStored ? [storage, tab] : [tab, storage]
      expect(place.get(OWN_ANSWERS_KEY)).toContain('tickets')
      expect([...other.values()].join()).not.toMatch(/tickets|amina|772000111/)
      expect(openedOffline().getQueryData(TICKETS)).toBe('tickets')
    }
    signOut(new QueryClient())
    expect([storage.has(OWN_ANSWERS_KEY), tab.size]).toEqual([false, 0])
  })

  it('a player’s private data is removed at logout, and a tab that has not received the logout does not restore the data', () => {
    const other = pageOf('amina', [[TICKETS, 'tickets']])
    const stop = storeResponses(other)
    listeners.dispatchEvent(new Event('pagehide'))
    expect(storage.get(OWN_ANSWERS_KEY)).toContain('tickets')
    vi.setSystemTime(NOW_MS + 1_000)
    signOut(pageOf('amina'))
    expect(storage.has(OWN_ANSWERS_KEY)).toBe(false)
    listeners.dispatchEvent(Object.assign(new Event('storage'), { key: OWN_ANSWERS_KEY, newValue: null }))
    listeners.dispatchEvent(new Event('pagehide'))
    expect(storage.has(OWN_ANSWERS_KEY)).toBe(false)
    stop()
  })

  it('private data of a player is removed when a response shows that the session has ended', () => {
    leave(pageOf('amina', [[TICKETS, 'tickets']]))
    leave(pageOf(null))
    expect(storage.has(OWN_ANSWERS_KEY)).toBe(false)
  })

  it.each([
    ['to a visitor', null],
    ['to another player', 'brian'],
  ])('private data of a player is not shown %s', (_title, userId) => {
    leave(
      pageOf('amina', [
        [GAMES, { pages: ['games'] }],
        [TICKETS, 'tickets'],
      ]),
    )
    const client = pageOf(userId)
    restoreStored(client, NOW_MS)
    expect(client.getQueryData([...GAMES])).toEqual({ pages: ['games'] })
    expect(client.getQueryData([...TICKETS])).toBeUndefined()
  })

  it('private data of a player is replaced by the next player’s data', () => {
    leave(pageOf('amina', [[TICKETS, 'hers']]))
    leave(pageOf('brian', [[WALLET, 7]]))
    expect(storage.get(OWN_ANSWERS_KEY)).not.toContain('hers')
  })
})
