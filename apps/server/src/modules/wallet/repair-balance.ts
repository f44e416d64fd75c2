import type { repairBalance } from '@mupiira/contract/wallet.ts'
import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { type Result, err, ok } from '@mupiira/domain/result.ts'
import type { AnswerOf } from '@mupiira/contract/endpoint.ts'
import { tryLockName } from '../../kernel/db/locks.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { Outbox } from '../../kernel/outbox/event.ts'
import { asCorrection } from './accounts.repository.ts'
import { balanceOfEntries, countRepairs, insertRepair, overwriteBalance } from './balance-repairs.repository.ts'
import { balanceEvents, lockAccounts, lockedBalances } from './locked-accounts.repository.ts'

/** The limit of WALT-20. */
const MAX_PER_SESSION = 2
const FIXED = 'Balance format fixed! Please try placing your bet again.'
const CORRECT = 'Your balance is correct.'

type Request = { readonly userId: string; readonly sessionId: string; readonly now: Date }
type Refusal = (typeof repairBalance)['errors'][number] | 'NOT_FOUND'

/**
 * Recomputes a balance from the ledger's entries (D34). Every attempt is recorded with its finding, because a necessary
 * repair means that something is broken.
 */
export async function repair(
  db: Db,
  outbox: Outbox,
  { userId, sessionId, now }: Request,
): Promise<Result<AnswerOf<typeof repairBalance>, Refusal>> {
  return db.transaction(async (tx) => {
    if (!(await tryLockName(tx, `repair ${userId}`))) return err('FIX_IN_PROGRESS')
    if ((await countRepairs(tx, sessionId)) >= MAX_PER_SESSION) return err('MAX_RETRIES_EXCEEDED')
    const account = (await lockAccounts(tx, [userId])).get(userId)
    if (account === undefined) return err('NOT_FOUND')
    const fixed = await balanceOfEntries(tx, userId)
    const isWrong = fixed !== account.balance
    if (isWrong) {
      // The trigger allows a debt only in a correction.
      await asCorrection(tx, () => overwriteBalance(tx, userId, fixed))
      lockedBalances(tx).set(userId, fixed)
      await outbox.appendEvents(tx, balanceEvents(new Map([[userId, { balance: fixed, held: account.held }]])))
    }
    await insertRepair(tx, { userId, sessionId, original: account.balance, fixed, now })
    return ok({
      originalBalance: ugxToNumber(account.balance),
      fixedBalance: ugxToNumber(fixed),
      code: isWrong ? 'BALANCE_FIXED_RETRY_NEEDED' : null,
      message: isWrong ? FIXED : CORRECT,
    })
  })
}
