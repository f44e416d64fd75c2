import { InfiniteQueryObserver, type QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query'
import type { GameChange } from '@mupiira/contract/events.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '../shared/api/queries.ts'
import type { Game } from '@mupiira/contract/games.ts'
import { gamesOf, putGames } from './games.ts'
import { applyEvents, applyGameChanges } from './stream-handlers.ts'
import type { SlipItem } from './slip-rules.ts'
import { useSlip } from './slip.ts'

const GAMES = ['game-3', 'game-5', 'game-7']
const MY_BETS = ['GET /api/bets', { tab: 'open' }]
const TICKET = ['GET /api/bets/{id}', { id: 'ticket-11' }]
const MARKETS = ['GET /api/games/{id}/markets', { id: 'game-3' }]
const TIMELINE = ['GET /api/games/{id}/timeline', { id: 'game-3' }]
const QUOTE = ['POST /api/bets/quote', '[{"gameId":"game-3"}]', null]

const PRICES = { '1': 2.1, X: 3.2, '2': 3.7 }
const step = (id: string): GameChange => ({ id, status: 'upcoming', open: true, homeScore: null, prices: PRICES })
const kickOff = (id: string): GameChange => ({ id, status: 'live', open: false, homeScore: 0 })
const ticket = () => ({
  id: 'ticket-11',
  status: 'pending',
  selections: GAMES.map((gameId) => ({ gameId, gameStatus: 'upcoming' })),
})

let client: QueryClient
let requested: string[]
/** The response time of the server. */
let answerMs: number
let stop: (() => void)[]

/** Puts a query on screen with this data. */
function show(queryKey: QueryKey, data: unknown): void {
  client.setQueryData(queryKey, data)
  const queryFn = async ({ signal }: { readonly signal: AbortSignal }) => {
    requested.push(String(queryKey[0]))
    await new Promise((done) => setTimeout(done, answerMs))
    signal.throwIfAborted()
    return data
  }
  stop.push(new QueryObserver(client, { queryKey, queryFn, staleTime: Infinity }).subscribe(() => undefined))
}

beforeEach(() => {
  vi.useFakeTimers()
  client = createQueryClient()
  requested = []
  answerMs = 100
  stop = []
})
afterEach(() => {
  for (const each of stop) each()
  client.clear()
  useSlip.setState({ items: [] })
  vi.useRealTimers()
})

describe('after changes of games', () => {
  beforeEach(() => {
    show(MY_BETS, { pages: [{ items: [ticket()] }], pageParams: [undefined] })
    show(TICKET, ticket())
    putGames(client, [{ id: 'game-3', status: 'upcoming', open: true } as Game])
    show(MARKETS, [])
    show(TIMELINE, { items: [] })
    show(QUOTE, {})
  })

  it('[TICK-09] [TICK-10] [LIVE-34] a price step refetches the slip quote, but not markets or tickets', async () => {
    applyGameChanges(client, GAMES.map(step))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(requested).toEqual(['POST /api/bets/quote'])
  })

  it('[DATA-40] [LIVE-34] price-only events patch the cached games and refetch only the slip quote', async () => {
    // The event that opened the game was missed.
    const listed = { id: '01a21555-76ee-7000-aa28-2ce2game-3', status: 'upcoming', open: false } as Game
    client.setQueryData(['GET /api/games', {}], { pages: [{ ids: [listed.id] }], pageParams: [undefined] })
    putGames(client, [listed, { ...listed, id: 'game-3' }])
    applyEvents(client, [{ type: 'prices', prices: { [listed.id.slice(-8)]: [2.1, null, 3.7, 'usd'] } }])
    applyEvents(client, [
      { type: 'prices', prices: { 'game-3': [2.2, 3.1, 3.7, 'uuu'], 'not-here': [2, 3, 4, 'sss'] } },
    ])
    expect(gamesOf(client)).toMatchObject({
      [listed.id]: {
        open: true,
        prices: { '1': 2.1, X: null, '2': 3.7 },
        trends: { '1': 'up', X: 'stable', '2': 'down' },
      },
      'game-3': { id: 'game-3', prices: { '1': 2.2 } },
    })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(requested).toEqual(['POST /api/bets/quote'])
  })

  it('[DATA-40] [LIVE-34] market price events patch the cached markets, and markets with other selections are refetched', async () => {
    const market = {
      id: 'btts',
      available: true,
      selections: ['yes', 'no'].map((id) => ({ id, label: id, odds: 1.9, trend: 'stable' })),
    }
    client.setQueryData(MARKETS, [market])
    const prices = (ids: string) => ({ btts: [true, ids, [2.1, null], 'us'] as const })
    applyEvents(client, [{ type: 'markets', gameId: 'game-3', markets: prices('yes|no') }])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(requested).toEqual([])
    expect(client.getQueryData(MARKETS)).toMatchObject([
      {
        selections: [
          { label: 'yes', odds: 2.1, trend: 'up' },
          { odds: null, trend: 'stable' },
        ],
      },
    ])
    applyEvents(client, [{ type: 'markets', gameId: 'game-3', markets: prices('yes|maybe') }])
    applyEvents(client, [{ type: 'markets', gameId: 'not-shown', markets: prices('yes|no') }])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(requested).toEqual(['GET /api/games/{id}/markets'])
  })

  it('[TICK-09] [TICK-10] games that start at the same time refetch each query once', async () => {
    applyGameChanges(client, GAMES.map(kickOff))
    await vi.advanceTimersByTimeAsync(500)
    expect([...requested].sort()).toEqual([
      'GET /api/bets',
      'GET /api/bets/{id}',
      'GET /api/games/{id}/timeline',
      'POST /api/bets/quote',
    ])
  })

  it.each([
    ['a goal refetches the timeline', { ...kickOff('game-3'), homeScore: 1 }, ['GET /api/games/{id}/timeline']],
    ['a minute refetches nothing', { id: 'game-3', clock: { minute: 58, label: "Live 58'" } }, []],
  ] as const)('[LIVE-40] timeline of a live game: %s', async (_, change, wanted) => {
    putGames(client, [{ id: 'game-3', status: 'live', open: false } as Game])
    client.setQueryData(QUOTE, null)
    const begun = { ...ticket(), selections: GAMES.map((gameId) => ({ gameId, gameStatus: 'live' })) }
    client.setQueryData(MY_BETS, { pages: [{ items: [begun] }], pageParams: [undefined] })
    client.setQueryData(TICKET, begun)
    applyGameChanges(client, [change])
    await vi.advanceTimersByTimeAsync(500)
    expect(requested.filter((each) => each !== 'POST /api/bets/quote')).toEqual(wanted)
  })

  it('[TICK-09] on a slow connection further events do not cancel a running request, and one more request follows', async () => {
    answerMs = 5_000
    let answers = 0
    stop.push(
      client.getQueryCache().subscribe(({ type, query }) => {
        if (type === 'updated' && query.queryKey[0] === 'GET /api/bets' && query.state.fetchStatus === 'idle') answers++
      }),
    )
    for (let second = 0; second < 4; second++) {
      applyGameChanges(client, GAMES.map(kickOff))
      await vi.advanceTimersByTimeAsync(1_000)
    }
    expect(requested.filter((each) => each === 'GET /api/bets')).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2_500)
    expect(answers).toBeGreaterThan(0)
    expect(requested.filter((each) => each === 'GET /api/bets')).toHaveLength(2)
  })
})

it('[DATA-40] [LIVE-34] price-only events refetch the slip quote even if the games of the slip are not on screen', async () => {
  show(QUOTE, {})
  useSlip.setState({ items: [{ gameId: 'game-3' } as SlipItem] })
  applyEvents(client, [{ type: 'prices', prices: { 'game-3': [2.2, 3.1, 3.7, 'uuu'] } }])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(requested).toEqual(['POST /api/bets/quote'])
})

it('[TICK-04] [TICK-09] loading the next page of a list succeeds despite changes of its tickets', async () => {
  const page = (items: readonly unknown[], nextCursor: string | null) => ({ items, nextCursor })
  client.setQueryData(MY_BETS, { pages: [page([ticket()], 'older')], pageParams: [undefined] })
  const list = new InfiniteQueryObserver(client, {
    queryKey: MY_BETS,
    queryFn: async ({ pageParam, signal }) => {
      await new Promise((done) => setTimeout(done, 3_000))
      signal.throwIfAborted()
      return page([{ ...ticket(), id: `${pageParam}` }], pageParam === undefined ? 'older' : null)
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: Infinity,
  })
  stop.push(list.subscribe(() => undefined))
  void list.fetchNextPage()
  await vi.advanceTimersByTimeAsync(1_000)
  applyGameChanges(client, GAMES.map(kickOff))
  applyEvents(client, [{ type: 'ticket', ticket: { ...ticket(), status: 'won' } as never }])
  await vi.advanceTimersByTimeAsync(2_100)
  expect(list.getCurrentResult().data?.pages).toHaveLength(2)
})
