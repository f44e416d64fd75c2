import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Game, Market } from '@mupiira/contract/games.ts'
import { closedReason } from '../../shared/lock-reason.ts'
import { MarketSection } from './market-section.tsx'

const NO_PRICES = { '1': null, X: null, '2': null }

function htmlOf(home: string, game: Partial<Game>): string {
  const { '1': odds1, X: oddsX, '2': odds2 } = game.prices ?? NO_PRICES
  const selection = (id: string, label: string, odds: number | null | undefined) => ({ id, label, odds: odds ?? null })
  const market = {
    id: '1x2',
    name: 'Moneyline',
    available: true,
    selections: [selection('1', home, odds1), selection('X', 'Draw', oddsX), selection('2', 'KCCA FC', odds2)],
  }
  const startTime = '2026-11-22T12:00:00.000Z'
  const full = {
    id: 'g',
    startTime,
    sport: 'soccer',
    status: 'upcoming',
    open: true,
    priced: false,
    prices: NO_PRICES,
    ...game,
  } as unknown as Game
  const closed = closedReason(full, new Date('2026-11-21T12:00:00Z'))
  return renderToString(createElement(MarketSection, { game: full, market: market as unknown as Market, closed }))
}

const buttonsOf = (home: string, game: Partial<Game>): string[] =>
  [...htmlOf(home, game).matchAll(/<button[^>]*aria-label="([^"]*)"/g)].map(([, label = '']) => label)

it.each(['Vipers SC', 'Wolverhampton Wanderers FC'])(
  '[MKT-40] [MKT-41] the markets of a game of %s without odds show the locked fallback odds and no other number',
  (home) => {
    const names = buttonsOf(home, {})
    expect(names.map((name) => /\d+\.\d\d/.exec(name)?.[0])).toEqual(['1.71', '4.20', '5.50'])
    for (const name of names) expect(name).toMatch(/, locked: no odds yet$/)
    const read = htmlOf(home, {}).replace(/<[^>]*>/g, ' ')
    expect(read.match(/\d+\.\d+/g)).toEqual(['1.71', '4.20', '5.50'])
  },
)

it.each(['City Oilers', 'The Very Long Named Basketball Club'])(
  '[MKT-45] a basketball game of %s has no draw option',
  (home) => {
    const names = buttonsOf(home, { sport: 'basketball', priced: true, prices: { '1': 1.5, X: null, '2': 2.4 } })
    expect(names).toEqual([expect.stringContaining('1.50'), expect.stringContaining('2.40')])
  },
)

it('[LIVE-11] options locked in play have the same labels as open options', () => {
  const html = htmlOf('Vipers SC', { status: 'live', priced: true })
  expect(html.replace(/<[^>]*>/g, ' ')).toMatch(/Vipers SC .*Draw .*KCCA FC/)
})

it.each<[string, Partial<Game>]>([
  ['a game in play', { status: 'live', closing: { '1': 1.5, X: 3.4, '2': 6 } }],
  ['a game that has started according to the clock', { startTime: '2026-11-21T11:00:00Z', prices: NO_PRICES }],
  ['a game that is over', { status: 'finished' }],
])('[HOME-20] [LIVE-11] %s shows locked options without odds', (_, game) => {
  const names = buttonsOf('Vipers SC', { priced: true, ...game })
  expect(names).toHaveLength(3)
  for (const name of names) expect(name).toMatch(/^\D*, locked: /)
})
