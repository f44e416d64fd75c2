import type { repairBalance } from '@mupiira/contract/wallet.ts'
import { type Ugx, ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { advisoryKey } from '../../kernel/db/locks.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { Outcome } from '../../kernel/http/route.ts'
import type { Outbox } from '../../kernel/outbox/event.ts'
import { lockAccounts } from './accounts.repository.ts'
import { balanceEvents } from './post-transfers.ts'

/** WALT-20. */
const MOST_PER_SESSION = 2
const FIXED = 'Balance format fixed! Please try placing your bet again.'
const RIGHT = 'Your balance is right.'

type Request = { readonly userId: string; readonly sessionId: string; readonly now: Date }

/**
 * Works a balance out anew from the ledger's entries, which are the truth (D34): the balance beside them is their sum. Every
 * attempt is written down with what it found, for a repair that was needed means that something is broken.
 */
export async function repair(db: Db, outbox: Outbox, request: Request): Promise<Outcome<typeof repairBalance>> {
  const { userId, sessionId, now } = request
  return db.transaction(async (tx): Promise<Outcome<typeof repairBalance>> => {
    const [lock] = await tx.query<{ taken: boolean }>('select pg_try_advisory_xact_lock($1) as taken', [
      advisoryKey(`repair ${userId}`),
    ])
    if (lock?.taken !== true) return { error: 'FIX_IN_PROGRESS' }
    const [earlier] = await tx.query<{ attempts: number }>(
      'select count(*)::int as attempts from balance_repairs where session_id = $1',
      [sessionId],
    )
    if ((earlier?.attempts ?? 0) >= MOST_PER_SESSION) return { error: 'MAX_RETRIES_EXCEEDED' }
    const account = (await lockAccounts(tx, [userId])).get(userId)
    if (account === undefined) return { error: 'NOT_FOUND' }
    const [entries] = await tx.query<{ balance: bigint }>(
      `select coalesce(sum(case when player = destination then amount else -amount end), 0)::bigint as balance
         from postings where player = $1`,
      [userId],
    )
    const fixed: Ugx = ugx(entries?.balance ?? 0n)
    const isWrong = fixed !== account.balance
    if (isWrong) {
      // The entries may well say less than zero.
      await tx.query(`select set_config('mupiira.correction', 'on', true)`)
      await tx.change('update accounts set balance = $2 where id = $1', [userId, fixed])
      await tx.query(`select set_config('mupiira.correction', '', true)`)
      await outbox.appendEvents(tx, balanceEvents(new Map([[userId, { balance: fixed, held: account.held }]])))
    }
    await tx.change(
      `insert into balance_repairs (user_id, session_id, original_balance, fixed_balance, created_at)
       values ($1, $2, $3, $4, $5)`,
      [userId, sessionId, account.balance, fixed, now],
    )
    return {
      status: 200,
      body: {
        originalBalance: ugxToNumber(account.balance),
        fixedBalance: ugxToNumber(fixed),
        code: isWrong ? 'BALANCE_FIXED_RETRY_NEEDED' : null,
        message: isWrong ? FIXED : RIGHT,
      },
    }
  })
}
