import type { Result } from '../result.ts';
import type { MarketId } from './types.ts';
export interface NamedSelection {
  readonly market: MarketId;
  readonly selectionId: string;
}
/** Market and selection of a request: ids, or the specification's texts, the market missing or "Other" (D57, SLIP-07, 08). */
export declare function resolveSelection(
  marketText: string | null | undefined,
  selectionText: string,
  teams: { readonly homeTeam: string; readonly awayTeam: string },
): Result<NamedSelection, 'UNKNOWN_SELECTION'>;
/** Category of a selection that comes without a market (MKT-23..31). */
export declare function categoryFromText(selectionText: string): string;
