import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Router } from 'wouter'
import type { Game } from '@mupiira/contract/games.ts'
import { putGames } from '../../state/games.ts'
import { GameRow } from './game-row.tsx'

it('[MKT-40] [MKT-41] a game row without odds shows the locked fallback odds and no other number', () => {
  const game = {
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
  const client = new QueryClient()
  putGames(client, [game])
  const html = renderToString(
    <QueryClientProvider client={client}>
      <Router ssrPath="/">
        <GameRow id="g" now={new Date('2026-11-21T12:00:00Z')} />
      </Router>
    </QueryClientProvider>,
  )
  const names = [...html.matchAll(/<button[^>]*aria-label="([^"]*)"/g)].map(([, label = '']) => label)
  expect(names).toHaveLength(3)
  for (const name of names) expect(name).toMatch(/, locked: no odds yet$/)
  expect(html.replace(/<[^>]*>/g, ' ').match(/\d+\.\d+/g)).toEqual(['1.71', '4.20', '5.50'])
})
