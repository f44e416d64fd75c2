import { expect, it } from 'vitest'
import { gamesIn } from './games-on-screen.ts'

const game = (id: string) => ({ id, homeTeam: 'A', status: 'live' })
const ticket = (id: string, status: string, ...games: string[]) => ({
  id,
  status,
  selections: games.map((gameId) => ({ gameId })),
})

it.each([
  ['a list of games', { pages: [{ items: [game('a')] }, { items: [game('b')] }] }, ['a', 'b']],
  ['the markets of a game', { game: game('a'), items: [{ id: '1x2' }] }, ['a']],
  [
    'tickets, of which one is open',
    { pages: [{ items: [ticket('t', 'pending', 'a', 'b'), ticket('u', 'won', 'c')] }] },
    ['a', 'b'],
  ],
  ['an open ticket', ticket('t', 'pending', 'a'), ['a']],
  ['a settled ticket', ticket('t', 'lost', 'a'), []],
  ['another list', { pages: [{ items: [{ id: 'm', status: 'success' }] }] }, []],
  ['pages without items', { pages: [{}] }, []],
  ['a balance', { balance: 5 }, []],
  ['nothing', undefined, []],
  ['no answer', null, []],
])('of %s the games that may move are followed', (_what, data, ids) => {
  expect(gamesIn(data)).toEqual(ids)
})
