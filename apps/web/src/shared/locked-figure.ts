import type { Game } from '@mupiira/contract/games.ts'
import { FALLBACK_ODDS_HUNDREDTHS } from '@mupiira/domain/pricing/margin.ts'

type Outcome = keyof typeof FALLBACK_ODDS_HUNDREDTHS

/**
 * What a locked button of the 1X2 market shows: of a game in play the odds that it closed with (decision 0026), of one
 * ahead without odds its fallback figure (D14, MKT-40), and for X that there is none where no draw can happen (D53,
 * MKT-45).
 */
export function lockedFigure(game: Game, outcome: Outcome): { readonly figure?: number | 'none' } {
  const { status, priced, sport, closing } = game
  if (status !== 'upcoming' && status !== 'live') return {}
  // Closed by the time alone, and nobody has said so yet: they are there still.
  const last = (status === 'live' ? closing : undefined) ?? game.prices
  if (outcome === 'X' && last.X === null && (last['1'] !== null || (status === 'upcoming' && sport !== 'soccer'))) {
    return { figure: 'none' }
  }
  const odds = last[outcome]
  if (odds !== null) return { figure: Math.round(odds * 100) }
  return priced || status === 'live' ? {} : { figure: FALLBACK_ODDS_HUNDREDTHS[outcome] }
}
