import type { LedgerKind } from '@mupiira/domain/money/ledger-kinds.ts'
import { textOfCode } from './text-of-code.ts'

const ENTRIES: { readonly [kind in LedgerKind]: string } = {
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
  'float-adjustment': 'Float adjustment',
}

/** `entryText('withdrawal-fee')` → "Withdrawal fee" */
export const entryText = (kind: string): string => textOfCode(ENTRIES, kind)
