import { floatName, PROVIDER_NAMES, PROVIDERS } from '@mupiira/domain/payments/providers.ts'
import type { DayReport } from '@mupiira/contract/admin-report.ts'

type Line = DayReport['lines'][number]['line']

export const LINE_TEXTS: { readonly [line in Line]: string } = {
  stakes: 'Stakes',
  payouts: 'Payouts',
  'cash-outs': 'Cashouts',
  refunds: 'Refunds',
  corrections: 'Reversed by corrected results',
  'aviator-stakes': 'Stakes',
  'aviator-payouts': 'Payouts',
  'aviator-refunds': 'Refunds',
  deposits: 'Deposits',
  withdrawals: 'Withdrawals paid',
  fees: 'Fees',
  'set-aside': 'Held',
  'set-free': 'Released',
  'top-ups': 'Top-ups by staff',
  deductions: 'Deductions by staff',
  other: 'Other',
}

export const PARTS: readonly { readonly title: string; readonly lines: readonly Line[] }[] = [
  { title: 'Sportsbook', lines: ['stakes', 'payouts', 'cash-outs', 'refunds', 'corrections'] },
  { title: 'Aviator', lines: ['aviator-stakes', 'aviator-payouts', 'aviator-refunds'] },
  { title: 'Payments', lines: ['deposits', 'withdrawals', 'fees', 'set-aside', 'set-free'] },
  { title: 'Adjustments', lines: ['top-ups', 'deductions', 'other'] },
]

const ACCOUNTS: { readonly [account: string]: string } = {
  players: 'Players’ balances',
  book: 'Sportsbook',
  aviator: 'Aviator',
  holds: 'Held for withdrawals',
  fees: 'Fees',
  operator: 'Operator',
  ...Object.fromEntries(PROVIDER_NAMES.map((name) => [floatName(name), `Money at ${PROVIDERS[name].label}`])),
}

/** `accountText('floatMtn')` → "Money at MTN" */
export const accountText = (account: string): string => ACCOUNTS[account] ?? account
