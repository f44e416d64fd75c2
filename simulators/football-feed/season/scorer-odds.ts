import { fitModel } from '@mupiira/domain/pricing/fit.ts'
import { fairMatch } from '@mupiira/domain/pricing/margin.ts'
import { chanceOfShare, goalsOf } from '@mupiira/domain/pricing/scorers.ts'
import { scoringShare, squadOf, type Player } from '../play/squad.ts'
import { OWN_GOAL_SHARE } from '../play/timeline.ts'
import type { Match, Quotes } from './match.ts'

/** A usual margin of scorer odds. */
const MARGIN = 0.2
const [MIN_ODDS, MAX_ODDS] = [1.01, 501]

/** Decimal odds of a starter to score at any time. */
export interface ScorerPrice {
  readonly player: Player
  readonly odds: number
}

/**
 * The goalscorer odds of the starters. They depend on how often a player scores, and on the goals of the player's side
 * that the match odds imply. Empty for a match without match odds.
 */
export function scorerPrices(match: Match, quotes: Quotes): ScorerPrice[] {
  const { odd_1: home = 0, odd_x: draw = 0, odd_2: away = 0, 'o+2.5': over25 = 0, 'u+2.5': under25 = 0 } = quotes
  const fair = fairMatch({ home, draw, away, ...(over25 > 1 && under25 > 1 && { over25, under25 }) })
  const params = fair.ok ? fitModel(fair.value) : null
  if (params?.kind !== 'score') return []
  return (['home', 'away'] as const).flatMap((side) => {
    const goals = goalsOf(side, params)
    return squadOf(match[side]).starting.flatMap((player) => {
      if (player.scoringWeight === 0) return []
      const chance = chanceOfShare((1 - OWN_GOAL_SHARE) * scoringShare(match[side], player), goals)
      return { player, odds: Math.min(MAX_ODDS, Math.max(MIN_ODDS, 1 / (chance * (1 + MARGIN)))) }
    })
  })
}
