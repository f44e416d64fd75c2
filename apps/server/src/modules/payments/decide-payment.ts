import type { Transaction } from '@mupiira/contract/payments.ts'
import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import { type Result, err, ok } from '@mupiira/domain/result.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { PaymentContext } from './context.ts'
import { lockPayments } from './queries.ts'
import { presentPayment } from './present.ts'

export type PaymentDecision = {
  readonly paymentId: string
  readonly ending: 'success' | 'failed'
  /** The member of staff. */
  readonly decidedBy: string
  /** What it was decided on: for the disputes to come. */
  readonly note: string
}

/** What a member of staff has decided since then: each payment and its amount. */
export const decidedBy = (tx: Tx, actorId: string, since: Date): Promise<{ paymentId: string; amountUgx: Ugx }[]> =>
  tx.query(
    `select t.id as "paymentId", t.amount as "amountUgx" from payment_decision d join transactions t on t.id = d.transaction_id
      where d.decided_by = $1 and d.created_at > $2`,
    [actorId, since],
  )

/**
 * An operator ends a payment that nobody else could (WDR-23, D32): `success` credits the deposit or takes the hold, `failed`
 * releases it. Only a payment under review waits for that; one that has ended keeps its end.
 */
export async function decidePayment(
  tx: Tx,
  { applyOutcomes }: Pick<PaymentContext, 'applyOutcomes'>,
  { paymentId, ending, decidedBy, note }: PaymentDecision,
  now: Date,
): Promise<Result<Transaction, 'PAYMENT_NOT_FOUND' | 'DECISION_IMPOSSIBLE'>> {
  if (!(await lockPayments(tx, [paymentId])).has(paymentId)) return err('PAYMENT_NOT_FOUND')
  const verdict = { kind: 'decided', ending } as const
  const [applied] = await applyOutcomes(tx, [{ paymentId, verdict }], now)
  if (applied?.hasMoved !== true) return err('DECISION_IMPOSSIBLE')
  await tx.change(
    `insert into payment_decision (transaction_id, ending, decided_by, note, created_at) values ($1, $2, $3, $4, $5)`,
    [paymentId, ending, decidedBy, note, now],
  )
  return ok(presentPayment(applied.payment))
}
