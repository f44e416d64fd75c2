import type { AdminTransaction } from '@mupiira/contract/admin-transactions.ts'

export const TYPE_CHIPS = [
  ['', 'All'],
  ['deposit', 'Deposits'],
  ['withdrawal', 'Withdrawals'],
] as const

export const STATUS_CHOICES = [
  ['', 'Any status'],
  ['pending', 'Pending'],
  ['success', 'Success'],
  ['failed', 'Failed'],
] as const

/** Where a payment stands with the provider. */
export const STAGE_TEXTS: { readonly [S in AdminTransaction['stage']]: string } = {
  requested: 'Not sent yet',
  sent: 'Being sent',
  polling: 'Asked about every 5 seconds',
  checking: 'Unknown: asked about at growing intervals, for 72 hours',
  review: 'Unknown after 72 hours: a decision is needed',
  done: 'Ended',
}

/** What each ending of a payment does to its money, for whoever decides it. */
export const ENDING_TEXTS: {
  readonly [T in AdminTransaction['type']]: { readonly success: string; readonly failed: string }
} = {
  deposit: {
    success: 'The deposit is credited to the player.',
    failed: 'The deposit ends as failed. Nothing is credited.',
  },
  withdrawal: {
    success: 'The withdrawal was paid: the held money is taken.',
    failed: 'The withdrawal was not paid: the held money goes back to the player.',
  },
}

export const CASE_TEXTS: { readonly [kind: string]: string } = {
  'unknown-here': 'An order that we do not know',
  'unknown-there': 'An order that the provider does not know',
  'failed-there': 'Paid here, failed there',
  'pending-there': 'Ended here, pending there',
  'paid-though-failed': 'Failed here, paid there',
  'other-amount': 'Another amount there',
  'waits-for-operator': 'Waits for a decision',
  ledger: 'Our ledger differs from our payments',
  wallet: 'The provider’s wallet differs from our ledger',
}
