import type { Outcome } from './types.ts'

/** A stake split into halves: `win` is paid at the odds, `returned` at 1.00. */
export interface StakeSplit {
  readonly win: 0 | 1 | 2
  readonly returned: 0 | 1 | 2
}

/** The split of a stake for each outcome (SETL-37, 38, 41). Payouts, prices and cash-out offers use this table. */
export const STAKE_SPLITS: Readonly<Record<Outcome, StakeSplit>> = {
  won: { win: 2, returned: 0 },
  'half-won': { win: 1, returned: 1 },
  void: { win: 0, returned: 2 },
  'half-lost': { win: 0, returned: 1 },
  lost: { win: 0, returned: 0 },
}
