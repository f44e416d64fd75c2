import { type Result, err, ok } from '@mupiira/domain/result.ts'
import { type Ugx, ugx } from '@mupiira/domain/money/ugx.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import { HOUSE } from '../../wallet/index.ts'
import type { PaymentContext } from '../context.ts'
import { FLOAT } from '../move-money.ts'
import { closeCaseRow, lockCase } from './case-rows.ts'

/** The kind of a posting between a float and the operator that a case explains. */
export const FLOAT_ADJUSTMENT = 'float-adjustment'

export type CaseClosing = {
  readonly caseId: string
  readonly closedBy: string
  /** The difference as he has seen it: a comparison may have found another one since. */
  readonly seenUgx: Ugx
  /** What the difference was. */
  readonly note: string
  /**
   * Whether the difference is the operator's own money: he has put it into the wallet, taken it out, or bears the loss. It is
   * then posted between his account and the float.
   */
  readonly isBooked: boolean
}

/** Staff has explained a difference; it is not found again. */
export async function closeCase(
  tx: Tx,
  context: Pick<PaymentContext, 'wallet'>,
  closing: CaseClosing,
  now: Date,
): Promise<Result<{ readonly bookedUgx: Ugx }, 'CASE_NOT_FOUND' | 'CASE_CLOSED' | 'CASE_CHANGED'>> {
  const found = await lockCase(tx, closing.caseId)
  if (found === null) return err('CASE_NOT_FOUND')
  if (found.closedAt !== null) return err('CASE_CLOSED')
  if (found.amountUgx !== closing.seenUgx) return err('CASE_CHANGED')
  const bookedUgx = closing.isBooked ? found.amountUgx : ugx(0n)
  if (bookedUgx !== 0n) {
    const float = FLOAT[found.provider]
    // More at the provider: the float owes as much more to the operator; the source of a deposit is the float too.
    const [source, destination] = bookedUgx > 0n ? [float, HOUSE.operator] : [HOUSE.operator, float]
    const amount = ugx(bookedUgx > 0n ? bookedUgx : -bookedUgx)
    const words = { kind: FLOAT_ADJUSTMENT, reference: found.id, description: closing.note }
    await context.wallet.post(tx, [{ source, destination, amount, ...words }], now)
  }
  await closeCaseRow(tx, { id: found.id, closedBy: closing.closedBy, note: closing.note, bookedUgx }, now)
  return ok({ bookedUgx })
}
