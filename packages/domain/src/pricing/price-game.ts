import type { GameForMarkets, MarketId, Rulebook } from '../markets/types.ts';
import type { OddsHundredths } from '../odds/odds.ts';
import type { OverroundPercent } from '../settings/types.ts';
import type { MovementStep } from './movement.ts';
import type { ModelParams, PricedMarket } from './types.ts';

export interface PriceOptions {
  readonly rulebook: Rulebook;
  readonly overround: OverroundPercent;
  /** Left out: the base prices. */
  readonly movement?: MovementStep;
}
/** 1 ÷ (p × (1 + overround)) rounded down to 0.01, with floor and clamps that never raise; null = locked (MKT-37..39, 43). */
export declare function offeredOdds(market: MarketId, selectionId: string, probability: number, overroundPercent: number): OddsHundredths | null;
/** Every market of the game, in the catalogue's order. */
export declare function priceGame(params: ModelParams, game: GameForMarkets, options: PriceOptions): readonly PricedMarket[];
/** One selection alone, the very price that `priceGame` gives it; null = locked or not offered. */
export declare function priceSelection(params: ModelParams, game: GameForMarkets, market: MarketId, selectionId: string, options: PriceOptions): OddsHundredths | null;
