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

/** The lines of the daily report. Amounts are never negative. */
export const REPORT_LINES = [
  'stakes',
  'wins',
  'cash-outs',
  'corrections',
  'refunds',
  'voids',
  'aviator-stakes',
  'aviator-wins',
  'aviator-voids',
  'deposits',
  'withdrawals',
  'fees',
  'provider-charges',
  'set-aside',
  'set-free',
  'top-ups',
  'deductions',
  'other',
] as const
export type ReportLine = (typeof REPORT_LINES)[number]

/** How the product counts one kind of ledger entry. */
type KindOfEntry = {
  /** The line of the kind in a player's statement. */
  readonly statement: StatementLine
  /** The line of the kind in the daily report. Entries of Aviator may have another line. */
  readonly report: ReportLine
  readonly aviator?: ReportLine
  /** For stake and loss limits (decision 0035): a stake, money that betting returns, or neither. */
  readonly limits: 'stake' | 'return' | null
  /**
   * True for postings that the statement does not show. It shows a withdrawal as one row: its hold, with the state of
   * the withdrawal. The other postings of the withdrawal sum to zero.
   */
  readonly isHidden?: true
}

/** Every kind of ledger entry. `Transfer.kind` accepts no other. */
export const LEDGER_KINDS = {
  bet: { statement: 'stakes', report: 'stakes', aviator: 'aviator-stakes', limits: 'stake' },
  win: { statement: 'wins', report: 'wins', aviator: 'aviator-wins', limits: 'return' },
  cashout: { statement: 'wins', report: 'cash-outs', limits: 'return' },
  refund: { statement: 'refunds', report: 'refunds', limits: 'return' },
  'void-refund': { statement: 'refunds', report: 'voids', aviator: 'aviator-voids', limits: 'return' },
  resettlement: { statement: 'refunds', report: 'corrections', limits: 'return' },
  deposit: { statement: 'deposits', report: 'deposits', limits: null },
  withdrawal: { statement: 'withdrawals', report: 'withdrawals', limits: null, isHidden: true },
  'withdrawal-fee': { statement: 'fees', report: 'fees', limits: null, isHidden: true },
  'withdrawal-hold': { statement: 'held', report: 'set-aside', limits: null },
  'withdrawal-release': { statement: 'held', report: 'set-free', limits: null },
  'hold-taken': { statement: 'held', report: 'set-free', limits: null, isHidden: true },
  // The stake of a bet that waits for its decision. The hold and its return cancel each other out, and the bet follows
  // with its own entry. Limits count the bet when it is accepted.
  'bet-hold': { statement: 'stakes', report: 'set-aside', limits: null },
  'bet-release': { statement: 'stakes', report: 'set-free', limits: null },
  'top-up': { statement: 'other', report: 'top-ups', limits: null },
  deduction: { statement: 'other', report: 'deductions', limits: null },
  // Transfers between house accounts: the charge of a provider for a payment, and the difference of a reconciliation case.
  'provider-charge': { statement: 'other', report: 'provider-charges', limits: null },
  'float-adjustment': { statement: 'other', report: 'other', limits: null },
} as const satisfies { readonly [kind: string]: KindOfEntry }

export type LedgerKind = keyof typeof LEDGER_KINDS

const ENTRIES = Object.entries(LEDGER_KINDS) as [LedgerKind, KindOfEntry][]

/** The kinds that match. `kindsWhere(({ limits }) => limits === 'stake')` → ['bet'] */
export const kindsWhere = (matches: (kind: KindOfEntry) => boolean): readonly LedgerKind[] =>
  ENTRIES.filter(([, kind]) => matches(kind)).map(([name]) => name)

/** Returns how a kind is counted. */
export const ledgerKind = (kind: LedgerKind): KindOfEntry => LEDGER_KINDS[kind]

/** The kinds that count as stakes. */
export const STAKE_KINDS = kindsWhere(({ limits }) => limits === 'stake')
/** The kinds that belong to betting: stakes and everything that they return. */
export const BETTING_KINDS = kindsWhere(({ limits }) => limits !== null)
