import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { listExport } from './list-export.ts'
import { AmountInput, Id, Instant, literals, Money, strict } from './schemas.ts'

const account = Type.Object({ id: Type.String({ maxLength: 64 }) })
const adjusting = {
  method: 'POST',
  access: 'admin',
  capability: 'admin:users:adjust',
  requiresFreshConfirmation: true,
  idempotent: true,
  perMinute: 60,
  params: account,
  body: Type.Object({ amount: AmountInput, description: Type.Optional(Type.String({ maxLength: 500 })) }, strict),
} as const

const NewBalance = Type.Object({ success: Type.Literal(true), newBalance: Money })
/** An amount above the threshold waits for a second member of staff. */
const WaitingAdjustment = Type.Object({ success: Type.Literal(true), newBalance: Money, approvalId: Id })

/** The preview of an adjustment: whether it needs a second approver. */
export const previewAdjustment = endpoint({
  method: 'GET',
  path: '/api/admin/adjustments/foreseen',
  summary: 'Whether an adjustment of this amount would wait for a second member of staff',
  access: 'admin',
  capability: 'admin:users:read',
  query: Type.Object({ amount: AmountInput }, strict),
  responses: {
    200: Type.Object({
      /**
       * `do`: applies at once. `alone`: above the threshold, without a second approver available. `wait`: needs
       * approval.
       */
      judgement: literals(['do', 'alone', 'wait']),
      threshold: Money,
      /** The amount that the caller adjusted in the last 24 hours without approval. It counts towards the threshold. */
      movedBefore: Money,
    }),
  },
  errors: ['ADJUSTMENT_INVALID', 'ADJUSTMENT_TOO_LARGE'],
})

export const topUpUser = endpoint({
  ...adjusting,
  path: '/api/admin/users/{id}/top-up',
  summary: 'Credit a balance (admin_topup_balance); above the four-eyes threshold it waits (202)',
  responses: { 200: NewBalance, 202: WaitingAdjustment },
  errors: ['USER_NOT_FOUND', 'STAFF_ACCOUNT', 'ADJUSTMENT_INVALID', 'ADJUSTMENT_TOO_LARGE'],
})

export const deductFromUser = endpoint({
  ...adjusting,
  path: '/api/admin/users/{id}/deduct',
  summary: 'Debit a balance; above the four-eyes threshold it waits (202)',
  responses: { 200: NewBalance, 202: WaitingAdjustment },
  errors: ['USER_NOT_FOUND', 'STAFF_ACCOUNT', 'ADJUSTMENT_INVALID', 'ADJUSTMENT_ABOVE_BALANCE', 'ADJUSTMENT_TOO_LARGE'],
})

/** A request that waits for a second approver, or was decided by one. */
export const Approval = Type.Object({
  id: Id,
  kind: Type.String(),
  /** `user:…`, as in the audit log. */
  subject: Type.String(),
  subjectName: Type.String(),
  amount: Money,
  reason: Type.String(),
  askedBy: Type.String(),
  askedAt: Instant,
  expiresAt: Instant,
  /** True if the caller made the request. Another member of staff must decide it. */
  isOwn: Type.Boolean(),
  /** Whether the caller's role includes the action, so that they can decide it. */
  mayDecide: Type.Boolean(),
})
export type Approval = Static<typeof Approval>

const filter = {
  /** Only requests that the caller may decide. */
  decide: Type.Optional(Type.Boolean()),
}

export const listApprovals = endpoint({
  access: 'admin',
  capability: 'admin:approvals:read',
  method: 'GET',
  path: '/api/admin/approvals',
  summary: 'Requests that wait for a second approver, oldest first',
  query: Type.Object(filter, strict),
  responses: { 200: Type.Object({ items: Type.Array(Approval) }) },
  errors: [],
})

export const exportApprovals = listExport({
  path: '/api/admin/approvals',
  rows: 'requests that wait for a second approver',
  capability: 'admin:approvals:read',
  filter,
  errors: [],
})

export const decideApproval = endpoint({
  access: 'admin',
  capability: 'admin:approvals:decide',
  requiresFreshConfirmation: true,
  method: 'POST',
  path: '/api/admin/approvals/{id}',
  summary: 'Approve or decline the request of another member of staff',
  params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
  body: Type.Object(
    { decision: literals(['approve', 'decline']), note: Type.Optional(Type.String({ maxLength: 500 })) },
    strict,
  ),
  responses: { 200: Type.Object({ success: Type.Literal(true) }) },
  errors: [
    'MONTH_CLOSED',
    'APPROVAL_NOT_FOUND',
    'APPROVAL_DECIDED',
    'APPROVAL_EXPIRED',
    'APPROVAL_OUTDATED',
    'APPROVAL_OWN',
    'ADJUSTMENT_ABOVE_BALANCE',
    'ADJUSTMENT_TOO_LARGE',
    'PAYMENT_NOT_FOUND',
    'DECISION_IMPOSSIBLE',
    'CASE_NOT_FOUND',
    'CASE_CLOSED',
    'CASE_CHANGED',
    'TICKET_NOT_FOUND',
    'TICKET_NOT_PENDING',
    'GAME_NOT_FOUND',
    'RESULT_TOO_EARLY',
    'RESULT_IMPOSSIBLE',
    'RESULT_SAME',
    'RESULT_CHANGED',
    'START_CHANGED',
    'SETTING_REFUSED',
    'APPROVAL_ROLE',
    'STAFF_NOT_FOUND',
    'STAFF_RIGHTS',
    'STAFF_CHANGED',
    'OWN_ACCOUNT',
    'ERASURE_IMPOSSIBLE',
  ],
})
