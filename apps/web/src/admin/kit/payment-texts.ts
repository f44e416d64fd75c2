import type { AdminTransaction } from '@mupiira/contract/admin-transactions.ts'

export const TYPE_TEXTS: { readonly [T in AdminTransaction['type']]: string } = {
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
}

export const TYPE_CHIPS = [
  ['', 'All'],
  ['deposit', 'Deposits'],
  ['withdrawal', 'Withdrawals'],
] as const

export const STATUS_CHOICES = [
  ['', 'Any status'],
  ['pending', 'Pending'],
  ['unconfirmed', 'Deposit not confirmed yet'],
  ['success', 'Success'],
  ['failed', 'Failed'],
] as const
