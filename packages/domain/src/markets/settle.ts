import * as goals from './settle-goals.ts'
import * as results from './settle-result.ts'
import * as specials from './settle-specials.ts'
import type { Settler, SettlerOf } from './settler.ts'
import type { MarketId, MatchResult, Rulebook, Settlement } from './types.ts'

const SETTLERS: Readonly<Record<MarketId, SettlerOf>> = {
  '1x2': results.matchWinner,
  double_chance: results.doubleChance,
  draw_no_bet: results.drawNoBet,
  over_under: goals.overUnder,
  btts: goals.bothScore,
  ht_ft: results.halfTimeFullTime,
  correct_score: goals.correctScore,
  asian_handicap: goals.asianHandicap,
  to_qualify: results.toQualify,
  total_goals: goals.totalBand,
  exact_goals: goals.exactTotal,
  odd_even: goals.oddEven,
  home_total: goals.homeTotal,
  away_total: goals.awayTotal,
  first_to_score: goals.firstToScore,
  anytime_scorer: goals.anytimeScorer,
  first_half_over_under: goals.firstHalfOverUnder,
  '1x2_over_under': specials.winnerAndLine,
  '1x2_btts': specials.winnerAndBothScore,
  double_chance_over_under: specials.doubleChanceAndLine,
  clean_sheet: specials.cleanSheet,
  win_to_nil: specials.winToNil,
  winning_margin: specials.winningMargin,
  half_time_result: results.halfTimeWinner,
  highest_scoring_half: specials.highestScoringHalf,
}

/** The rule of a selection, for asking it many results; null when the market has no such selection. */
export const settlerOf = (market: MarketId, selectionId: string, rulebook: Rulebook): Settler | null =>
  SETTLERS[market](selectionId, rulebook)

/** Whether a market has such a selection under either rulebook. `isSelectionId('over_under', 'over_2.6')` → false */
export const isSelectionId = (market: MarketId, selectionId: string): boolean =>
  settlerOf(market, selectionId, 'house') !== null

/**
 * What a selection came to under a rulebook (SETL-14..39); `undecided` while the result lacks what it needs, `void` for
 * everything after a retirement (SETL-48). Throws for a selection that the market does not have (see `isSelectionId`).
 * `settle('draw_no_bet', '1', {sport: 'soccer', home: 1, away: 1}, 'industry')` → "void"
 */
export function settle(market: MarketId, selectionId: string, result: MatchResult, rulebook: Rulebook): Settlement {
  const settler = settlerOf(market, selectionId, rulebook)
  if (settler === null) throw new Error(`no selection ${selectionId} in market ${market}`)
  return result.retired === true ? 'void' : settler(result)
}
