import { settle, settlerOf } from '../markets/settle.ts'
import { STAKE_SPLITS } from '../markets/stake-split.ts'
import type { MarketId, Player, Rulebook, Settlement } from '../markets/types.ts'
import { scoringOf } from './scorers.ts'
import { AWAY_GOALS, CELLS, HOME_GOALS } from './score-grid.ts'
import { allScenarios } from './scenarios.ts'
import type { Pick } from './types.ts'

/** For each score or scenario: the part of the stake paid at the selection's odds, and the part returned. */
export interface Shares {
  /**
   * `scores`: one entry per grid cell. `scenarios`: one per scenario, for markets that depend on more than the score.
   */
  readonly per: 'scores' | 'scenarios'
  readonly win: Float64Array
  /** Null if nothing is ever returned. */
  readonly returned: Float64Array | null
}

const partOf = (settlement: Settlement, part: 'win' | 'returned'): number =>
  settlement === 'undecided' ? 0 : STAKE_SPLITS[settlement][part] / 2

// Requests can name thousands of lines that no market offers, so the cache is cleared at this size.
const MAX_STORED = 2_000
const cached = new Map<string, Shares>()

/**
 * Evaluates the settlement rule of a selection for every score, or for every scenario if the score is not sufficient
 * (MKT-34).
 */
export function sharesOf(market: MarketId, selectionId: string, rulebook: Rulebook): Shares | null {
  const key = `${rulebook} ${market} ${selectionId}`
  const known = cached.get(key)
  if (known !== undefined) return known
  const shares = evaluateRule(market, selectionId, rulebook)
  if (shares === null) return null
  if (cached.size >= MAX_STORED) cached.clear()
  cached.set(key, shares)
  return shares
}

function evaluateRule(market: MarketId, selectionId: string, rulebook: Rulebook): Shares | null {
  const settler = settlerOf(market, selectionId, rulebook)
  if (settler === null) return null
  const byScore: Settlement[] = []
  for (let cell = 0; cell < CELLS; cell += 1) {
    byScore.push(settler({ sport: 'soccer', home: HOME_GOALS[cell] as number, away: AWAY_GOALS[cell] as number }))
  }
  if (!byScore.includes('undecided')) return sharesFrom('scores', byScore)
  const byScenario = allScenarios().map((scenario) => settler(scenario.result))
  return byScenario.includes('undecided') ? null : sharesFrom('scenarios', byScenario)
}

function sharesFrom(per: Shares['per'], outcomes: readonly Settlement[]): Shares {
  const returned = Float64Array.from(outcomes, (outcome) => partOf(outcome, 'returned'))
  return {
    per,
    win: Float64Array.from(outcomes, (outcome) => partOf(outcome, 'win')),
    returned: returned.some((part) => part > 0) ? returned : null,
  }
}

/**
 * The shares of a market of goalscorers. The player scores each goal of the side with probability `share`, so the
 * outcomes "scored" and "took part without scoring" are weighted by probability. Null for an unknown player.
 */
export function scorerShares(pick: Pick, players: readonly Player[], rulebook: Rulebook): Shares | null {
  const { market, selectionId: playerId } = pick
  const scoring = scoringOf(playerId, players)
  if (scoring === null) return null
  const playedWithoutScoring = { sport: 'soccer', home: 1, away: 1, participants: [playerId] } as const
  const ifScored = settle(market, playerId, { ...playedWithoutScoring, scorers: [playerId] }, rulebook)
  const ifNot = settle(market, playerId, { ...playedWithoutScoring, scorers: [] }, rulebook)
  const goalsOfSide = scoring.side === 'home' ? HOME_GOALS : AWAY_GOALS
  const win = goalsOfSide.map((goals) => {
    const none = (1 - scoring.share) ** goals
    return (1 - none) * partOf(ifScored, 'win') + none * partOf(ifNot, 'win')
  })
  return { per: 'scores', win, returned: null }
}
