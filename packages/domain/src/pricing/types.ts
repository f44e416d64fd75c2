import type { MarketId } from '../markets/types.ts';
import type { OddsHundredths } from '../odds/odds.ts';

/** Decimal 1X2 odds of a feed or an admin; `draw` is null in sports that have none (D53). */
export interface MatchOdds {
  readonly home: number;
  readonly draw: number | null;
  readonly away: number;
  /** Over/under 2.5 goals, where the feed has the totals line. */
  readonly over25?: number;
  readonly under25?: number;
}

/** Probabilities freed of the bookmaker's margin; they sum to one. */
export interface FairMatch {
  readonly home: number;
  readonly draw: number;
  readonly away: number;
  /** P(more than 2.5 goals), where there was a totals line. */
  readonly over25?: number;
}

/**
 * The fitted model of one game: plain numbers, so that a ticket can keep them as JSON and be priced again (D27).
 * `score` is a joint distribution of goals; `winner` knows only who wins (basketball, tennis).
 */
export type ModelParams = ScoreParams | WinnerParams;

export interface ScoreParams {
  readonly kind: 'score';
  readonly version: 1;
  /** Means of the goals of both sides before the weights below. */
  readonly homeRate: number;
  readonly awayRate: number;
  /** Relative variance of the common pace of a game that both sides' goals share (over-dispersion, dependence). */
  readonly dispersion: number;
  /** Weight of all draws against the rest, fitted to the draw's price. */
  readonly drawWeight: number;
  /** Weight of scores in which both sides score, calibrated on prices. */
  readonly bothScoreWeight: number;
  /** Share of goals that fall before half time. */
  readonly firstHalfShare: number;
}

export interface WinnerParams {
  readonly kind: 'winner';
  readonly version: 1;
  readonly home: number;
  readonly draw: number;
  readonly away: number;
}

/** One price: `odds` is null while it is locked (MKT-37..39). `probability` is the fair one behind it. */
export interface PricedSelection {
  readonly id: string;
  readonly oddsHundredths: OddsHundredths | null;
  /** The price without the movement; limits of the movement refer to it (MKT-35). */
  readonly baseHundredths: OddsHundredths | null;
  readonly probability: number;
}

export interface PricedMarket {
  readonly id: MarketId;
  readonly available: boolean;
  readonly selections: readonly PricedSelection[];
}
