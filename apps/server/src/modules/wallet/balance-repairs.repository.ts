import { sql } from 'kysely'
import { type Ugx, ZERO } from '@mupiira/domain/money/ugx.ts'
import { type Params, q, statement } from '../../kernel/db/query.ts'
import type { Tx } from '../../kernel/db/sql.ts'

const ofSession = statement((p: Params<{ sessionId: string }>) =>
  q
    .selectFrom('balance_repairs')
    .select((e) => e.fn.countAll<bigint>().as('count'))
    .where('session_id', '=', p.sessionId),
)

/** How often a session has repaired its balance. */
export const countRepairs = async (tx: Tx, sessionId: string): Promise<number> =>
  Number((await tx.first(ofSession({ sessionId })))?.count ?? 0n)

const sumOfEntries = statement(
  (p: Params<{ userId: string }>) => sql<{ balance: Ugx }>`
    select coalesce(sum(case when player = destination then amount else -amount end), 0)::bigint as balance
      from postings where player = ${p.userId}`,
)

/** The sum of a player's ledger entries. */
export const balanceOfEntries = async (tx: Tx, userId: string): Promise<Ugx> =>
  (await tx.first(sumOfEntries({ userId })))?.balance ?? ZERO

const setBalance = statement((p: Params<{ userId: string; balance: bigint }>) =>
  q.updateTable('accounts').set({ balance: p.balance }).where('id', '=', p.userId),
)

/** Replaces a balance. The account is locked. */
export const overwriteBalance = (tx: Tx, userId: string, balance: Ugx): Promise<number> =>
  tx.change(setBalance({ userId, balance }))

type Repair = {
  readonly userId: string
  readonly sessionId: string
  readonly original: Ugx
  readonly fixed: Ugx
  readonly now: Date
}

const insert = statement((p: Params<Repair>) =>
  q.insertInto('balance_repairs').values({
    user_id: p.userId,
    session_id: p.sessionId,
    original_balance: p.original,
    fixed_balance: p.fixed,
    created_at: p.now,
  }),
)

export const insertRepair = (tx: Tx, row: Repair): Promise<number> => tx.change(insert(row))
