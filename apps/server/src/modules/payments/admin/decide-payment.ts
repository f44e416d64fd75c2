import type { Transaction } from '@mupiira/contract/payments.ts'
import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import { type Result, err, ok } from '@mupiira/domain/result.ts'
import { type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import type { ApplyOutcomes } from '../apply-outcome.ts'
import { lockPayments } from '../payments.repository.ts'
import { presentPayment } from '../present-payment.ts'

export type PaymentDecision = {
  readonly paymentId: string
  readonly ending: 'success' | 'failed'
  /** The member of staff. */
  readonly decidedBy: string
  /** The evidence for the decision, for later disputes. */
  readonly note: string
}

/** `at`: the moment after the locks, with which everything is recorded. */
export type DecidedPayment = { readonly transaction: Transaction; readonly at: Date }

/**
 * An operator ends a payment in review (WDR-23, D32): `success` credits the deposit or captures the hold, `failed`
 * releases the hold. Payments in any other stage cannot be decided.
 */
export async function decidePayment(
  tx: Tx,
  applyOutcomes: ApplyOutcomes,
  { paymentId, ending, decidedBy, note }: PaymentDecision,
): Promise<Result<DecidedPayment, 'PAYMENT_NOT_FOUND' | 'DECISION_IMPOSSIBLE'>> {
  if (!(await lockPayments(tx, [paymentId])).has(paymentId)) return err('PAYMENT_NOT_FOUND')
  const {
    applied: [applied],
    now,
  } = await applyOutcomes(tx, [{ paymentId, outcome: { kind: 'decided', ending } }])
  if (applied?.hasChanged !== true) return err('DECISION_IMPOSSIBLE')
  await tx.change(insertDecision({ paymentId, ending, decidedBy, note, now }))
  return ok({ transaction: presentPayment(applied.payment), at: now })
}

const insertDecision = statement((p: Params<PaymentDecision & { readonly now: Date }>) =>
  q.insertInto('payment_decisions').values({
    transaction_id: p.paymentId,
    ending: p.ending,
    decided_by: p.decidedBy,
    note: p.note,
    created_at: p.now,
  }),
)

const decisions = statement((p: Params<{ actorId: string; since: Date }>) =>
  q
    .selectFrom('payment_decisions as d')
    .innerJoin('transactions as t', 't.id', 'd.transaction_id')
    .select(['t.id as paymentId', 't.amount as amountUgx'])
    .where('d.decided_by', '=', p.actorId)
    .where('d.created_at', '>', p.since),
)

/** The payments that a member of staff has decided since then, with their amounts. */
export const decidedBy = async (
  tx: Tx,
  actorId: string,
  since: Date,
): Promise<{ readonly paymentId: string; readonly amountUgx: Ugx }[]> =>
  (await tx.run(decisions({ actorId, since }))) as { paymentId: string; amountUgx: Ugx }[]
