import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Game, Market } from '@mupiira/contract/games.ts'
import type { Ticket } from '@mupiira/contract/tickets.ts'
import type { Notification } from '@mupiira/contract/notifications.ts'
import type { PublicSettings } from '@mupiira/contract/platform.ts'
import type { Topic } from '@mupiira/contract/events.ts'
import { type TestDatabase, testDatabase } from '../../../../../tests/support/database.ts'
import type { RunningKernel } from '../../kernel/create-kernel.ts'
import type { OutboxEvent } from '../../kernel/outbox/event.ts'
import { testKernel } from '../../kernel/test-kernel.ts'
import type { PriceChange } from '../pricing/index.ts'
import { createHub, type Hub } from './hub.ts'
import { readCursor } from './cursor.ts'
import type { StreamClient } from './stream-client.ts'

const patience = { timeout: 5_000, interval: 5 }
type Frame = {
  /** The id of the frame; null for snapshots without an id. */
  readonly id: number
  readonly events: readonly { readonly type: string; readonly [field: string]: unknown }[]
}

let database: TestDatabase
let running: RunningKernel
let hub: Hub
let announceGames: (ids: readonly string[], change: PriceChange) => void
const markedAsShown: (readonly [readonly string[], readonly string[]])[] = []
/** Runs the hub's five-second timers. */
let fiveSecondsPass: () => void
let tickets: () => Promise<void>
let games: () => Promise<void>
let shown: (id: string) => Partial<Game>
let markets: (id: string) => { game: Game; items: Market[] } | null

beforeEach(async () => {
  database = await testDatabase()
  running = testKernel(database.url)
  tickets = games = () => Promise.resolve()
  shown = () => ({})
  markets = () => null
  const timers = vi.spyOn(globalThis, 'setInterval')
  hub = createHub(running.kernel, {
    aviator: { live: () => Promise.resolve(null) },
    pricing: {
      onChange: (listener) => void (announceGames = listener),
      present: async (ids) => {
        await games()
        return ids.map((id) => ({ id, ...shown(id) }) as Game)
      },
      markets: async (id) => markets(id),
      cached: (ids) => ids.map((id) => ({ id, ...shown(id) }) as Game).filter(({ status }) => status !== undefined),
    },
    settings: { publicSettings: () => ({}) as PublicSettings, refresh: async () => undefined },
    notices: {
      present: async (ids) => ids.map((id) => ({ id }) as Notification),
      markShown: async (ids, userIds) => void markedAsShown.push([ids, userIds.toSorted()]),
    },
    present: {
      tickets: async (ids) => {
        await tickets()
        return ids.map((id) => ({ id }) as Ticket)
      },
      transactions: async () => [],
      notifications: async () => [],
      messages: async () => [],
      conversations: async () => [],
    },
  })
  const due = timers.mock.calls.flatMap(([act, everyMs]) => (everyMs === 5_000 ? [act as () => void] : []))
  fiveSecondsPass = () => due.forEach((act) => act())
  timers.mockRestore()
  await running.start()
})
afterEach(async () => {
  await running.stop()
  await database.drop()
})

function client(
  userId: string | null,
  topics: readonly Topic[] = ['me', 'games'],
  sessionId = 's1',
  followed: readonly string[] = [],
  shownMarkets: readonly string[] = [],
) {
  const frames: Frame[] = []
  let ended = false
  const write = (frame: Buffer): void => {
    const parts = /^(?:id: (\d+)(?:\.\w+)?\n)?data: (.*)\n\n$/.exec(frame.toString())
    if (parts !== null) frames.push({ id: Number(parts[1]), events: JSON.parse(parts[2] ?? '') as Frame['events'] })
  }
  const stream: StreamClient = {
    topics: new Set(topics),
    userId,
    sessionId,
    send: write,
    end(frame) {
      if (frame !== undefined) write(frame)
      ended = true
    },
  }
  const types = (): string[] => frames.flatMap((frame) => frame.events.map(({ type }) => type))
  return { stream, games: { games: followed, markets: shownMarkets }, frames, types, hasEnded: () => ended }
}

const gamesChanged = (ids: readonly string[], change: PriceChange = 'games'): void => announceGames(ids, change)
const announce = (...events: OutboxEvent[]): Promise<void> =>
  running.kernel.db.transaction((tx) => running.kernel.outbox.appendEvents(tx, events))
const bet = (userId: string, ticketId = 't1'): OutboxEvent => ({
  type: 'bet-placed',
  userId,
  data: { ticketId, bookingCode: 'AAAA1111', stake: 1_000, potentialWin: 2_000 },
})
const payment = (userId: string): OutboxEvent => ({
  type: 'payment-changed',
  userId,
  data: {
    transactionId: 'p1',
    type: 'deposit',
    status: 'success',
    previousStatus: 'pending',
    amount: 3_000,
    message: 'Paid in',
    late: false,
    firstDeposit: false,
  },
})
const balance = (userId: string): OutboxEvent => ({ type: 'balance-changed', userId, data: { balance: 1, held: 0 } })

function gate(): { readonly passed: () => Promise<void>; readonly open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { passed: () => promise, open: resolve }
}

describe('a stream', () => {
  it('receives only its own player’s events', async () => {
    const [mine, theirs] = [client('u1'), client('u2')]
    await hub.add(mine.stream, mine.games, null)
    await hub.add(theirs.stream, theirs.games, null)
    await announce(balance('u1'), bet('u1'))
    await expect.poll(mine.types, patience).toEqual(['balance', 'ticket'])
    expect(theirs.types()).toEqual([])
  })

  it('resumes with the missed own events and each changed game once', async () => {
    const first = client('u1')
    await hub.add(first.stream, first.games, null)
    await announce(balance('u1'))
    await expect.poll(first.types, patience).toEqual(['balance'])
    const from = first.frames.at(-1)?.id ?? 0
    hub.remove(first.stream)
    await announce(bet('u1', 't7'), bet('u2', 't8'))
    gamesChanged(['g1'])
    gamesChanged(['g1', 'g2'])
    const watcher = client(null, ['games'])
    await hub.add(watcher.stream, watcher.games, null)
    await expect.poll(() => watcher.types().length, patience).toBe(2)
    const again = client('u1')
    await hub.add(again.stream, again.games, { position: from, atMs: null })
    await expect.poll(() => again.types().toSorted(), patience).toEqual(['game', 'game', 'ticket'])
  })

  it('[DATA-40] that follows single games receives their changes only and resumes with the missed ones', async () => {
    const [some, full] = [client(null, [], 's', ['g1', 'g3']), client(null, ['games'])]
    await hub.add(some.stream, some.games, null)
    await hub.add(full.stream, full.games, null)
    const received = ({ frames }: typeof some) =>
      frames.flatMap(({ events }) => events.map((event) => (event['game'] as Game).id))
    gamesChanged(['g1', 'g2', 'g3', 'g4'])
    gamesChanged(['g3'])
    await expect.poll(() => received(full), patience).toEqual(['g1', 'g2', 'g3', 'g4'])
    await expect.poll(() => received(some), patience).toEqual(['g1', 'g3'])
    expect(some.frames.filter(({ events }) => events.length > 0)).toHaveLength(1)
    const from = some.frames.at(-1)?.id ?? 0
    hub.remove(some.stream)
    gamesChanged(['g2', 'g3'])
    await expect.poll(() => received(full).length, patience).toBe(6)
    expect(received(some)).toEqual(['g1', 'g3'])
    const again = client(null, [], 's', ['g1', 'g3'])
    await hub.add(again.stream, again.games, { position: from, atMs: null })
    await expect.poll(() => received(again), patience).toContain('g3')
    expect(received(again)).not.toContain('g2')
  })

  it('resumes with the changes since its last frame, even without outbox events in between', async () => {
    const mine = client(null, ['games'])
    await hub.add(mine.stream, mine.games, null)
    const received = ({ frames }: typeof mine) =>
      frames.flatMap(({ events }) => events.map((event) => (event['game'] as Game).id))
    gamesChanged(['g1'])
    await expect.poll(() => received(mine), patience).toEqual(['g1'])
    const cursor = readCursor(hub.cursor())
    if (cursor?.atMs == null) throw new Error('a cursor without its time')
    gamesChanged(['g2'])
    await expect.poll(() => received(mine), patience).toEqual(['g1', 'g2'])
    const [now, later] = [client(null, ['games']), client(null, ['games'])]
    await hub.add(now.stream, now.games, cursor)
    // A client that was connected until well before the possible difference of node clocks.
    await hub.add(later.stream, later.games, { ...cursor, atMs: cursor.atMs + 60_000 })
    expect(received(now)).toContain('g2')
    expect(received(later)).toEqual([])
  })

  it('[DATA-40] backfills prices only if only the prices changed since the page, otherwise the full game', async () => {
    const rest = { trends: { '1': 'up', X: 'stable', '2': 'down' }, prices: { '1': 2, X: 3, '2': 4 } } as const
    const isOpen = (id: string) => id !== 'kicked-off'
    const ids = ['open-one', 'open-two', 'open-due', 'kicked-off']
    shown = (id) => ({ ...rest, status: 'upcoming', open: isOpen(id), clock: null })
    const page = readCursor(hub.cursor())
    const before = client(null, [], 's', ids)
    await hub.add(before.stream, before.games, page)
    gamesChanged(['open-one', 'kicked-off'], 'prices')
    gamesChanged(['open-due'], 'games')
    gamesChanged(['open-two', 'open-due'], 'prices')
    await expect.poll(before.types, patience).not.toEqual([])
    const late = client(null, [], 's', ids)
    await hub.add(late.stream, late.games, page)
    const events = late.frames.flatMap((frame) => frame.events)
    const full = events.flatMap((event) => (event['type'] === 'game' ? (event['game'] as Game).id : []))
    expect(full.toSorted()).toEqual(['kicked-off', 'open-due'])
    const move = [2, 3, 4, 'usd']
    expect(events.filter(({ type }) => type === 'prices')).toEqual([
      { type: 'prices', prices: { 'open-one': move, 'open-two': move } },
    ])
  })

  it('[DATA-40] from a node whose clock is ahead resumes with every change of a later position', async () => {
    const first = client(null, ['games'])
    await hub.add(first.stream, first.games, null)
    const position = first.frames.at(-1)?.id ?? 0
    await announce(balance('u1'))
    gamesChanged(['g1'])
    await expect.poll(first.types, patience).toEqual(['game'])
    const ahead = Math.floor(performance.timeOrigin + performance.now()) + 60_000
    const again = client(null, ['games'])
    await hub.add(again.stream, again.games, { position, atMs: ahead })
    expect(again.types()).toEqual(['game'])
  })

  it('[DATA-40] receives only the changed fields of live games, and minute-only or price-only changes as compact deltas', async () => {
    const all = {
      shortId: 'S',
      name: 'A vs B',
      homeTeam: 'A',
      awayTeam: 'B',
      league: 'L',
      country: null,
      sport: 'soccer',
      homeScore: 0,
      prices: { '1': 2, X: 3, '2': 4 },
      trends: { '1': 'up', X: 'stable', '2': 'down' },
    } as const
    let delayed = false
    let minute = 7
    let label = (): string => `Live ${minute}'`
    let homeScore = 0
    shown = (id) =>
      id === 'open'
        ? { ...all, status: 'upcoming', open: true, clock: null, delayed }
        : { ...all, status: 'live', open: false, homeScore, clock: { minute, label: label() } }
    const mine = client(null, [], 's', ['open', 'game-in-play'])
    await hub.add(mine.stream, mine.games, null)
    const last = () => mine.frames.at(-1)?.events
    gamesChanged(['open'])
    await expect.poll(last, patience).toEqual([{ type: 'prices', prices: { open: [2, 3, 4, 'usd'] } }])
    delayed = true
    gamesChanged(['open'])
    const { prices, trends } = all
    await expect.poll(last, patience).toEqual([
      {
        type: 'game',
        game: { id: 'open', status: 'upcoming', open: true, clock: null, delayed, homeScore: 0, prices, trends },
      },
    ])
    const live = () => ({
      id: 'game-in-play',
      status: 'live',
      open: false,
      homeScore,
      clock: { minute, label: label() },
    })
    minute = 8
    gamesChanged(['game-in-play'])
    const later = () => {
      fiveSecondsPass()
      return last()
    }
    await expect.poll(later, patience).toEqual([{ type: 'minutes', minutes: { '-in-play': 8 } }])
    minute = 9
    homeScore = 1
    gamesChanged(['game-in-play'])
    await expect.poll(last, patience).toEqual([{ type: 'game', game: live() }])
    minute = 45
    label = () => 'HalfTime'
    gamesChanged(['game-in-play'])
    await expect.poll(last, patience).toEqual([{ type: 'game', game: live() }])
  })

  it('[DATA-40] a change that failed to send is published again in full, not as a price delta', async () => {
    const all = { trends: { '1': 'up', X: 'stable', '2': 'down' }, prices: { '1': 2, X: 3, '2': 4 } } as const
    let delayed = false
    shown = () => ({ ...all, status: 'upcoming', open: true, clock: null, delayed })
    const [broken, mine] = [client(null, [], 's', ['open']), client(null, [], 's', ['open'])]
    let tries = 0
    const send = (frame: Buffer): void => {
      if (delayed && ++tries === 1) throw new Error('broke off')
      broken.stream.send(frame)
    }
    await hub.add({ ...broken.stream, send }, broken.games, null)
    await hub.add(mine.stream, mine.games, null)
    delayed = true
    gamesChanged(['open'])
    await expect.poll(() => tries, patience).toBe(2)
    await expect.poll(mine.types, patience).toEqual(['game'])
    expect(broken.types()).toEqual(['game'])
  })

  it('[DATA-40] a new follower receives a goal that is pending or happened without followers', async () => {
    const game = { status: 'live', open: false, clock: { minute: 7, label: "Live 7'" } } as const
    let homeScore = 0
    let elsewhere = 0
    shown = (id) => ({ ...game, homeScore: id === 'g1' ? homeScore : elsewhere })
    const goals = ({ frames }: ReturnType<typeof client>): unknown[] =>
      frames.flatMap(({ events }) => events.map((event) => (event['game'] as Game | undefined)?.homeScore))
    const full = client(null, ['games'])
    await hub.add(full.stream, full.games, null)
    // The client read the game before the goal and follows it afterwards.
    homeScore = 1
    gamesChanged(['g1'])
    const late = client(null, [], 's', ['g1'])
    await hub.add(late.stream, late.games, null)
    await expect.poll(() => goals(full), patience).toEqual([1])
    await expect.poll(() => goals(late), patience).toEqual([1])
    hub.remove(full.stream)
    hub.remove(late.stream)
    // A second goal without followers; a new follower then receives its cancellation.
    homeScore = 2
    gamesChanged(['g1'])
    const other = client(null, [], 's', ['g2'])
    await hub.add(other.stream, other.games, null)
    elsewhere = 3
    gamesChanged(['g2'])
    await expect.poll(() => goals(other), patience).toEqual([3])
    const next = client(null, [], 's', ['g1'])
    await hub.add(next.stream, next.games, null)
    homeScore = 1
    gamesChanged(['g1'])
    await expect.poll(() => goals(next), patience).toEqual([1])
  })

  it('[DATA-40] a follower of an uncached game does not delay the others', async () => {
    const mine = client('u1')
    await hub.add(mine.stream, mine.games, null)
    // A database that does not answer.
    games = () => new Promise(() => {})
    const unknown = Array.from({ length: 100 }, (_, at) => `none-${at}`)
    const visitor = client(null, [], 's', unknown)
    await hub.add(visitor.stream, visitor.games, null)
    expect(visitor.frames).toHaveLength(1)
    await announce(balance('u1'))
    await expect.poll(mine.types, patience).toEqual(['balance'])
  })

  it('[DATA-40] a goal being sent also reaches a client that joins at that moment', async () => {
    let homeScore = 0
    shown = () => ({ status: 'live', open: false, clock: { minute: 7, label: "Live 7'" }, homeScore })
    const [full, late] = [client(null, ['games']), client(null, [], 's', ['g1'])]
    await hub.add(full.stream, full.games, null)
    const slow = gate()
    let areRequested = false
    games = () => {
      areRequested = true
      return slow.passed()
    }
    homeScore = 1
    gamesChanged(['g1'])
    await expect.poll(() => areRequested, patience).toBe(true)
    await hub.add(late.stream, late.games, null)
    slow.open()
    await expect.poll(full.types, patience).toEqual(['game'])
    await expect.poll(late.types, patience).toEqual(['game'])
  })

  it('[DATA-40] [LIVE-34] publishes all prices of a game to the clients that show its markets, and backfills them', async () => {
    let odds = 2.1
    markets = (id) => ({
      game: { id } as Game,
      items: [
        {
          ...{ id: 'btts', available: true },
          selections: [
            { id: 'yes', odds, trend: 'up' },
            { id: 'no', odds: null, trend: 'stable' },
          ],
        } as Market,
      ],
    })
    const [screen, list] = [client(null, [], 's', ['g1'], ['g1']), client(null, ['games'])]
    await hub.add(screen.stream, screen.games, null)
    await hub.add(list.stream, list.games, null)
    const page = readCursor(hub.cursor())
    gamesChanged(['g1', 'g2'], 'prices')
    const received = ({ frames }: typeof screen) =>
      frames.flatMap(({ events }) => events.flatMap((event) => (event.type === 'markets' ? [event['markets']] : [])))
    await expect.poll(() => received(screen), patience).toEqual([{ btts: [true, 'yes|no', [2.1, null], 'us'] }])
    expect(received(list)).toEqual([])
    odds = 2.2
    const again = client(null, [], 's', ['g1'], ['g1'])
    await hub.add(again.stream, again.games, page)
    expect(received(again)).toEqual([{ btts: [true, 'yes|no', [2.2, null], 'us'] }])
  })

  it('[DATA-40] drops the prices of a game with the last client that shows its markets', async () => {
    const selections = [{ id: 'yes', odds: 2.1, trend: 'up' }]
    markets = (id) => ({ game: { id } as Game, items: [{ ...{ id: 'btts', available: true }, selections } as Market] })
    for (const screen of [client(null, [], 's', [], ['g1']), client(null, [], 's', [], ['g1'])]) {
      await hub.add(screen.stream, screen.games, null)
      gamesChanged(['g1'], 'prices')
      await expect.poll(screen.types, patience).toEqual(['markets'])
      hub.remove(screen.stream)
    }
  })

  it('[DATA-45] announces changed game lists', async () => {
    const [mine, other] = [client(null, ['lists']), client(null, ['settings'])]
    await hub.add(mine.stream, mine.games, null)
    await hub.add(other.stream, other.games, null)
    gamesChanged(['g1'])
    gamesChanged(['g2'], 'lists')
    fiveSecondsPass()
    await expect.poll(mine.types, patience).toEqual(['lists'])
    expect(other.types()).toEqual([])
  })

  it('[DATA-45] sends a visitor the settings and lists that changed between page and stream', async () => {
    const topics = ['settings', 'lists'] as const
    const witness = client(null, topics)
    await hub.add(witness.stream, witness.games, null)
    const page = readCursor(hub.cursor())
    await announce({ type: 'settings-changed', data: { key: 'max_payout' } })
    gamesChanged(['g1'], 'lists')
    fiveSecondsPass()
    await expect.poll(() => witness.types().toSorted(), patience).toEqual(['lists', 'settings'])
    const [old, young, other] = [client(null, topics), client(null, topics), client(null, ['games'])]
    await hub.add(old.stream, old.games, page)
    await hub.add(young.stream, young.games, readCursor(hub.cursor()))
    await hub.add(other.stream, other.games, page)
    expect(old.types()).toEqual(['settings', 'lists'])
    expect(young.types()).toEqual([])
    expect(other.types()).not.toContain('settings')
  })

  it('[DATA-45] sends a new visitor nothing that the page already contains', async () => {
    const first = client(null, ['settings', 'lists', 'games'])
    await hub.add(first.stream, first.games, readCursor(hub.cursor()))
    expect(first.types()).toEqual([])
  })

  it('never sends an id beyond the events it sent, so a client that disconnects misses nothing', async () => {
    const mine = client('u1')
    await hub.add(mine.stream, mine.games, null)
    const slow = gate()
    let areRequested = false
    games = () => {
      areRequested = true
      return slow.passed()
    }
    gamesChanged(['g1'])
    await expect.poll(() => areRequested, patience).toBe(true)
    const before = running.kernel.outbox.position()
    await announce(bet('u1'))
    await expect.poll(() => running.kernel.outbox.position(), patience).toBeGreaterThan(before)
    slow.open()
    await expect.poll(mine.types, patience).toEqual(['game', 'ticket'])
    const [ticket] = mine.frames.filter(({ events }) => events.some(({ type }) => type === 'ticket'))
    const earlier = mine.frames.slice(0, mine.frames.indexOf(ticket as Frame))
    expect(earlier.every(({ id }) => id < (ticket?.id ?? 0))).toBe(true)
  })

  it('does not wait for the backfill of another stream', async () => {
    const mine = client('u1')
    await hub.add(mine.stream, mine.games, null)
    await announce(bet('u2'))
    await expect.poll(() => running.kernel.outbox.position(), patience).toBeGreaterThan(0)
    const slow = gate()
    tickets = slow.passed
    const resuming = client('u2')
    const joined = hub.add(resuming.stream, resuming.games, { position: 0, atMs: null })
    await announce(balance('u1'))
    await announce(balance('u2'))
    await expect.poll(mine.types, patience).toEqual(['balance'])
    slow.open()
    await joined
    // Delivered at least once: events that arrived while it resumed may also be in the backfill.
    await expect.poll(() => [resuming.types()[0], resuming.types().at(-1)], patience).toEqual(['ticket', 'balance'])
  })

  it('[DATA-40] closed during its backfill does not use up a turn', async () => {
    const first = client('u1')
    await hub.add(first.stream, first.games, null)
    await announce(bet('u2'))
    await expect.poll(() => running.kernel.outbox.position(), patience).toBeGreaterThan(0)
    const slow = gate()
    let requests = 0
    tickets = () => (requests++, slow.passed())
    const all = Array.from({ length: 9 }, () => client('u2'))
    const joined = all.map(({ stream, games: followed }) => hub.add(stream, followed, { position: 0, atMs: null }))
    await expect.poll(() => requests, patience).toBe(4)
    for (const { stream } of all) hub.remove(stream)
    slow.open()
    await Promise.all(joined)
    expect(requests).toBe(4)
  })

  it('receives a reset when its events cannot be presented', async () => {
    const mine = client('u1')
    await hub.add(mine.stream, mine.games, null)
    tickets = () => Promise.reject(new Error('the database is away'))
    await announce(bet('u1'))
    await expect.poll(mine.types, patience).toEqual(['reset'])
  })

  it('[AUTH-75] ends with its session even if events cannot be presented', async () => {
    const [mine, other] = [client('u1', ['me'], 's1'), client('u1', ['me'], 's2')]
    await hub.add(mine.stream, mine.games, null)
    await hub.add(other.stream, other.games, null)
    tickets = () => Promise.reject(new Error('the database is away'))
    await announce(bet('u1'), { type: 'session-ended', userId: 'u1', data: { sessionId: 's1', reason: 'logout' } })
    await expect.poll(mine.hasEnded, patience).toBe(true)
    expect(other.hasEnded()).toBe(false)
    await announce({ type: 'account-status-changed', userId: 'u1', data: { status: 'suspended' } })
    await expect.poll(other.hasEnded, patience).toBe(true)
  })

  it('[AUTH-75] without the topic `me` also ends with its session', async () => {
    const [mine, aviator, visitor] = [client('u1', ['me']), client('u1', ['aviator'], 's2'), client(null, ['aviator'])]
    for (const each of [mine, aviator, visitor]) await hub.add(each.stream, each.games, null)
    await announce(balance('u1'))
    await expect.poll(mine.types, patience).toEqual(['balance'])
    await announce({ type: 'session-ended', userId: 'u1', data: { sessionId: 's1', reason: 'logout' } })
    await expect.poll(mine.hasEnded, patience).toBe(true)
    expect([aviator.types(), aviator.hasEnded()]).toEqual([[], false])
    await announce({ type: 'account-status-changed', userId: 'u1', data: { status: 'suspended' } })
    await expect.poll(aviator.hasEnded, patience).toBe(true)
    expect(aviator.types()).toEqual(['session-ended'])
    expect(visitor.hasEnded()).toBe(false)
  })

  it('reports changed console lists to operators only, once per tick', async () => {
    const [admin, other] = [client('u9', ['me', 'operators']), client('u1', ['me', 'games'])]
    await hub.add(admin.stream, admin.games, null)
    await hub.add(other.stream, other.games, null)
    await announce({ type: 'fixtures-changed', data: {} }, { type: 'fixtures-changed', data: {} })
    await announce(bet('u1'), bet('u2'), payment('u3'))
    const lists = () =>
      admin.frames
        .flatMap(({ events }) => events)
        .filter(({ type }) => type === 'desk')
        .flatMap((event) => event['lists'] as readonly string[])
    await expect.poll(() => lists().toSorted(), patience).toEqual(['bets', 'fixtures', 'transactions'])
    await expect.poll(other.types, patience).toEqual(['ticket'])
  })

  it('[NOTE-13] [NOTE-14] sends a notice to every signed-in player, also after a reconnect, and records the recipients', async () => {
    const [one, two, visitor, away] = [client('u1'), client('u2'), client(null, ['games']), client('u3')]
    for (const { stream, games } of [one, two, visitor, away]) await hub.add(stream, games, null)
    await announce(balance('u3'))
    await expect.poll(away.types, patience).toEqual(['balance'])
    hub.remove(away.stream)
    await announce({ type: 'notice-posted', data: { notificationId: 'n1' } })
    await expect.poll(() => [one.types(), two.types()], patience).toEqual([['notice'], ['notice']])
    const back = client('u3')
    await hub.add(back.stream, back.games, { position: away.frames.at(-1)?.id ?? 0, atMs: null })
    await expect.poll(back.types, patience).toEqual(['notice'])
    await expect
      .poll(() => markedAsShown, patience)
      .toEqual([
        [['n1'], ['u1', 'u2']],
        [['n1'], ['u3']],
      ])
    await announce({ type: 'notice-taken-back', data: { notificationId: 'n1' } })
    await expect.poll(() => back.types().at(-1), patience).toBe('notice-taken-back')
    expect(visitor.types()).toEqual([])
  })

  it.each([
    ['own events', ['me']],
    ['public topics', ['games', 'lists']],
  ] as const)(
    'counts towards the few that a player can have open, of %s: the oldest is closed',
    async (_of, topics) => {
      const all = Array.from({ length: 20 }, () => client('u1', topics))
      for (const each of all) await hub.add(each.stream, each.games, null)
      expect(all[0]?.hasEnded()).toBe(true)
      expect(all.at(-1)?.hasEnded()).toBe(false)
      expect(hub.count()).toBe(10)
    },
  )
})
