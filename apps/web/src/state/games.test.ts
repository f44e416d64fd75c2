import type { GameChange } from '@mupiira/contract/events.ts'
import type { Game } from '@mupiira/contract/games.ts'
import { QueryObserver, skipToken } from '@tanstack/react-query'
import { afterEach, describe, expect, it } from 'vitest'
import { createQueryClient } from '../shared/api/queries.ts'
import { closingOdds } from '../shared/closing-odds.ts'
import { outcomesOf } from '../shared/locked-odds.ts'
import { gamesOf, gamesPages, changeableGames, patchGames, putGames, toGamesPage } from './games.ts'
import { applyGameChanges } from './stream-handlers.ts'

const PRICES = { '1': 2, X: 3, '2': 4 }
const game = (id: string, status: Game['status'], home = 0) =>
  ({ id, status, homeScore: home, awayScore: 0, open: status === 'upcoming', priced: true, prices: PRICES }) as Game
const changes = (...list: GameChange[]) => new Map(list.map((change) => [change.id, change]))

const client = createQueryClient()
afterEach(() => client.clear())

function changed(before: Game, change: Partial<GameChange>): Game {
  putGames(client, [before])
  patchGames(client, changes({ id: before.id, ...change }))
  return gamesOf(client)[before.id] as Game
}

describe('the game cache', () => {
  it('the game cache replaces only the games of an event', () => {
    const [a, b] = [game('a', 'upcoming'), game('b', 'live', 1)]
    putGames(client, [a, b])
    patchGames(client, changes({ id: 'b', homeScore: 2 }, { id: 'unknown', homeScore: 5 }))
    expect(gamesOf(client)['a']).toBe(a)
    expect(gamesOf(client)).toEqual({ a, b: { ...b, homeScore: 2 } })
  })

  it('the game cache notifies only the subscribers of a changed game', () => {
    putGames(client, [game('a', 'upcoming'), game('b', 'live')])
    const rendered: string[] = []
    const stops = ['a', 'b'].map((id) =>
      new QueryObserver(client, {
        queryKey: ['games'],
        queryFn: skipToken,
        select: (games: Readonly<Record<string, Game>>) => games[id],
        notifyOnChangeProps: ['data'],
      }).subscribe(() => rendered.push(id)),
    )
    patchGames(client, changes({ id: 'b', homeScore: 1 }))
    putGames(client, [game('a', 'upcoming')])
    return new Promise((done) => setTimeout(done)).then(() => {
      expect(rendered).toEqual(['b'])
      for (const stop of stops) stop()
    })
  })

  it('the game cache drops games of removed lists once it holds many games', () => {
    const list = (from: number) => Array.from({ length: 200 }, (_, at) => game(`g${from + at}`, 'upcoming'))
    const put = (from: number) =>
      client.setQueryData(gamesPages({ q: `${from}` }).queryKey, {
        pages: [toGamesPage(client, { items: list(from), nextCursor: null, counts: {} as never })],
        pageParams: [undefined],
      })
    put(0)
    put(1_000)
    client.removeQueries({ queryKey: ['GET /api/games', { q: '0' }] })
    put(2_000)
    expect(Object.keys(gamesOf(client))).toHaveLength(400)
    expect(gamesOf(client)['g0']).toBeUndefined()
  })
})

describe('a change of a game', () => {
  it('[HOME-19] an event that closes a game removes its prices from the cache', () => {
    expect(changed(game('a', 'upcoming'), { open: false }).prices).toEqual({ '1': null, X: null, '2': null })
    expect(changed(game('a', 'upcoming'), { homeScore: 1 }).prices).toEqual(PRICES)
  })

  it('[HOME-20] a game that starts keeps its last prices in the cache', () => {
    const started = changed(game('a', 'upcoming'), { open: false, status: 'live' })
    expect(started.closing).toEqual(PRICES)
    expect(changed(started, { homeScore: 1, status: 'live' }).closing).toEqual(PRICES)
    // The start time passes before the kick-off event arrives.
    const closed = changed(game('a', 'upcoming'), { open: false, status: 'upcoming' })
    expect(closingOdds(closed)).toEqual([])
    expect(closingOdds(changed(closed, { open: false, status: 'live' }))[0]).toEqual({ outcome: '1', odds: 2 })
  })

  it('[MKT-45] a game that is suspended keeps its number of outcomes', () => {
    for (const prices of [PRICES, { '1': 1.5, X: null, '2': 2.5 }])
      for (const sport of ['soccer', 'handball']) {
        const open = { ...game('a', 'upcoming'), sport, prices }
        expect(outcomesOf(changed(open, { open: false }))).toEqual(outcomesOf(open))
      }
  })

  it('[HOME-19] [HOME-20] a game that closes in the same update batch as a price change keeps the new price', () => {
    putGames(client, [game('a', 'upcoming')])
    const moved = { '1': 2.1, X: 3.1, '2': 4.1 }
    applyGameChanges(client, [
      { id: 'a', open: true, prices: moved, trends: { '1': 'up', X: 'up', '2': 'up' } },
      { id: 'a', open: false, status: 'live' },
    ])
    expect(gamesOf(client)['a']).toMatchObject({
      prices: { '1': null, X: null, '2': null },
      trends: { '1': 'stable', X: 'stable', '2': 'stable' },
      closing: moved,
    })
  })
})

const ticket = (id: string, status: string, ...games: string[]) => ({
  id,
  status,
  selections: games.map((gameId) => ({ gameId })),
})

it.each([
  ['a list of games', ['GET /api/games', {}], { pages: [{ ids: ['a'] }, { ids: ['b'] }] }, ['a', 'b']],
  ['the markets of a game', ['GET /api/games/{id}/markets', { id: 'a' }], [{ id: '1x2' }], ['a']],
  [
    'tickets, of which one is open',
    ['GET /api/bets', {}],
    { pages: [{ items: [ticket('t', 'pending', 'a', 'b'), ticket('u', 'won', 'c')] }] },
    ['a', 'b'],
  ],
  ['an open ticket', ['GET /api/bets/{id}', { id: 't' }], ticket('t', 'pending', 'a'), ['a']],
  ['a settled ticket', ['GET /api/bets/{id}', { id: 't' }], ticket('t', 'lost', 'a'), []],
  ['another list', ['GET /api/payments', {}], { pages: [{ items: [{ id: 'm', status: 'success' }] }] }, []],
  ['[TICK-34] a malformed list', ['GET /api/bets', {}], { pages: [{}] }, []],
  ['[TICK-34] a malformed ticket', ['GET /api/bets/{id}', { id: 't' }], { status: 'pending' }, []],
  ['a count', ['GET /api/games', { limit: 1 }], { live: 5 }, []],
  ['a response that is not loaded', ['GET /api/games', {}], undefined, []],
  ['a missing response', ['GET /api/bets/{id}', { id: 't' }], null, []],
])('the stream subscribes to the games that can change in a response: %s', (_what, key, data, ids) => {
  expect(changeableGames(key, data)).toEqual(ids)
})
