import type { StaffCapability } from './staff-roles.ts'

/**
 * The actions that can wait for a second approver (ADMT-30), with the capability that the approver needs besides
 * `admin:approvals:decide`: the one of the action itself.
 */
export const APPROVAL_KINDS = {
  'top-up': 'admin:users:adjust',
  deduction: 'admin:users:adjust',
  'cancel-bet': 'admin:bets:cancel',
  'enter-result': 'admin:games:edit',
  'resolve-payment': 'admin:payments:decide',
  'manual-odds': 'admin:odds:edit',
  'reschedule-start': 'admin:games:edit',
  setting: 'admin:settings:edit',
  'staff-role': 'admin:staff:edit',
  'erase-player': 'admin:users:privacy',
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
  'manual-odds': 'Manual odds',
  'reschedule-start': 'New start time',
  setting: 'Change of settings',
  'staff-role': 'Role of staff',
  'erase-player': 'Erasure of a player’s data',
}
