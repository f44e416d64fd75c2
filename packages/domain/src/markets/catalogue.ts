import type { GameForMarkets, MarketGroup, MarketId, OfferedMarket, Rulebook, Selection } from './types.ts';

export interface MarketDefinition {
  readonly id: MarketId;
  readonly name: string;
  readonly group: MarketGroup;
  readonly category: string;
}
export declare function market(id: MarketId): MarketDefinition;
/** All 25 markets of a game, in the catalogue's order; `available: false` where the game lacks the data (D10). */
export declare function offeredMarkets(game: GameForMarkets, rulebook: Rulebook): readonly OfferedMarket[];
/** The selections of one market, empty when not available. */
export declare function selectionsOf(id: MarketId, game: GameForMarkets): readonly Selection[];
export declare function selectionLabel(id: MarketId, selectionId: string, game: GameForMarkets): string;
