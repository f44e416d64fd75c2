import { expect, it } from 'vitest'
import type { Game } from '@mupiira/contract/games.ts'
import { odds } from '@mupiira/domain/odds/odds.ts'
import type { Games } from './games.ts'
import { selectionKey } from './slip-code.ts'
import type { SlipItem } from './slip-rules.ts'
import { currentTotal, quoteKey } from './slip-total.ts'

const item = (gameId: string, oddsSeen: string, market = '1x2'): SlipItem => ({
  id: `${gameId}-${market}`,
  gameId,
  market,
  marketCategory: market,
  selection: '1',
  oddsSeen,
  isNew: false,
  names: {
    section: 'Moneyline',
    label: 'Vipers SC',
    homeTeam: 'Vipers SC',
    awayTeam: 'SC Villa',
    league: 'Premier League',
    sport: 'Soccer',
    gameTime: '2026-11-21T16:00:00.000Z',
    gameStatus: 'upcoming',
  },
})
const [one, two, both] = [item('game-1', '2.34'), item('game-2', '3.05'), item('game-1', '1.70', 'btts')]
const NOTHING = { single: new Map(), joint: new Map() }
const listed = (price: number | null, open = true): Games => ({
  'game-1': { open, prices: { '1': price, X: 3, '2': 4 } } as unknown as Game,
})
const quoted = { single: new Map([[quoteKey(one), odds(250)]]), joint: new Map() }
const joint = new Map([[selectionKey([one, both]), odds(311)]])

it.each([
  ['no total for an empty slip', [], {}, NOTHING, null],
  ['the odds seen', [one, two], {}, NOTHING, 713n],
  ['the odds of the last quote', [one, two], {}, quoted, 762n],
  ['the odds seen of a selection that was tapped again', [item('game-1', '2.60'), two], {}, quoted, 793n],
  ['the odds of a listed game', [one, two], listed(2.4), quoted, 732n],
  ['the odds seen of a market that no list shows', [both], listed(2.4), NOTHING, 170n],
  ['the other selections if a game has started', [one, two], listed(2.4, false), quoted, 305n],
  [
    'the other selections if one is closed',
    [one, two],
    {},
    { ...NOTHING, single: new Map([[quoteKey(one), null]]) },
    305n,
  ],
  ['no total without the joint odds of a game', [one, both], {}, NOTHING, null],
  ['joint odds', [one, both, two], {}, { ...NOTHING, joint }, 948n],
])('[SLIP-24] the slip’s button shows %s', (_, items, games, quote, total) => {
  expect(currentTotal(items, games, quote)).toBe(total)
})
