import type { Outcome } from './types.ts'

/** In halves of a stake: what plays on at the odds, and what is handed on at 1.00. */
export interface StakeSplit {
  readonly win: 0 | 1 | 2
  readonly back: 0 | 1 | 2
}

/** How each outcome splits a stake (SETL-37, 38, 41): payouts, prices and cash-out offers all follow this table. */
export const STAKE_SPLITS: Readonly<Record<Outcome, StakeSplit>> = {
  won: { win: 2, back: 0 },
  'half-won': { win: 1, back: 1 },
  void: { win: 0, back: 2 },
  'half-lost': { win: 0, back: 1 },
  lost: { win: 0, back: 0 },
}
