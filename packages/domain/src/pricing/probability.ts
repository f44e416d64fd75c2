import type { MarketId, Rulebook } from '../markets/types.ts';
import type { ModelParams } from './types.ts';
/** Fair probability of a selection: 1 ÷ its fair odds, from the expectation of its own settlement; null when the model cannot price it. */
export declare function probabilityOf(params: ModelParams, market: MarketId, selectionId: string, rulebook: Rulebook): number | null;
