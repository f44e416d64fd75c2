import { sql } from 'kysely'
import type { repairBalance } from '@mupiira/contract/wallet.ts'
import { type Ugx, ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { type Result, err, ok } from '@mupiira/domain/result.ts'
import type { AnswerOf } from '@mupiira/contract/endpoint.ts'
import { advisoryKey } from '../../kernel/db/locks.ts'
import { type Params, q, statement } from '../../kernel/db/query.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { Outbox } from '../../kernel/outbox/event.ts'
import { asCorrection } from './corrections.ts'
import { balanceEvents, lockAccounts, lockedBalances } from './locked-accounts.ts'

/** The limit of WALT-20. */
const MAX_PER_SESSION = 2
const FIXED = 'Balance format fixed! Please try placing your bet again.'
const CORRECT = 'Your balance is correct.'

const tryLock = statement(
  (p: Params<{ key: bigint }>) => sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(${p.key}) as taken`,
)
const attempts = statement((p: Params<{ sessionId: string }>) =>
  q
    .selectFrom('balance_repairs')
    .select((e) => e.fn.countAll<bigint>().as('count'))
    .where('session_id', '=', p.sessionId),
)
const sumOfEntries = statement(
  (p: Params<{ userId: string }>) => sql<{ balance: Ugx }>`
    select coalesce(sum(case when player = destination then amount else -amount end), 0)::bigint as balance
      from postings where player = ${p.userId}`,
)
const setBalance = statement((p: Params<{ userId: string; balance: bigint }>) =>
  q.updateTable('accounts').set({ balance: p.balance }).where('id', '=', p.userId),
)
const insertRepair = statement(
  (p: Params<{ userId: string; sessionId: string; original: bigint; fixed: bigint; now: Date }>) =>
    q.insertInto('balance_repairs').values({
      user_id: p.userId,
      session_id: p.sessionId,
      original_balance: p.original,
      fixed_balance: p.fixed,
      created_at: p.now,
    }),
)

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
    const lock = await tx.first(tryLock({ key: advisoryKey(`repair ${userId}`) }))
    if (lock?.taken !== true) return err('FIX_IN_PROGRESS')
    if (((await tx.first(attempts({ sessionId })))?.count ?? 0n) >= MAX_PER_SESSION) return err('MAX_RETRIES_EXCEEDED')
    const account = (await lockAccounts(tx, [userId])).get(userId)
    if (account === undefined) return err('NOT_FOUND')
    const fixed = (await tx.first(sumOfEntries({ userId })))?.balance ?? ugx(0n)
    const isWrong = fixed !== account.balance
    if (isWrong) {
      // The trigger allows a debt only in a correction.
      await asCorrection(tx, () => tx.change(setBalance({ userId, balance: fixed })))
      lockedBalances(tx).set(userId, fixed)
      await outbox.appendEvents(tx, balanceEvents(new Map([[userId, { balance: fixed, held: account.held }]])))
    }
    await tx.change(insertRepair({ userId, sessionId, original: account.balance, fixed, now }))
    return ok({
      originalBalance: ugxToNumber(account.balance),
      fixedBalance: ugxToNumber(fixed),
      code: isWrong ? 'BALANCE_FIXED_RETRY_NEEDED' : null,
      message: isWrong ? FIXED : CORRECT,
    })
  })
}
