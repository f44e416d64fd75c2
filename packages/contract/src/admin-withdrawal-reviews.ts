import { type Static, Type } from 'typebox'
import { AdminTransaction, HoldReasons } from './admin-transactions.ts'
import { endpoint } from './endpoint.ts'
import { HELD_WITHDRAWAL_SORTS } from '@mupiira/domain/access/console-sorts.ts'
import { listExport } from './list-export.ts'
import { Transaction } from './payments.ts'
import { Cursor, numberedPage, PageNumber, Reason, strict } from './schemas.ts'
import { sortBy } from './sort-by.ts'

/** A withdrawal that waits for staff, with the rules that hold it (WDR-31). */
export const HeldWithdrawal = Type.Object({ ...AdminTransaction.properties, reasons: HoldReasons })
export type HeldWithdrawal = Static<typeof HeldWithdrawal>

export const listHeldWithdrawals = endpoint({
  method: 'GET',
  path: '/api/admin/withdrawal-reviews',
  summary: 'Withdrawals that wait for a review, oldest first',
  access: 'admin',
  capability: 'admin:payments:read',
  query: Type.Object(
    {
      sort: sortBy(HELD_WITHDRAWAL_SORTS),
      /** Cursor of the next page. With a cursor, `page` is returned unchanged and otherwise ignored. */
      cursor: Type.Optional(Cursor),
      page: Type.Optional(PageNumber),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 10 })),
    },
    strict,
  ),
  responses: { 200: numberedPage(HeldWithdrawal) },
  errors: [],
})

export const exportHeldWithdrawals = listExport({
  path: '/api/admin/withdrawal-reviews',
  rows: 'withdrawals that wait for a review',
  capability: 'admin:payments:read',
  filter: { sort: sortBy(HELD_WITHDRAWAL_SORTS) },
  errors: [],
})

const params = Type.Object({ id: Type.String({ maxLength: 64 }) })
const Note = { ...Reason, description: 'For staff only' }
const Decided = Type.Object({ transaction: Transaction })

export const approveWithdrawal = endpoint({
  method: 'POST',
  path: '/api/admin/withdrawal-reviews/{id}/approve',
  summary: 'Approve a held withdrawal, which is then sent',
  access: 'admin',
  capability: 'admin:withdrawals:review',
  requiresFreshConfirmation: true,
  params,
  body: Type.Object({ note: Type.Optional(Note) }, strict),
  responses: { 200: Decided },
  errors: ['PAYMENT_NOT_FOUND', 'REVIEW_DECIDED', 'OWN_ACCOUNT', 'OWN_TOP_UP', 'PAYMENT_SERVICE_UNAVAILABLE'],
})

export const rejectWithdrawal = endpoint({
  method: 'POST',
  path: '/api/admin/withdrawal-reviews/{id}/reject',
  summary: 'Reject a held withdrawal and return amount and fee to the player',
  access: 'admin',
  capability: 'admin:withdrawals:review',
  requiresFreshConfirmation: true,
  params,
  body: Type.Object(
    {
      /** The player reads it. */
      message: { ...Reason, description: 'The reason in words for the player' },
      note: Note,
    },
    strict,
  ),
  responses: { 200: Decided },
  errors: ['PAYMENT_NOT_FOUND', 'REVIEW_DECIDED', 'OWN_ACCOUNT'],
})
