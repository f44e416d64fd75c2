import type { Ticket } from '@mupiira/contract/bets.ts'
import type { GameChange } from '@mupiira/contract/events.ts'
import type { Game } from '@mupiira/contract/games.ts'
import { describe, expect, it } from 'vitest'
import { createQueryClient, queryKey } from '../shared/api/queries.ts'
import { LIVE_COUNT } from '../shared/games-query.ts'
import { lockedFigure } from '../shared/locked-figure.ts'
import { applyGameChanges, patchGames, patchLegs } from './patch-games.ts'

const game = (id: string, status: Game['status'], home = 0) =>
  ({ id, status, homeScore: home, awayScore: 0, open: status === 'upcoming' }) as unknown as Game
const changes = (...list: GameChange[]) => new Map(list.map((change) => [change.id, change]))

describe('live changes of games', () => {
  it('are laid over the games that they name, and leave the others the very same', () => {
    const list = [game('a', 'upcoming'), game('b', 'live', 1)]
    const after = patchGames(list, changes({ id: 'b', homeScore: 2 }))
    expect(after[0]).toBe(list[0])
    expect(after[1]).toMatchObject({ id: 'b', status: 'live', homeScore: 2 })
  })

  it('[HOME-19] remove the prices of a closed game', () => {
    const open = { ...game('a', 'upcoming'), prices: { '1': 2, X: 3, '2': 4 } } as Game
    expect(patchGames([open], changes({ id: 'a', open: false }))[0]?.prices).toEqual({ '1': null, X: null, '2': null })
    expect(patchGames([open], changes({ id: 'a', homeScore: 1 }))[0]?.prices).toEqual(open.prices)
  })

  it('[HOME-20] keep the last prices of a game that starts, which are not sent again', () => {
    const open = { ...game('a', 'upcoming'), priced: true, prices: { '1': 2, X: 3, '2': 4 } } as Game
    const [begun] = patchGames([open], changes({ id: 'a', open: false, status: 'live' }))
    expect(begun?.closing).toEqual(open.prices)
    expect(patchGames([begun as Game], changes({ id: 'a', homeScore: 1, status: 'live' }))[0]?.closing).toEqual(
      open.prices,
    )
    // Its time comes before the word that it has begun.
    const [closed] = patchGames([open], changes({ id: 'a', open: false, status: 'upcoming' }))
    expect(lockedFigure(closed as Game, '1')).toEqual({})
    const [late] = patchGames([closed as Game], changes({ id: 'a', open: false, status: 'live' }))
    expect(lockedFigure(late as Game, '1')).toEqual({ figure: 200 })
  })

  it('[HOME-19] [HOME-20] close a game whose price moved in the same tick, with that price and not the one before', () => {
    const client = createQueryClient()
    const key = ['GET /api/games', { limit: 30 }]
    const open = { ...game('a', 'upcoming'), prices: { '1': 2, X: 3, '2': 4 } } as Game
    client.setQueryData(key, { pages: [{ items: [open], nextCursor: null, counts: {} }], pageParams: [undefined] })
    const moved = { '1': 2.1, X: 3.1, '2': 4.1 }
    applyGameChanges(client, [
      { id: 'a', open: true, prices: moved, trends: { '1': 'up', X: 'up', '2': 'up' } },
      { id: 'a', open: false, status: 'live' },
    ])
    expect(client.getQueryData<{ pages: { items: Game[] }[] }>(key)?.pages[0]?.items[0]).toMatchObject({
      prices: { '1': null, X: null, '2': null },
      trends: { '1': 'stable', X: 'stable', '2': 'stable' },
      closing: moved,
    })
    client.clear()
  })

  it('leave a list that has none of the games untouched, so that nothing renders', () => {
    const list = [game('a', 'upcoming')]
    expect(patchGames(list, changes({ id: 'z', homeScore: 5 }))).toBe(list)
  })

  it.each([
    ['[HOME-11] a game that begins', { id: 'a', status: 'live' }, { total: 124, live: 8, upcoming: 116 }],
    ['a game that ends', { id: 'b', status: 'finished' }, { total: 123, live: 6, upcoming: 117 }],
    ['a game that is called off', { id: 'a', status: 'cancelled' }, { total: 123, live: 7, upcoming: 116 }],
    ['a goal', { id: 'b', homeScore: 3 }, { total: 124, live: 7, upcoming: 117 }],
  ] as const)('%s moves the counts of the list', (_title, change, counts) => {
    const client = createQueryClient()
    const key = ['GET /api/games', { limit: 30 }]
    const page = {
      items: [game('a', 'upcoming'), game('b', 'live', 1)],
      nextCursor: null,
      counts: { total: 124, live: 7, popular: 5, upcoming: 117 },
    }
    client.setQueryData(key, { pages: [page], pageParams: [undefined] })
    applyGameChanges(client, [change])
    expect(client.getQueryData<{ pages: (typeof page)[] }>(key)?.pages[0]?.counts).toEqual({ ...counts, popular: 5 })
    client.clear()
  })

  it('[HOME-06] [APP-46] [APP-47] move what is counted elsewhere on the page, once however many lists hold the game', () => {
    const client = createQueryClient()
    const premier = { sport: 'soccer', league: 'Premier League', country: 'Uganda' }
    const items = [{ ...game('a', 'upcoming'), ...premier } as Game, { ...game('b', 'live'), ...premier } as Game]
    const counts = { total: 40, live: 7, popular: 5, upcoming: 33 }
    for (const limit of [30, 60])
      client.setQueryData(['GET /api/games', { limit }], {
        pages: [{ items, nextCursor: null, counts }],
        pageParams: [undefined],
      })
    client.setQueryData(queryKey('GET /api/games', LIVE_COUNT), { items: [], nextCursor: null, counts })
    const leagues = [
      { name: 'Premier League', country: 'Uganda', count: 17 },
      { name: 'Premier League', country: 'Kenya', count: 9 },
    ]
    const sports = {
      items: [
        { name: 'soccer', count: 36, leagues },
        { name: 'tennis', count: 4, leagues: [] },
      ],
    }
    client.setQueryData(queryKey('GET /api/sports'), sports)

    applyGameChanges(client, [{ id: 'b', homeScore: 1 }])
    expect(client.getQueryData(queryKey('GET /api/sports'))).toBe(sports)
    const moves: GameChange[] = [
      { id: 'a', status: 'live' },
      { id: 'b', status: 'finished' },
    ]
    for (const changes of [moves, moves]) applyGameChanges(client, changes)
    expect(client.getQueryData(queryKey('GET /api/sports'))).toEqual({
      items: [{ name: 'soccer', count: 35, leagues: [{ ...leagues[0], count: 16 }, leagues[1]] }, sports.items[1]],
    })
    applyGameChanges(client, [{ id: 'a', status: 'finished' }])
    expect(client.getQueryData(queryKey('GET /api/games', LIVE_COUNT))).toMatchObject({ counts: { live: 6 } })
    client.clear()
  })

  it('leave answers that are no lists alone', () => {
    const client = createQueryClient()
    const key = ['GET /api/games', { limit: 1, status: 'live' }]
    const answer = {
      items: [game('b', 'live')],
      nextCursor: null,
      counts: { total: 1, live: 1, popular: 0, upcoming: 0 },
    }
    client.setQueryData(key, answer)
    applyGameChanges(client, [{ id: 'b', homeScore: 1 }])
    expect(client.getQueryData(key)).toBe(answer)
    client.clear()
  })

  it('[TICK-23] bring score and clock of a ticket’s legs, never what a leg came to', () => {
    const leg = { gameId: 'b', homeScore: null, awayScore: null, clock: null, label: 'NOT START', outcome: null }
    const ticket = { selections: [leg, { ...leg, gameId: 'c' }] } as unknown as Ticket
    const clock = { minute: 58, label: "Live 58'" }
    const after = patchLegs(ticket, changes({ id: 'b', homeScore: 1, awayScore: 0, clock, status: 'finished' }))
    expect(after.selections[0]).toMatchObject({
      homeScore: 1,
      awayScore: 0,
      clock: "Live 58'",
      label: 'NOT START',
      outcome: null,
    })
    expect(after.selections[1]).toBe(ticket.selections[1])
  })
})
