import { kindsWhere, type LedgerKind, type StatementLine } from './ledger-kinds.ts'

/** The filters of a player's statement. */
export const STATEMENT_FILTERS = ['deposits', 'withdrawals', 'bets', 'wins', 'other'] as const
export type StatementFilter = (typeof STATEMENT_FILTERS)[number]

const LINES_OF_FILTER: { readonly [filter in StatementFilter]: readonly StatementLine[] } = {
  deposits: ['deposits'],
  withdrawals: ['withdrawals', 'fees', 'held'],
  bets: ['stakes', 'refunds'],
  wins: ['wins'],
  other: ['other'],
}

/** Kinds that the statement does not show (`isHidden`). */
export const HIDDEN_KINDS = kindsWhere(({ isHidden }) => isHidden === true)

/** The ledger kinds of a filter. `kindsOf('wins')` → ['win', 'cashout'] */
export const kindsOf = (filter: StatementFilter): readonly LedgerKind[] =>
  kindsWhere(({ statement }) => LINES_OF_FILTER[filter].includes(statement))

/**
 * The net betting result: stakes, wins, refunds and corrections, without stakes of open bets. Amounts can have any
 * unit.
 */
export const netResultOf = (
  totals: { readonly [line in 'stakes' | 'wins' | 'refunds']: bigint },
  openStakes: bigint,
): bigint => totals.stakes - openStakes + totals.wins + totals.refunds
