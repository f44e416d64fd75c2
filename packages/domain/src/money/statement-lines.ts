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

/** By the kind of the ledger's entry; a kind that is not here is `other`: top-ups and deductions by staff. */
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
 * A withdrawal is one entry of the statement: its hold, with the state. The ledger also captures the hold and pays the
 * amount and the fee; together these postings change nothing.
 */
export const HIDDEN_KINDS: readonly string[] = ['hold-taken', 'withdrawal', 'withdrawal-fee']

/** `statementLine('withdrawal-fee')` → 'fees' */
export const statementLine = (kind: string): StatementLine => LINE_OF_KIND[kind] ?? 'other'

/** The kinds that a filter shows: these, or, for `other`, all but these. `kindsOf('wins')` → { only: ['win', 'cashout'] } */
export function kindsOf(
  filter: StatementFilter,
): { readonly only: readonly string[] } | { readonly allBut: readonly string[] } {
  if (filter === 'other') return { allBut: Object.keys(LINE_OF_KIND) }
  return { only: Object.keys(LINE_OF_KIND).filter((kind) => LINES_OF_FILTER[filter].includes(statementLine(kind))) }
}

/**
 * The net result of betting: stakes, wins, refunds and corrections together, without the stakes of open bets. Amounts in
 * any unit.
 */
export const netResultOf = (
  totals: { readonly [line in 'stakes' | 'wins' | 'refunds']: bigint },
  openStakes: bigint,
): bigint => totals.stakes - openStakes + totals.wins + totals.refunds
