import type { AccountStatus } from './capabilities.ts'

/** The names of account statuses for staff. The status `banned` is shown as Blocked (D35). */
export const ACCOUNT_STATUS_TEXTS: { readonly [S in AccountStatus]: string } = {
  active: 'Active',
  suspended: 'Suspended',
  banned: 'Blocked',
}
