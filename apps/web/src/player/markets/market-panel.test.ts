import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Game, Market } from '@mupiira/contract/games.ts'
import { RenderedAt } from '../../shared/clock.ts'
import { MarketPanel } from './market-panel.tsx'

const PRICES = { '1': 1.5, X: 3.4, '2': 6 }
const GAME = {
  id: 'g',
  homeTeam: 'Vipers SC',
  awayTeam: 'KCCA FC',
  sport: 'soccer',
  startTime: '2026-11-22T12:00:00.000Z',
  open: false,
  priced: true,
  prices: PRICES,
} as unknown as Game
const MARKET = {
  id: '1x2',
  name: 'Moneyline',
  group: 'popular',
  available: true,
  selections: ['1', 'X', '2'].map((id) => ({ id, label: id, odds: null })),
} as unknown as Market

const htmlOf = (status: Game['status']): string =>
  renderToString(
    createElement(
      RenderedAt,
      { value: new Date('2026-11-22T15:00:00Z') },
      createElement(MarketPanel, { game: { ...GAME, status }, markets: [MARKET] }),
    ),
  )

it('the panel of a finished game says that the game is over, and lists no locked markets', () => {
  expect(htmlOf('finished')).toContain('This game is over.')
  expect(htmlOf('finished')).not.toContain('<button')
})

it('[LIVE-11] the panel of a live game says why betting is closed, shows the odds at kick-off, and hides the locked markets', () => {
  const html = htmlOf('live')
  expect(html).toContain('Bets close at kick-off.')
  expect(html).toContain('Odds at kick-off: 1 1.50 · X 3.40 · 2 6.00')
  expect(html).toMatch(/<button[^>]*aria-expanded="false"[^>]*><span>1 closed market</)
  expect(html).not.toContain('Moneyline')
})

it('[MKT-40] the markets of an upcoming game stay visible while they are closed', () => {
  const html = htmlOf('upcoming')
  expect(html).toContain('Moneyline')
  expect(html).not.toContain('closed market')
})
