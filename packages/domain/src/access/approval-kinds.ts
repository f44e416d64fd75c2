import { DAY_MS } from '../time/durations.ts'
import type { StaffCapability } from './staff-roles.ts'

/** A request that waited this long expires, because its facts may have changed. */
export const APPROVAL_VALID_MS = DAY_MS

/** Staff without a second approver type this word to reopen betting that someone else stopped. */
export const REOPENING_WORD = 'REOPEN'

/**
 * The actions that can wait for a second approver (ADMT-30), with the capability that the approver needs besides
 * `admin:approvals:decide`: the one of the action itself. Finance also approves settings, because a single manager could
 * otherwise raise the limits of every other approval alone.
 */
export const APPROVAL_KINDS = {
  'top-up': 'admin:users:adjust',
  deduction: 'admin:users:adjust',
  'cancel-bet': 'admin:bets:cancel',
  'enter-result': 'admin:games:edit',
  'resolve-payment': 'admin:payments:decide',
  'book-difference': 'admin:reconciliation:edit',
  'manual-odds': 'admin:odds:edit',
  'base-odds': 'admin:odds:edit',
  'reopen-betting': 'admin:games:suspend',
  'reschedule-start': 'admin:games:edit',
  setting: 'admin:settings:approve',
  'staff-role': 'admin:staff:edit',
  'erase-player': 'admin:users:privacy',
  'close-month': 'admin:months:close',
} as const satisfies Record<string, StaffCapability>
export type ApprovalKind = keyof typeof APPROVAL_KINDS

/** The capabilities of an approver of this kind. */
export const approverNeeds = (kind: ApprovalKind): readonly StaffCapability[] => [
  'admin:approvals:decide',
  APPROVAL_KINDS[kind],
]

/** The names of the actions on screen. */
export const APPROVAL_KIND_TEXTS: { readonly [kind in ApprovalKind]: string } = {
  'top-up': 'Top-up',
  deduction: 'Deduction',
  'cancel-bet': 'Cancellation of a ticket',
  'enter-result': 'Game result',
  'resolve-payment': 'Payment',
  'book-difference': 'Booking of a difference',
  'manual-odds': 'Manual odds',
  'base-odds': 'Base odds of a game',
  'reopen-betting': 'Reopening of betting',
  'reschedule-start': 'New start time',
  setting: 'Change of settings',
  'staff-role': 'Role of staff',
  'erase-player': 'Erasure of a player’s data',
  'close-month': 'Closing of a month',
}
