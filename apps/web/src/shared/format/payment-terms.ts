import type { Transaction } from '@mupiira/contract/payments.ts'

/**
 * The term of a payment whose result is unknown, for players and staff; null for other payments. A deposit without a
 * reply counts as failed for the player, and is still credited if it is confirmed later (D32).
 */
export const uncertainTerm = ({
  status,
  beingChecked,
}: Pick<Transaction, 'status' | 'beingChecked'>): 'Not confirmed yet' | 'Being checked' | null =>
  !beingChecked ? null : status === 'failed' ? 'Not confirmed yet' : 'Being checked'
