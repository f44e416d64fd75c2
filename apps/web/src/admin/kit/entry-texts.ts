/** The kinds of ledger entries in words. */
const ENTRIES: { readonly [kind: string]: string } = {
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
  'withdrawal-release': 'Hold released, not paid out',
  'hold-taken': 'Hold captured for payout',
  'top-up': 'Top-up by staff',
  deduction: 'Deduction by staff',
}

/** `entryText('withdrawal-fee')` → "Withdrawal fee" */
export const entryText = (kind: string): string => ENTRIES[kind] ?? kind
