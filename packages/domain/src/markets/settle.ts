import type { Settler } from './settler.ts'
import { MARKET_TABLE } from './table.ts'
import type { MarketId, MatchResult, Rulebook, Settlement } from './types.ts'

/** Returns the settlement rule of a selection, or null if the market has no such selection. */
export const settlerOf = (market: MarketId, selectionId: string, rulebook: Rulebook): Settler | null =>
  MARKET_TABLE[market].settler(selectionId, rulebook)

/**
 * Returns whether a market has this selection under either rulebook. `isSelectionId('over_under', 'over_2.6')` → false
 */
export const isSelectionId = (market: MarketId, selectionId: string): boolean =>
  settlerOf(market, selectionId, 'house') !== null

/**
 * Settles a selection under a rulebook (SETL-14..39). Returns `undecided` while the result lacks required data, and
 * `void` after a retirement (SETL-48). Throws for an unknown selection (see `isSelectionId`). `settle('draw_no_bet',
 * '1', {sport: 'soccer', home: 1, away: 1}, 'industry')` → "void"
 */
export function settle(market: MarketId, selectionId: string, result: MatchResult, rulebook: Rulebook): Settlement {
  const settler = settlerOf(market, selectionId, rulebook)
  if (settler === null) throw new Error(`no selection ${selectionId} in market ${market}`)
  return result.retired === true ? 'void' : settler(result)
}
