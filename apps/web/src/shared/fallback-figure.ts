import type { Game } from '@mupiira/contract/games.ts'
import { FALLBACK_ODDS_HUNDREDTHS } from '@mupiira/domain/pricing/margin.ts'

type Outcome = keyof typeof FALLBACK_ODDS_HUNDREDTHS

/**
 * What a locked button of the 1X2 market shows of a game ahead: its fallback figure where it has no odds (D14, MKT-40),
 * and for X that there is none where no draw can happen (D53, MKT-45).
 */
export function fallbackFigure(game: Game, outcome: Outcome): { readonly figure?: number | 'none' } {
  if (game.status !== 'upcoming') return {}
  const noDraw = outcome === 'X' && game.prices.X === null && (game.prices['1'] !== null || game.sport !== 'soccer')
  if (noDraw) return { figure: 'none' }
  return game.priced ? {} : { figure: FALLBACK_ODDS_HUNDREDTHS[outcome] }
}
