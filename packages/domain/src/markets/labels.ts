import type { GameForMarkets, MarketId } from './types.ts'

export type GameNames = Pick<GameForMarkets, 'homeTeam' | 'awayTeam'> & Partial<Pick<GameForMarkets, 'players'>>

/**
 * A selection as people read it: `labelOf('asian_handicap', 'home_-1.5', game)` → "Arsenal -1.5". An id that reads well
 * by itself ("1X", "2-1", "4-6") is its own label.
 */
export function labelOf(market: MarketId, selectionId: string, game: GameNames): string {
  switch (market) {
    case '1x2':
    case 'half_time_result':
    case 'draw_no_bet':
    case 'to_qualify':
      return winner(selectionId, game)
    case 'first_to_score':
      return selectionId === 'none' ? 'No goal' : side(selectionId, game)
    case 'asian_handicap':
    case 'winning_margin':
    case 'clean_sheet':
    case 'win_to_nil':
      return sided(market, selectionId, game)
    case 'anytime_scorer':
      return game.players?.find(({ id }) => id === selectionId)?.name ?? selectionId
    case 'highest_scoring_half':
      return { first: 'First half', second: 'Second half', equal: 'Equal' }[selectionId] ?? selectionId
    default:
      return selectionId.split('&').map(words).join(' & ')
  }
}

function winner(letter: string, game: GameNames): string {
  if (letter === '1') return game.homeTeam
  return letter === '2' ? game.awayTeam : 'Draw'
}

const side = (text: string, game: GameNames): string => (text === 'home' ? game.homeTeam : game.awayTeam)

function sided(market: MarketId, selectionId: string, game: GameNames): string {
  if (selectionId === 'draw') return 'Draw'
  const [which = '', detail = ''] = selectionId.split('_')
  const team = side(which, game)
  if (market === 'winning_margin') return `${team} by ${detail}`
  return market === 'asian_handicap' ? `${team} ${detail}` : `${team}: ${words(detail)}`
}

// "over_2.5" → "Over 2.5", "yes" → "Yes"; "1X" and "4-6" stay.
const words = (id: string): string =>
  /^[a-z]/.test(id) ? `${id.charAt(0).toUpperCase()}${id.slice(1)}`.replace('_', ' ') : id
