import type { repairBalance } from '@mupiira/contract/wallet.ts'
import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import { type Result, err, ok } from '@mupiira/domain/result.ts'
import { tryLockName } from '../../kernel/db/locks.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { asCorrection } from './accounts.repository.ts'
import { balanceOfEntries, countRepairs, insertRepair, overwriteBalance } from './balance-repairs.repository.ts'
import { balanceEvents, lockAccounts, lockedBalances } from './locked-accounts.repository.ts'

/** The limit that WALT-20 prescribes. */
const MAX_PER_SESSION = 2

type Request = { readonly userId: string; readonly sessionId: string }
/** The balance before, and recomputed. */
export type Repair = { readonly originalUgx: Ugx; readonly fixedUgx: Ugx }
type Refusal = (typeof repairBalance)['errors'][number] | 'NOT_FOUND'

/**
 * Recomputes a balance from the ledger's entries (D34). Every recomputation is recorded with its finding, because a
 * necessary repair means that something is broken.
 */
export async function repair(
  { clock, db, outbox }: Pick<Kernel, 'clock' | 'db' | 'outbox'>,
  { userId, sessionId }: Request,
): Promise<Result<Repair, Refusal>> {
  return db.transaction(async (tx) => {
    if (!(await tryLockName(tx, `repair ${userId}`))) return err('FIX_IN_PROGRESS')
    if ((await countRepairs(tx, sessionId)) >= MAX_PER_SESSION) return err('MAX_RETRIES_EXCEEDED')
    const account = (await lockAccounts(tx, [userId])).get(userId)
    if (account === undefined) return err('NOT_FOUND')
    const fixed = await balanceOfEntries(tx, userId)
    if (fixed !== account.balance) {
      // The trigger allows a debt only in a correction.
      await asCorrection(tx, () => overwriteBalance(tx, userId, fixed))
      lockedBalances(tx).set(userId, fixed)
      await outbox.appendEvents(tx, balanceEvents(new Map([[userId, { balance: fixed, held: account.held }]])))
    }
    await insertRepair(tx, { userId, sessionId, original: account.balance, fixed, now: clock.now() })
    return ok({ originalUgx: account.balance, fixedUgx: fixed })
  })
}
