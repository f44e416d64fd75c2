/** The actions that can wait for a second approver (ADMT-30). */
export const APPROVAL_KINDS = [
  'top-up',
  'deduction',
  'cancel-bet',
  'enter-result',
  'resolve-payment',
  'manual-odds',
  'reschedule-start',
  'setting',
] as const
export type ApprovalKind = (typeof APPROVAL_KINDS)[number]
