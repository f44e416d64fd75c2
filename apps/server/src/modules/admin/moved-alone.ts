import { addUgx, type Ugx } from '@mupiira/domain/money/ugx.ts'
import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import { advisoryKey } from '../../kernel/db/locks.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Betting } from '../betting/index.ts'
import type { Payments } from '../payments/index.ts'
import { adjustedAlone } from './adjust-balance.ts'
import type { Approvals } from './approvals.ts'
import { enteredAlone } from './staff-results.ts'

export const CANCEL_BET = 'cancel-bet'
export const RESOLVE_PAYMENT = 'resolve-payment'

export type MovedDeps = {
  readonly betting: Pick<Betting, 'cancelledBy'>
  readonly payments: { readonly administration: Pick<Payments['administration'], 'decidedBy'> }
}

/**
 * The sum that a member of staff moved within a day without a second approver, so that many small actions count as one large
 * one (decision 0019). A request of another that they approved counts for both. The advisory lock serialises the actions of
 * one member of staff; call it before any other lock.
 */
export async function movedAlone(
  tx: Tx,
  { betting, payments, fourEyes }: MovedDeps & { readonly fourEyes: Approvals['fourEyes'] },
  actorId: string,
  now: Date,
): Promise<Ugx> {
  await tx.query('select pg_advisory_xact_lock($1)', [advisoryKey(`actions of ${actorId}`)])
  const since = new Date(now.getTime() - DAY_MS)
  const adjusted = await adjustedAlone(tx, actorId, since)
  const entered = await enteredAlone(tx, actorId, since)
  const cancelled = await betting.cancelledBy(tx, actorId, since)
  const decided = await payments.administration.decidedBy(tx, actorId, since)
  const approved = [
    await fourEyes.approvedBy(tx, CANCEL_BET, actorId, since),
    await fourEyes.approvedBy(tx, RESOLVE_PAYMENT, actorId, since),
  ]
  const moved = [
    ...cancelled.map(({ ticketId, refundUgx }) => [`bet:${ticketId}`, refundUgx] as const),
    ...decided.map(({ paymentId, amountUgx }) => [`payment:${paymentId}`, amountUgx] as const),
  ]
  return moved
    .filter(([subject]) => !approved.some((subjects) => subjects.has(subject)))
    .reduce((sum, [, amountUgx]) => addUgx(sum, amountUgx), addUgx(adjusted, entered))
}
