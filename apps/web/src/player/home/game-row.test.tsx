import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Router } from 'wouter'
import type { Game } from '@mupiira/contract/games.ts'
import { putGames } from '../../state/games.ts'
import { GameRow } from './game-row.tsx'

const GAME = {
  id: 'g',
  sport: 'soccer',
  status: 'upcoming',
  open: true,
  priced: false,
  prices: { '1': null, X: null, '2': null },
  homeTeam: 'Vipers SC',
  awayTeam: 'KCCA FC',
  league: 'Premier League',
  country: 'Uganda',
  startTime: '2026-11-22T12:00:00.000Z',
  moreMarkets: 0,
  homeScore: null,
  awayScore: null,
} as unknown as Game

function htmlOf(game: Game): string {
  const client = new QueryClient()
  putGames(client, [game])
  return renderToString(
    <QueryClientProvider client={client}>
      <Router ssrPath="/">
        <GameRow id="g" now={new Date('2026-11-21T12:00:00Z')} manyMarkets={false} />
      </Router>
    </QueryClientProvider>,
  )
}

const namesIn = (html: string): string[] =>
  [...html.matchAll(/<button[^>]*aria-label="([^"]*)"/g)].map(([, label = '']) => label)

it('[MKT-40] [MKT-41] a game row without odds shows the locked fallback odds and no other number', () => {
  const html = htmlOf(GAME)
  const names = namesIn(html)
  expect(names).toHaveLength(3)
  for (const name of names) expect(name).toMatch(/, locked: no odds yet$/)
  expect(html.replace(/<[^>]*>/g, ' ').match(/\d+\.\d+/g)).toEqual(['1.71', '4.20', '5.50'])
})

it.each<[string, Partial<Game>, readonly string[]]>([
  ['a basketball game', { sport: 'basketball', prices: { '1': 1.5, X: null, '2': 2.4 } }, ['1', '2']],
  [
    'a basketball game with a price for X',
    { sport: 'basketball', prices: { '1': 1.5, X: 9, '2': 2.9 } },
    ['1', 'X', '2'],
  ],
  ['a football game', { prices: { '1': 1.5, X: 3.4, '2': 6 } }, ['1', 'X', '2']],
])('[HOME-19] [MKT-45] the row of %s has a button for each possible outcome', (_, change, labels) => {
  const names = namesIn(htmlOf({ ...GAME, priced: true, ...change } as Game))
  expect(names.map((name) => name.split(' ')[0])).toEqual(labels)
})

it.each<[string, Partial<Game>, string]>([
  [
    'a suspended football game',
    { open: false },
    'Suspended, Vipers SC vs KCCA FC, locked: no bets on this game right now',
  ],
  [
    'a live tennis match',
    { sport: 'tennis', status: 'live' },
    'Bets closed, Vipers SC vs KCCA FC, locked: bets close at kick-off',
  ],
  ['a finished game', { status: 'finished' }, 'Full time, Vipers SC vs KCCA FC, locked: this game is over'],
])('[HOME-20] the row of %s has one locked field in place of three', (_, change, name) => {
  const html = htmlOf({ ...GAME, priced: true, moreMarkets: 9, ...change } as Game)
  expect(namesIn(html)).toEqual([name])
  expect(html).not.toContain('more markets')
})
