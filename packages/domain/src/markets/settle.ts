import type { Settler } from './settler.ts'
import { MARKET_TABLE } from './table.ts'
import type { MarketId, MatchResult, Rulebook, Settlement } from './types.ts'

/** The settlement rule of a selection; null when the market has no such selection. */
export const settlerOf = (market: MarketId, selectionId: string, rulebook: Rulebook): Settler | null =>
  MARKET_TABLE[market].settler(selectionId, rulebook)

/** Whether a market has such a selection under either rulebook. `isSelectionId('over_under', 'over_2.6')` → false */
export const isSelectionId = (market: MarketId, selectionId: string): boolean =>
  settlerOf(market, selectionId, 'house') !== null

/**
 * The settlement of a selection under a rulebook (SETL-14..39); `undecided` while the result lacks what it needs, `void` for
 * everything after a retirement (SETL-48). Throws for a selection that the market does not have (see `isSelectionId`).
 * `settle('draw_no_bet', '1', {sport: 'soccer', home: 1, away: 1}, 'industry')` → "void"
 */
export function settle(market: MarketId, selectionId: string, result: MatchResult, rulebook: Rulebook): Settlement {
  const settler = settlerOf(market, selectionId, rulebook)
  if (settler === null) throw new Error(`no selection ${selectionId} in market ${market}`)
  return result.retired === true ? 'void' : settler(result)
}
