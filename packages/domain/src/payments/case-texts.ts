import { textOfCode } from '../text-of-code.ts'

/** The differences that a reconciliation finds. */
const CASE_TEXTS: { readonly [kind: string]: string } = {
  'unknown-here': 'The provider has an order that we do not have',
  'unknown-there': 'The provider does not have this order',
  'failed-there': 'Paid here, failed at the provider',
  'pending-there': 'Final here, pending at the provider',
  'paid-though-failed': 'Failed here, paid at the provider',
  'other-amount': 'The provider has a different amount',
  'waits-for-operator': 'Waiting for a decision',
  ledger: 'Our ledger differs from our payments',
  wallet: 'The provider’s wallet differs from our ledger',
}

/** `caseText('unknown-there')` → "The provider does not have this order" */
export const caseText = (kind: string): string => textOfCode(CASE_TEXTS, kind)
