import { floatName, PROVIDER_NAMES, PROVIDERS } from '../payments/providers.ts'
import { textOfCode } from '../text-of-code.ts'
import { FIGURES, type FigureId, type TicketLine } from './figures.ts'
import type { LedgerKind, ReportLine } from './ledger-kinds.ts'

/** The names of ledger entries, on screen and in exports. */
const ENTRY_TEXTS: { readonly [kind in LedgerKind]: string } = {
  bet: 'Stake',
  win: 'Win',
  cashout: 'Cashout',
  refund: 'Refund',
  'void-refund': 'Refund of a void bet',
  resettlement: 'Corrected result',
  deposit: 'Deposit',
  withdrawal: 'Withdrawal paid',
  'withdrawal-fee': 'Withdrawal fee',
  'withdrawal-hold': 'Held for a withdrawal',
  'withdrawal-release': 'Hold released (not paid out)',
  'hold-taken': 'Hold paid out',
  'bet-hold': 'Stake reserved for a live bet',
  'bet-release': 'Reserved stake returned',
  'top-up': 'Top-up by staff',
  deduction: 'Deduction by staff',
  'provider-charge': 'Provider charge',
  'float-adjustment': 'Float adjustment',
}

/** The names of the lines of the daily report, within their part. Wins, cashouts and reversed amounts make the payouts. */
export const LINE_TEXTS: { readonly [line in ReportLine]: string } = {
  stakes: FIGURES.turnover.name,
  wins: 'Wins',
  'cash-outs': 'Cashouts',
  corrections: 'Reversed by corrected results',
  refunds: FIGURES.refunds.name,
  voids: FIGURES.voids.name,
  'aviator-stakes': FIGURES.turnover.name,
  'aviator-wins': 'Wins',
  'aviator-voids': FIGURES.voids.name,
  deposits: FIGURES.deposits.name,
  withdrawals: FIGURES.withdrawals.name,
  fees: FIGURES.withdrawalFees.name,
  'provider-charges': FIGURES.providerCharges.name,
  'set-aside': 'Held',
  'set-free': 'Released',
  'top-ups': 'Top-ups by staff',
  deductions: 'Deductions by staff',
  other: 'Other',
}

/** The parts of the daily report with their lines in order. */
export const REPORT_PARTS: readonly { readonly title: string; readonly lines: readonly ReportLine[] }[] = [
  { title: 'Sportsbook', lines: ['stakes', 'wins', 'cash-outs', 'corrections', 'refunds', 'voids'] },
  { title: 'Aviator', lines: ['aviator-stakes', 'aviator-wins', 'aviator-voids'] },
  { title: 'Payments', lines: ['deposits', 'withdrawals', 'fees', 'provider-charges', 'set-aside', 'set-free'] },
  { title: 'Adjustments', lines: ['top-ups', 'deductions', 'other'] },
]

const ACCOUNTS: { readonly [account: string]: string } = {
  players: 'Players’ balances',
  book: 'Sportsbook',
  aviator: 'Aviator',
  holds: 'Held for withdrawals',
  fees: 'Fees',
  charges: 'Provider charges',
  operator: 'Operator',
  ...Object.fromEntries(PROVIDER_NAMES.map((name) => [floatName(name), `Money at ${PROVIDERS[name].label}`])),
}

/** `accountText('floatMtn')` → "Money at MTN" */
export const accountText = (account: string): string => textOfCode(ACCOUNTS, account)

/** `entryText('withdrawal-fee')` → "Withdrawal fee"; an unknown kind is returned unchanged. */
export const entryText = (kind: string): string => textOfCode(ENTRY_TEXTS, kind)

const ROW_TEXTS: { readonly [line in ReportLine | TicketLine | FigureId]?: string } = {
  ...LINE_TEXTS,
  stakes: 'Stake',
  wins: 'Win',
  'cash-outs': 'Cashout',
  corrections: 'Corrected result',
  refunds: 'Refund',
  voids: 'Void',
  'aviator-stakes': 'Stake',
  'aviator-wins': 'Win',
  'aviator-voids': 'Void',
  deposits: 'Deposit',
  withdrawals: 'Withdrawal',
  fees: 'Withdrawal fee',
  'provider-charges': 'Provider charge',
  'settled-stakes': 'Settled stake',
  bonuses: 'Win bonus',
  openStakes: 'Open stake',
  owedToPlayers: 'Balance and holds',
  debts: 'Debt',
  tax: FIGURES.tax.name,
  netGamingRevenue: FIGURES.netGamingRevenue.name,
}

/** The name of a row behind a figure: `rowLineText('aviator-wins')` → "Win" */
export const rowLineText = (line: string): string => textOfCode(ROW_TEXTS, line)
