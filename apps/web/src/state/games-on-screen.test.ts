import { expect, it } from 'vitest'
import { movingGames } from './games-on-screen.ts'

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
  ['nothing', ['GET /api/games', {}], undefined, []],
  ['a missing response', ['GET /api/bets/{id}', { id: 't' }], null, []],
])('follows the games of %s that can change', (_what, key, data, ids) => {
  expect(movingGames(key, data)).toEqual(ids)
})
