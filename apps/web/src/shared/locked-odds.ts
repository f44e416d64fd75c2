import type { Game } from '@mupiira/contract/games.ts'
import { FALLBACK_ODDS_HUNDREDTHS } from '@mupiira/domain/pricing/margin.ts'

type Outcome = keyof typeof FALLBACK_ODDS_HUNDREDTHS

/**
 * The odds on a locked 1X2 button: the closing odds of a live game (decision 0026), the fallback odds of an upcoming
 * game without odds (D14, MKT-40), and none for X if a draw is impossible (D53, MKT-45).
 */
export function lockedOdds(game: Game, outcome: Outcome): { readonly figure?: number | 'none' } {
  const { status, priced, sport, closing } = game
  if (status !== 'upcoming' && status !== 'live') return {}
  // A game that reached its start time without a stream event still has its last prices.
  const last = (status === 'live' ? closing : undefined) ?? game.prices
  if (outcome === 'X' && last.X === null && (last['1'] !== null || (status === 'upcoming' && sport !== 'soccer'))) {
    return { figure: 'none' }
  }
  const odds = last[outcome]
  if (odds !== null) return { figure: Math.round(odds * 100) }
  return priced || status === 'live' ? {} : { figure: FALLBACK_ODDS_HUNDREDTHS[outcome] }
}
