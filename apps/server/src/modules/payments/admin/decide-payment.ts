import { type Result, err, ok } from '@mupiira/domain/result.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import type { OutcomeApplier } from '../apply-outcome.ts'
import type { Payment } from '../payment.ts'
import { lockPayments } from '../payments.repository.ts'
import { insertDecision, type PaymentDecision } from './payment-decisions.repository.ts'

/** `at`: the time read after the locks, which all records of the decision use. */
export type DecidedPayment = { readonly payment: Payment; readonly at: Date }

/**
 * An operator ends a payment in review (WDR-23, D32): `success` credits the deposit or captures the hold, `failed`
 * releases the hold. Payments in any other stage cannot be decided.
 */
export async function decidePayment(
  tx: Tx,
  applyOutcomes: OutcomeApplier,
  { paymentId, ending, decidedBy, note }: PaymentDecision,
): Promise<Result<DecidedPayment, 'PAYMENT_NOT_FOUND' | 'DECISION_IMPOSSIBLE'>> {
  if (!(await lockPayments(tx, [paymentId])).has(paymentId)) return err('PAYMENT_NOT_FOUND')
  const {
    applied: [applied],
    now,
  } = await applyOutcomes(tx, [{ paymentId, outcome: { kind: 'decided', ending } }])
  if (applied?.hasChanged !== true) return err('DECISION_IMPOSSIBLE')
  await insertDecision(tx, { paymentId, ending, decidedBy, note }, now)
  return ok({ payment: applied.payment, at: now })
}
