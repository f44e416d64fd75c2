import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Router } from 'wouter'
import type { Game, Market } from '@mupiira/contract/games.ts'
import { GameRow } from '../home/game-row.tsx'
import { MarketSection } from './market-section.tsx'

const NO_PRICES = { '1': null, X: null, '2': null }

/** The names of the three buttons of a game ahead, as a screen reader says them. */
function buttonsOf(home: string, game: Partial<Game>): string[] {
  return namesIn(htmlOf(home, game))
}

const namesIn = (html: string): string[] =>
  [...html.matchAll(/<button[^>]*aria-label="([^"]*)"/g)].map(([, label = '']) => label)

const gameOf = (game: Partial<Game>): Game =>
  ({
    ...{ id: 'g', sport: 'soccer', status: 'upcoming', open: true, priced: false, prices: NO_PRICES },
    ...game,
  }) as unknown as Game

function htmlOf(home: string, game: Partial<Game>): string {
  const { '1': odds1, X: oddsX, '2': odds2 } = game.prices ?? NO_PRICES
  const selection = (id: string, label: string, odds: number | null | undefined) => ({ id, label, odds: odds ?? null })
  const market = {
    id: '1x2',
    name: 'Moneyline',
    available: true,
    selections: [selection('1', home, odds1), selection('X', 'Draw', oddsX), selection('2', 'KCCA FC', odds2)],
  }
  return renderToString(createElement(MarketSection, { game: gameOf(game), market: market as unknown as Market }))
}

it.each(['Vipers SC', 'Wolverhampton Wanderers FC'])(
  '[MKT-40] %s, without odds: the fallback figures, locked',
  (home) => {
    const names = buttonsOf(home, {})
    expect(names.map((name) => /\d+\.\d\d/.exec(name)?.[0])).toEqual(['1.71', '4.20', '5.50'])
    for (const name of names) expect(name).toMatch(/, locked$/)
  },
)

it('[MKT-40] [MKT-41] without odds the list and the detail show the same figures, and no defaults of their own', () => {
  const named = { homeTeam: 'Vipers SC', awayTeam: 'KCCA FC', league: 'Premier League', country: 'Uganda' }
  const game = gameOf({ ...named, startTime: '2026-11-22T12:00:00.000Z', moreMarkets: 0, homeScore: null })
  const list = renderToString(
    createElement(Router, { ssrPath: '/' }, createElement(GameRow, { game, now: new Date('2026-11-21T12:00:00Z') })),
  )
  for (const html of [list, htmlOf('Vipers SC', {})]) {
    const names = namesIn(html)
    expect(names).toHaveLength(3)
    for (const name of names) expect(name).toMatch(/, locked$/)
    // The text of the buttons, and whatever else is read.
    const figures = html.replace(/<[^>]*>/g, ' ').match(/\d+\.\d+/g)
    expect(figures).toEqual(['1.71', '4.20', '5.50'])
  }
})

it.each(['City Oilers', 'The Very Long Named Basketball Club'])('[MKT-45] %s cannot draw: X says so', (home) => {
  const [first, draw] = buttonsOf(home, { sport: 'basketball', priced: true, prices: { '1': 1.5, X: null, '2': 2.4 } })
  expect(first).toContain('1.50')
  expect(draw).toMatch(/^Draw – .*, locked$/)
})
