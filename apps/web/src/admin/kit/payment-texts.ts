import type { AdminTransaction } from '@mupiira/contract/admin-transactions.ts'

export const TYPE_TEXTS: { readonly [T in AdminTransaction['type']]: string } = {
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
}
