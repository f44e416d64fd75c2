import type { LedgerKind } from '@mupiira/domain/money/ledger-kinds.ts'
import { PROVIDERS } from '@mupiira/domain/payments/providers.ts'
import { type Result, err, ok } from '@mupiira/domain/result.ts'
import { type Ugx, ugx, ZERO } from '@mupiira/domain/money/ugx.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import { HOUSE, type Wallet } from '../../wallet/index.ts'
import { lockCase, markCaseClosed, type ReconciliationCase } from './cases.repository.ts'

/** The kind of postings between a float and the operator that a case explains. */
export const FLOAT_ADJUSTMENT: LedgerKind = 'float-adjustment'

export type CaseClosing = {
  readonly caseId: string
  readonly closedBy: string
  /** The difference that the member of staff saw; a later comparison may have found another one. */
  readonly seenUgx: Ugx
  /** The explanation. */
  readonly note: string
  /**
   * Whether the difference is the operator's own money (put into the wallet, taken out, or lost). It is then posted
   * between the operator's account and the float.
   */
  readonly isBooked: boolean
}

export type CloseRefusal = 'CASE_NOT_FOUND' | 'CASE_CLOSED' | 'CASE_CHANGED'

/** Locks a case that is open and has the amount that the member of staff saw. */
export async function lockSeenCase(
  tx: Tx,
  { caseId, seenUgx }: Pick<CaseClosing, 'caseId' | 'seenUgx'>,
): Promise<Result<ReconciliationCase, CloseRefusal>> {
  const found = await lockCase(tx, caseId)
  if (found === null) return err('CASE_NOT_FOUND')
  if (found.closedAt !== null) return err('CASE_CLOSED')
  return found.amountUgx === seenUgx ? ok(found) : err('CASE_CHANGED')
}

/** Closes a case that staff has explained. `at`: the time read after the lock, which all records use. */
export async function closeCase(
  tx: Tx,
  transfers: Wallet['transfers'],
  closing: CaseClosing,
  clock: Clock,
): Promise<Result<{ readonly bookedUgx: Ugx; readonly at: Date }, CloseRefusal>> {
  const locked = await lockSeenCase(tx, closing)
  if (!locked.ok) return locked
  const found = locked.value
  const now = clock.now()
  const bookedUgx = closing.isBooked ? found.amountUgx : ZERO
  if (bookedUgx !== 0n) {
    const float = PROVIDERS[found.provider].floatAccount
    // A surplus at the provider belongs to the operator, so it is posted from the float to the operator's account.
    const [source, destination] = bookedUgx > 0n ? [float, HOUSE.operator] : [HOUSE.operator, float]
    const amount = ugx(bookedUgx > 0n ? bookedUgx : -bookedUgx)
    const posting = { kind: FLOAT_ADJUSTMENT, reference: found.id, description: closing.note }
    await transfers.post(tx, [{ source, destination, amount, ...posting }], now)
  }
  await markCaseClosed(tx, { id: found.id, closedBy: closing.closedBy, note: closing.note, bookedUgx }, now)
  return ok({ bookedUgx, at: now })
}
