import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { listExport } from './list-export.ts'
import { Transaction } from './payments.ts'
import { AmountInput, Id, Instant, literals, Money, nullable, Reason, strict } from './schemas.ts'

const Note = { ...Reason, description: 'The evidence for the decision' }

/** The result of a ledger check (OPS-05). */
export const LedgerReport = Type.Object({
  ok: Type.Boolean(),
  postings: Type.Integer(),
  accounts: Type.Integer(),
  sealedBlocks: Type.Integer(),
  isCompared: Type.Boolean({
    description: 'Whether the ledger was compared with a published seal. Without one, removed blocks are not detected',
  }),
  differences: Type.Array(
    Type.Object({
      rule: literals(['sides', 'sum', 'balance', 'chain', 'hold', 'explanation', 'seal']),
      subject: Type.String(),
      detail: Type.String(),
    }),
  ),
  unexplainedKinds: Type.Array(Type.Object({ kind: Type.String(), postings: Type.Integer() })),
})

export const checkLedger = endpoint({
  method: 'GET',
  path: '/api/admin/ledger/check',
  summary: 'Check the ledger now and list differences',
  access: 'admin',
  capability: 'admin:reconciliation:read',
  perMinute: 6,
  responses: { 200: LedgerReport },
  errors: [],
})

/** With `approvalId`, the decision waits for a second approver and the payment is unchanged. */
const ResolvedPayment = Type.Object({ transaction: Transaction, approvalId: nullable(Id) })

/** Only a payment in review can be decided, and only once (WDR-23). */
export const resolveTransaction = endpoint({
  method: 'POST',
  path: '/api/admin/transactions/{id}/resolve',
  summary: 'Decide a payment in review',
  access: 'admin',
  capability: 'admin:payments:decide',
  requiresFreshConfirmation: true,
  params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
  body: Type.Object({ ending: literals(['success', 'failed']), note: Note }, strict),
  responses: { 200: ResolvedPayment, 202: ResolvedPayment },
  errors: ['PAYMENT_NOT_FOUND', 'DECISION_IMPOSSIBLE'],
})

/** Queries the provider at once. Scheduled queries are up to an hour apart. */
export const queryTransaction = endpoint({
  method: 'POST',
  path: '/api/admin/transactions/{id}/ask',
  summary: 'Query the provider for the status of a payment',
  access: 'admin',
  capability: 'admin:payments:query',
  perMinute: 10,
  params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
  responses: { 200: Type.Object({ transaction: Transaction }) },
  errors: ['PAYMENT_NOT_FOUND', 'NOTHING_TO_ASK'],
})

/** A difference between a provider, the payments and the ledger, open until it is explained. */
export const ReconciliationCase = Type.Object({
  id: Id,
  provider: Type.String(),
  kind: Type.String(),
  /** Our reference at the provider, or the name of the wallet. */
  subject: Type.String(),
  shortReference: nullable(Type.String()),
  transactionId: nullable(Id),
  day: Type.String(),
  /** The provider's amount minus ours. */
  amount: Money,
  detail: Type.String(),
  foundAt: Instant,
  ageHours: Type.Integer(),
})
export type ReconciliationCase = Static<typeof ReconciliationCase>

const CountedSum = Type.Object({ count: Type.Integer(), amount: Money })

export const ReconciliationReport = Type.Object({
  day: Type.String(),
  /** True if every provider was compared and every difference is explained. */
  ok: Type.Boolean(),
  /** True if, in addition, every wallet holds exactly the expected amount. */
  areSumsEqual: Type.Boolean(),
  unavailable: Type.Array(Type.String()),
  providers: Type.Array(
    Type.Object({
      provider: Type.String(),
      compared: Type.Integer(),
      unanswered: Type.Integer(),
      settled: Type.Integer(),
      wallet: nullable(
        Type.Object({
          expected: Money,
          found: Money,
          isFirst: Type.Boolean(),
          /** Payments that are pending or ended recently. They may explain a difference. */
          deposits: CountedSum,
          withdrawals: CountedSum,
          /** These payments, the oldest first, at most 50. */
          payments: Type.Array(
            Type.Object({
              id: Id,
              shortReference: Type.String(),
              type: literals(['deposit', 'withdrawal']),
              amount: Money,
              status: literals(['pending', 'success', 'failed']),
              createdAt: Instant,
            }),
          ),
        }),
      ),
    }),
  ),
  cases: Type.Array(ReconciliationCase),
})
export type ReconciliationReport = Static<typeof ReconciliationReport>

export const runReconciliation = endpoint({
  method: 'POST',
  path: '/api/admin/reconciliation',
  summary: 'Reconcile a day with the providers now',
  access: 'admin',
  capability: 'admin:reconciliation:edit',
  perMinute: 6,
  body: Type.Object({ day: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }) }, strict),
  responses: { 200: ReconciliationReport },
  errors: [],
})

const caseFilter = {
  /** `wallets`: only differences of providers' wallets, for example unexplained charges. `payments`: only the others. */
  about: Type.Optional(literals(['payments', 'wallets'])),
}

export const listReconciliationCases = endpoint({
  method: 'GET',
  path: '/api/admin/reconciliation/cases',
  summary: 'Unexplained differences, oldest first',
  access: 'admin',
  capability: 'admin:reconciliation:read',
  query: Type.Object(caseFilter, strict),
  responses: {
    200: Type.Object({
      items: Type.Array(ReconciliationCase),
      /** The time of the last comparison; null if no comparison has run, so the empty list means nothing. */
      comparedAt: nullable(Instant),
      /** The latest day that was compared; null if no comparison has run. */
      comparedDay: nullable(Type.String()),
    }),
  },
  errors: [],
})

export const exportReconciliationCases = listExport({
  path: '/api/admin/reconciliation/cases',
  rows: 'unexplained differences',
  capability: 'admin:reconciliation:read',
  filter: caseFilter,
  errors: [],
})

export const closeReconciliationCase = endpoint({
  method: 'POST',
  path: '/api/admin/reconciliation/cases/{id}/close',
  summary: 'Close a case with an explanation, or book its difference to the operator',
  access: 'admin',
  capability: 'admin:reconciliation:edit',
  requiresFreshConfirmation: true,
  params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
  /** `amount`: the displayed difference. The request is rejected if it has changed since. */
  body: Type.Object({ note: Note, booked: Type.Boolean(), amount: AmountInput }, strict),
  /** 202: the booking waits for a second approver, because the staff member's total exceeds the threshold (ADMT-30). */
  responses: { 200: Type.Object({ booked: Money }), 202: Type.Object({ approvalId: Id }) },
  errors: ['CASE_NOT_FOUND', 'CASE_CLOSED', 'CASE_CHANGED'],
})
