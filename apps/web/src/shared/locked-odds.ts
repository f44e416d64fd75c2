import type { Game } from '@mupiira/contract/games.ts'
import { FALLBACK_ODDS_HUNDREDTHS } from '@mupiira/domain/pricing/margin.ts'

export type Outcome = keyof typeof FALLBACK_ODDS_HUNDREDTHS

const OUTCOMES = ['1', 'X', '2'] as const
const TWO_OUTCOMES = ['1', '2'] as const

/** The current prices of a game, or its last prices: the server sends no prices for a closed game (decision 0026). */
export const lastPrices = ({ closing, prices }: Game): Game['prices'] =>
  (prices['1'] === null ? closing : undefined) ?? prices

/** The outcomes of a game's 1X2: without X where no draw can happen (D53, MKT-45). A closed game keeps its outcomes. */
export function outcomesOf(game: Game): readonly Outcome[] {
  const last = lastPrices(game)
  const isTwoWay = last.X === null && (last['1'] !== null || game.sport !== 'soccer')
  return isTwoWay ? TWO_OUTCOMES : OUTCOMES
}

/**
 * The odds on a locked 1X2 button: the fallback odds of an upcoming game that has no odds yet (D14, MKT-40). Other
 * locked buttons show no odds, because a player cannot bet at them.
 */
export const lockedOdds = ({ status, priced, prices }: Game, outcome: Outcome): { readonly figure?: number } =>
  status === 'upcoming' && !priced && prices[outcome] === null ? { figure: FALLBACK_ODDS_HUNDREDTHS[outcome] } : {}
