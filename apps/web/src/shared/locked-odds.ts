import type { Game } from '@mupiira/contract/games.ts'
import { FALLBACK_ODDS_HUNDREDTHS } from '@mupiira/domain/pricing/margin.ts'

type Outcome = keyof typeof FALLBACK_ODDS_HUNDREDTHS

const OUTCOMES = ['1', 'X', '2'] as const
const TWO_OUTCOMES = ['1', '2'] as const

/** The current prices of a game, or its last prices: the server sends no prices for a closed game (decision 0026). */
const lastPrices = ({ closing, prices }: Game): Game['prices'] => (prices['1'] === null ? closing : undefined) ?? prices

/** The outcomes of a game's 1X2: without X where no draw can happen (D53, MKT-45). They stay when the game closes. */
export function outcomesOf(game: Game): readonly Outcome[] {
  const last = lastPrices(game)
  const isTwoWay = last.X === null && (last['1'] !== null || game.sport !== 'soccer')
  return isTwoWay ? TWO_OUTCOMES : OUTCOMES
}

/**
 * The odds on a locked 1X2 button: the closing odds of a live game (decision 0026), and the fallback odds of an
 * upcoming game without odds (D14, MKT-40).
 */
export function lockedOdds(game: Game, outcome: Outcome): { readonly figure?: number } {
  const { status, priced } = game
  if (status !== 'upcoming' && status !== 'live') return {}
  // A game that reached its start time without a stream event still has its last prices. A suspended game shows no
  // prices.
  const odds = (status === 'live' ? lastPrices(game) : game.prices)[outcome]
  if (odds !== null) return { figure: Math.round(odds * 100) }
  return priced || status === 'live' ? {} : { figure: FALLBACK_ODDS_HUNDREDTHS[outcome] }
}
