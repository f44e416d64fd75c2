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
 * What a member of staff has moved within a day without a second one: many small deeds are one large one (decision 0019). What
 * another had asked for and he approved is theirs together. His next deed waits for the end of this transaction, so that
 * many at once each count those before: asked before anything else is locked.
 */
export async function movedAlone(
  tx: Tx,
  { betting, payments, fourEyes }: MovedDeps & { readonly fourEyes: Approvals['fourEyes'] },
  actorId: string,
  now: Date,
): Promise<Ugx> {
  await tx.query('select pg_advisory_xact_lock($1)', [advisoryKey(`deeds of ${actorId}`)])
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
