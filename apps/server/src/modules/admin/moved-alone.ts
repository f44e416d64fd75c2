import { addUgx, type Ugx, ZERO } from '@mupiira/domain/money/ugx.ts'
import { advisoryKey } from '../../kernel/db/locks.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Betting } from '../betting/index.ts'
import { adjustedAlone } from './adjust-balance.ts'
import type { Approvals } from './approvals.ts'

export const CANCEL_BET = 'cancel-bet'
const DAY_MS = 86_400_000

/**
 * What a member of staff has moved within a day without a second one: many small deeds are one large one (0270). What
 * another had asked for and he approved is theirs together. His next deed waits for the end of this transaction, so that
 * many at once each count those before: asked before anything else is locked.
 */
export async function movedAlone(
  tx: Tx,
  { betting, fourEyes }: { readonly betting: Pick<Betting, 'cancelledBy'>; readonly fourEyes: Approvals['fourEyes'] },
  actorId: string,
  now: Date,
): Promise<Ugx> {
  await tx.query('select pg_advisory_xact_lock($1)', [advisoryKey(`deeds of ${actorId}`)])
  const since = new Date(now.getTime() - DAY_MS)
  const adjusted = await adjustedAlone(tx, actorId, since)
  const approved = await fourEyes.approvedBy(tx, CANCEL_BET, actorId, since)
  const cancelled = (await betting.cancelledBy(tx, actorId, since)).filter(
    ({ ticketId }) => !approved.has(`bet:${ticketId}`),
  )
  return cancelled.reduce((sum, { refundUgx }) => addUgx(sum, refundUgx), addUgx(ZERO, adjusted))
}
