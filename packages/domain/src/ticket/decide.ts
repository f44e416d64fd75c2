import type { Settlement } from '../markets/types.ts';
import type { Ugx } from '../money/ugx.ts';
import type { OddsHundredths } from '../odds/odds.ts';
import type { BonusRule } from './totals.ts';

/** One game of a ticket: a single leg, or several priced together. */
export interface TicketGame {
  /** The game's odds as placed: the leg's, or the joint odds. */
  readonly oddsHundredths: OddsHundredths;
  /** Of each leg; `undecided` while its game is not finished. */
  readonly outcomes: readonly Settlement[];
  /** Joint odds of the legs at these positions (several games' legs never mix); needed for groups with a void leg only. */
  readonly repriced?: (positions: readonly number[]) => OddsHundredths;
}
export interface TicketTerms {
  readonly stakeUgx: Ugx;
  readonly bonus: BonusRule;
  /** The percentage promised at placement; a void can only lower it. */
  readonly bonusPercent: number;
  readonly maxPayoutUgx: Ugx;
}
export interface TicketDecision {
  readonly status: 'pending' | 'won' | 'lost' | 'void';
  readonly payoutUgx: Ugx;
  /** The total odds that the payout was computed from. */
  readonly totalOddsHundredths: bigint;
  readonly bonusPercent: number;
}
export declare function decideTicket(games: readonly TicketGame[], terms: TicketTerms): TicketDecision;
