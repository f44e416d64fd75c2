/** The actions that can wait for a second approver (ADMT-30). */
export const APPROVAL_KINDS = [
  'top-up',
  'deduction',
  'cancel-bet',
  'say-result',
  'resolve-payment',
  'own-odds',
  'move-start',
  'setting',
] as const
export type ApprovalKind = (typeof APPROVAL_KINDS)[number]
