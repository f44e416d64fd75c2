import { describe, expect, it } from 'vitest'
import type { Game } from '@mupiira/contract/games.ts'
import {
  matchOf,
  MAX_SELECTIONS,
  readItems,
  slipItem,
  slipItemId,
  toggleItem,
  type SlipItem,
  withGame,
  withSelections,
} from './slip-rules.ts'

const item = (over: Partial<SlipItem> = {}): SlipItem => ({
  id: 'game-7-moneyline-ura-fc',
  gameId: 'game-7',
  market: '1x2',
  marketCategory: 'match_winner',
  selection: '1',
  oddsSeen: '2.34',
  isNew: false,
  names: {
    section: 'Moneyline',
    label: 'URA FC',
    homeTeam: 'URA FC',
    awayTeam: 'BUL FC',
    league: 'Premier League',
    sport: 'Soccer',
    gameTime: '2026-11-21T16:00:00.000Z',
    gameStatus: 'upcoming',
  },
  ...over,
})

const picks = (items: readonly SlipItem[]) =>
  items.map(({ gameId, market, selection }) => `${gameId} ${market} ${selection}`)

it('[SLIP-18] [SLIP-11] [SLIP-04] restored selections are added before the current selections, which are kept', () => {
  const away = item({ selection: '2' })
  const many = Array.from({ length: MAX_SELECTIONS }, (_, at) => item({ gameId: `game-${at}` }))
  const back = withSelections([away], many)
  expect(back).toHaveLength(MAX_SELECTIONS)
  expect(back.at(-1)).toBe(away)
  expect(back.filter(({ gameId }) => gameId === 'game-7')).toEqual([away])
  expect(withSelections([], many)).toEqual(many)
})

describe('filling the slip', () => {
  const home = item()
  const away = item({ selection: '2', oddsSeen: '3.10' })
  const half = item({ market: 'half_time_result', marketCategory: 'half_time_result', selection: 'X' })
  const other = item({ gameId: 'game-11', selection: 'X' })

  it.each([
    ['[SLIP-01] adds an option', [], home, 'added', ['game-7 1x2 1']],
    ['[SLIP-02] removes the same option', [home, other], home, 'removed', ['game-11 1x2 X']],
    [
      '[SLIP-03] replaces another option of the game and market, in its place',
      [home, other],
      away,
      'replaced',
      ['game-7 1x2 2', 'game-11 1x2 X'],
    ],
    [
      '[SLIP-04] keeps an option of another category of the same game',
      [home],
      half,
      'added',
      ['game-7 1x2 1', 'game-7 half_time_result X'],
    ],
    [
      '[SLIP-04] replaces an option of another market in the same category',
      [home],
      item({ market: 'moneyline', selection: '2' }),
      'replaced',
      ['game-7 moneyline 2'],
    ],
    [
      '[INP-07] of a live game replaces every other option of the game',
      [home, half, other],
      item({ market: 'btts', marketCategory: 'btts', selection: 'yes', names: { ...home.names, gameStatus: 'live' } }),
      'replaced-in-play',
      ['game-7 btts yes', 'game-11 1x2 X'],
    ],
    [
      '[INP-07] of a live game replaces another option of its market like before the start',
      [home, other],
      item({ selection: '2', names: { ...home.names, gameStatus: 'live' } }),
      'replaced',
      ['game-7 1x2 2', 'game-11 1x2 X'],
    ],
    [
      '[SLIP-02] removes the same option of a game that is live now, and keeps its other options',
      [home, half],
      { ...half, names: { ...half.names, gameStatus: 'live' } },
      'removed',
      ['game-7 1x2 1'],
    ],
    ['[SLIP-06] refuses a selection without a game', [other], item({ gameId: '' }), 'invalid-game', ['game-11 1x2 X']],
    ['[MKT-21] refuses a game id under 3 characters', [], item({ gameId: 'g7' }), 'invalid-game', []],
  ] as const)('tapping an option %s', (_title, before, tapped, outcome, after) => {
    const result = toggleItem(before, tapped)
    expect(result.outcome).toBe(outcome)
    expect(picks(result.items)).toEqual(after)
  })

  it('[SLIP-10] the slip marks only new selections as new', () => {
    const { items } = toggleItem([other], home)
    expect(items.map(({ isNew }) => isNew)).toEqual([false, true])
  })

  it('[SLIP-11] the slip holds at most 45 selections, and a selection of a full slip can be replaced', () => {
    const full = Array.from({ length: MAX_SELECTIONS }, (_, i) => item({ gameId: `game-${100 + i}` }))
    expect(toggleItem(full, home)).toEqual({ items: full, outcome: 'full' })
    expect(toggleItem(full, item({ gameId: 'game-103', selection: '2' })).outcome).toBe('replaced')
  })

  it('[DATA-21] the slip stores one stake, and for each selection a reference and names', () => {
    const game = {
      id: 'game-7',
      homeTeam: 'URA FC',
      awayTeam: 'BUL FC',
      league: 'Premier League',
      sport: 'Soccer',
      startTime: '2026-11-21T16:00:00.000Z',
      status: 'upcoming',
    } as Game
    const market = { id: '1x2', name: 'Moneyline', category: 'match_winner' }
    const picked = slipItem(game, market, { id: '1', label: 'URA FC', odds: 2.34 })
    const stored = readItems(JSON.parse(JSON.stringify(toggleItem([], picked).items)))
    expect(stored).toEqual([home])
    expect(matchOf(home)).toBe('URA FC vs BUL FC')
    expect(
      readItems([
        { ...home, oddsSeen: 2.34 },
        { ...home, marketCategory: undefined },
      ]),
    ).toHaveLength(1)
  })

  it('[SLIP-19] the slip shows the cached game, or else the game as it was when selected', () => {
    const game = { homeTeam: 'URA', startTime: '2026-11-21T18:00:00.000Z', status: 'live' } as Game
    expect(withGame(home, game).names).toMatchObject({ homeTeam: 'URA', gameTime: game.startTime, label: 'URA FC' })
    expect(withGame(home, undefined)).toBe(home)
  })

  it('[DATA-22] the slip identifies an item by game, section and label', () => {
    expect(slipItemId('G-7', 'Over/Under', 'Over 2.5')).toBe('g-7-over-under-over-2.5')
  })
})

describe('[SLIP-12] a slip from an earlier visit', () => {
  it.each([
    ['nothing', null, 0],
    ['another structure', { items: [] }, 0],
    ['an item without a game', [{ ...item(), gameId: 5 }], 0],
    ['invalid odds', [item({ oddsSeen: '2' })], 0],
    ['a valid item beside an invalid one', [item(), 'x'], 1],
  ])('a slip from an earlier visit with $0 is restored with $2 selections', (_title, stored, count) => {
    expect(readItems(stored)).toHaveLength(count)
  })

  it('a slip from an earlier visit does not mark items as new', () => {
    expect(readItems([item({ isNew: true })])[0]?.isNew).toBe(false)
  })
})
