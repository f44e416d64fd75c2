/** The totals of a statement (PLAY-07). */
export const STATEMENT_LINES = [
  'deposits',
  'withdrawals',
  'fees',
  'held',
  'stakes',
  'wins',
  'refunds',
  'other',
] as const
export type StatementLine = (typeof STATEMENT_LINES)[number]

/** The filters of a player's statement. */
export const STATEMENT_FILTERS = ['deposits', 'withdrawals', 'bets', 'wins', 'other'] as const
export type StatementFilter = (typeof STATEMENT_FILTERS)[number]

/** Maps a ledger kind to a line. Other kinds, such as top-ups and deductions by staff, are `other`. */
const LINE_OF_KIND: { readonly [kind: string]: StatementLine } = {
  deposit: 'deposits',
  withdrawal: 'withdrawals',
  'withdrawal-fee': 'fees',
  'withdrawal-hold': 'held',
  'withdrawal-release': 'held',
  'hold-taken': 'held',
  bet: 'stakes',
  win: 'wins',
  cashout: 'wins',
  refund: 'refunds',
  'void-refund': 'refunds',
  resettlement: 'refunds',
}

const LINES_OF_FILTER: { readonly [filter in StatementFilter]: readonly StatementLine[] } = {
  deposits: ['deposits'],
  withdrawals: ['withdrawals', 'fees', 'held'],
  bets: ['stakes', 'refunds'],
  wins: ['wins'],
  other: ['other'],
}

/**
 * A withdrawal is one row of the statement: its hold with the state. These further postings of the same withdrawal sum
 * to zero and are hidden.
 */
export const HIDDEN_KINDS: readonly string[] = ['hold-taken', 'withdrawal', 'withdrawal-fee']

/** Returns the line of a ledger kind. `statementLine('withdrawal-fee')` → 'fees' */
export const statementLine = (kind: string): StatementLine => LINE_OF_KIND[kind] ?? 'other'

/**
 * The ledger kinds of a filter. `other` is defined by the kinds that it excludes. `kindsOf('wins')` → { only: ['win',
 * 'cashout'] }
 */
export function kindsOf(
  filter: StatementFilter,
): { readonly only: readonly string[] } | { readonly allBut: readonly string[] } {
  if (filter === 'other') return { allBut: Object.keys(LINE_OF_KIND) }
  return { only: Object.keys(LINE_OF_KIND).filter((kind) => LINES_OF_FILTER[filter].includes(statementLine(kind))) }
}

/**
 * The net betting result: stakes, wins, refunds and corrections, without stakes of open bets. Amounts can have any
 * unit.
 */
export const netResultOf = (
  totals: { readonly [line in 'stakes' | 'wins' | 'refunds']: bigint },
  openStakes: bigint,
): bigint => totals.stakes - openStakes + totals.wins + totals.refunds
