import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import { type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'

export type PaymentDecision = {
  readonly paymentId: string
  readonly ending: 'success' | 'failed'
  /** The member of staff. */
  readonly decidedBy: string
  /** The evidence for the decision, for later disputes. */
  readonly note: string
}

const insert = statement((p: Params<PaymentDecision & { readonly now: Date }>) =>
  q.insertInto('payment_decisions').values({
    transaction_id: p.paymentId,
    ending: p.ending,
    decided_by: p.decidedBy,
    note: p.note,
    created_at: p.now,
  }),
)

export const insertDecision = (tx: Tx, decision: PaymentDecision, now: Date): Promise<number> =>
  tx.change(insert({ ...decision, now }))

export type DecisionRecord = Omit<PaymentDecision, 'paymentId'> & { readonly createdAt: Date }

const ofPayment = statement((p: Params<{ id: string }>) =>
  q
    .selectFrom('payment_decisions')
    .select(['ending', 'decided_by as decidedBy', 'note', 'created_at as createdAt'])
    .where('transaction_id', '=', p.id)
    .orderBy('id'),
)

/** The decisions on a payment, the earliest first. */
export const decisionsOf = (db: Sql, id: string): Promise<DecisionRecord[]> => db.run(ofPayment({ id }))

const byStaff = statement((p: Params<{ actorId: string; since: Date }>) =>
  q
    .selectFrom('payment_decisions as d')
    .innerJoin('transactions as t', 't.id', 'd.transaction_id')
    .select(['t.id as paymentId', 't.amount as amountUgx'])
    .where('d.decided_by', '=', p.actorId)
    .where('d.created_at', '>', p.since),
)

/** The payments that a member of staff has decided since a given time, with their amounts. */
export const decidedBy = async (
  tx: Tx,
  actorId: string,
  since: Date,
): Promise<{ readonly paymentId: string; readonly amountUgx: Ugx }[]> =>
  (await tx.run(byStaff({ actorId, since }))) as { paymentId: string; amountUgx: Ugx }[]
