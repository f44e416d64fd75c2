import { settle, settlerOf } from '../markets/settle.ts'
import { STAKE_SPLITS } from '../markets/stake-split.ts'
import type { MarketId, Player, Rulebook, Settlement } from '../markets/types.ts'
import { scoringShare } from './scorers.ts'
import { AWAY_GOALS, CELLS, HOME_GOALS } from './score-grid.ts'
import { allStories } from './stories.ts'

/** The parts of a stake that a selection wins at its odds and gives back, per score or per story. */
export interface Shares {
  /** `scores`: one entry per cell of the grid; `stories`: one per story, because the score alone does not decide it. */
  readonly per: 'scores' | 'stories'
  readonly win: Float64Array
  /** Null where nothing is ever given back. */
  readonly back: Float64Array | null
}

const partOf = (settlement: Settlement, part: 'win' | 'back'): number =>
  settlement === 'undecided' ? 0 : STAKE_SPLITS[settlement][part] / 2

// Requests can name thousands of lines that no market offers; the store is emptied rather than left to grow.
const MOST_STORED = 2_000
const kept = new Map<string, Shares>()

/** Asks the selection's own settlement rule about every score, or every story where the score is not enough (MKT-34). */
export function sharesOf(market: MarketId, selectionId: string, rulebook: Rulebook): Shares | null {
  const key = `${rulebook} ${market} ${selectionId}`
  const known = kept.get(key)
  if (known !== undefined) return known
  const shares = askRule(market, selectionId, rulebook)
  if (shares === null) return null
  if (kept.size >= MOST_STORED) kept.clear()
  kept.set(key, shares)
  return shares
}

function askRule(market: MarketId, selectionId: string, rulebook: Rulebook): Shares | null {
  const settler = settlerOf(market, selectionId, rulebook)
  if (settler === null) return null
  const byScore: Settlement[] = []
  for (let cell = 0; cell < CELLS; cell += 1) {
    byScore.push(settler({ sport: 'soccer', home: HOME_GOALS[cell] as number, away: AWAY_GOALS[cell] as number }))
  }
  if (!byScore.includes('undecided')) return sharesFrom('scores', byScore)
  const byStory = allStories().map((story) => settler(story.result))
  return byStory.includes('undecided') ? null : sharesFrom('stories', byStory)
}

function sharesFrom(per: Shares['per'], outcomes: readonly Settlement[]): Shares {
  const back = Float64Array.from(outcomes, (outcome) => partOf(outcome, 'back'))
  return {
    per,
    win: Float64Array.from(outcomes, (outcome) => partOf(outcome, 'win')),
    back: back.some((part) => part > 0) ? back : null,
  }
}

/**
 * Goalscorer Anytime for a player of the line-ups. Each goal of the side is the player's with the player's share, so the
 * rule's results for "scored" and "took part without scoring" are weighted by probability. Null for an unknown player.
 */
export function scorerShares(playerId: string, players: readonly Player[], rulebook: Rulebook): Shares | null {
  const scoring = scoringShare(playerId, players)
  if (scoring === null) return null
  const took = { sport: 'soccer', home: 1, away: 1, participants: [playerId] } as const
  const ifScored = settle('anytime_scorer', playerId, { ...took, scorers: [playerId] }, rulebook)
  const ifNot = settle('anytime_scorer', playerId, { ...took, scorers: [] }, rulebook)
  const goalsOfSide = scoring.side === 'home' ? HOME_GOALS : AWAY_GOALS
  const win = goalsOfSide.map((goals) => {
    const none = (1 - scoring.share) ** goals
    return (1 - none) * partOf(ifScored, 'win') + none * partOf(ifNot, 'win')
  })
  return { per: 'scores', win, back: null }
}
