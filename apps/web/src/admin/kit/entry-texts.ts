/** The kinds of the ledger's entries, as staff and its books call them. */
const ENTRIES: { readonly [kind: string]: string } = {
  bet: 'Stake',
  win: 'Win',
  cashout: 'Cash-out',
  refund: 'Refund',
  'void-refund': 'Refund of a void bet',
  resettlement: 'Corrected result',
  deposit: 'Deposit',
  withdrawal: 'Withdrawal paid',
  'withdrawal-fee': 'Withdrawal fee',
  'withdrawal-hold': 'Set aside for a withdrawal',
  'withdrawal-release': 'Set free, not paid out',
  'hold-taken': 'Set free to be paid out',
  'top-up': 'Top-up by staff',
  deduction: 'Deduction by staff',
}

/** `entryText('withdrawal-fee')` → "Withdrawal fee" */
export const entryText = (kind: string): string => ENTRIES[kind] ?? kind
