import type { MarketId, MatchResult, Rulebook, Settlement } from './types.ts';
/** Throws for a selection id that the market does not know (see `isSelectionId`). */
export declare function settle(market: MarketId, selectionId: string, result: MatchResult, rulebook: Rulebook): Settlement;
export declare function isSelectionId(market: MarketId, selectionId: string): boolean;
