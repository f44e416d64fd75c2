import type { Outcome } from './types.ts'

/** A stake split into halves: `win` plays at the odds, `back` counts at 1.00. */
export interface StakeSplit {
  readonly win: 0 | 1 | 2
  readonly back: 0 | 1 | 2
}

/** The split of a stake for each outcome (SETL-37, 38, 41). Payouts, prices and cash-out offers use this table. */
export const STAKE_SPLITS: Readonly<Record<Outcome, StakeSplit>> = {
  won: { win: 2, back: 0 },
  'half-won': { win: 1, back: 1 },
  void: { win: 0, back: 2 },
  'half-lost': { win: 0, back: 1 },
  lost: { win: 0, back: 0 },
}
