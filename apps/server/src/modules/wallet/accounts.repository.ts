import { type Ugx, ZERO } from '@mupiira/domain/money/ugx.ts'
import { insertRows } from '../../kernel/db/insert-rows.ts'
import { inLockOrder } from '../../kernel/db/locks.ts'
import { anyOf, type Params, q, statement } from '../../kernel/db/query.ts'
import type { Sql, Tx } from '../../kernel/db/sql.ts'

export type Balance = { readonly balance: Ugx; readonly held: Ugx }
export type LockedAccount = Balance & { readonly frozen: boolean }

export const NO_BALANCE: Balance = { balance: ZERO, held: ZERO }

const open = insertRows('accounts', { id: 'uuid', kind: 'text', created_at: 'timestamptz' }, (insert) =>
  insert.onConflict((conflict) => conflict.column('id').doNothing()),
)

/** Opens accounts with a balance of zero. Open accounts stay unchanged. */
export const openAccounts = async (tx: Tx, userIds: readonly string[], now: Date): Promise<void> =>
  void (await tx.change(open(userIds.map((id) => ({ id, kind: 'player', created_at: now })))))

const selectPlayers = () =>
  q
    .selectFrom('accounts')
    .select(['id', 'balance', 'held', 'frozen'])
    .where('kind', '=', 'player')
    .$narrowType<{ balance: Ugx; held: Ugx }>()

const lock = statement((p: Params<{ ids: readonly string[] }>) =>
  selectPlayers().where('id', '=', anyOf(p.ids)).orderBy('id').forNoKeyUpdate(),
)

const locked = new WeakMap<Tx, Map<string, Ugx>>()

/** The current balances of the accounts that a transaction has locked, so that posting does not read them again. */
export function lockedBalances(tx: Tx): Map<string, Ugx> {
  const balances = locked.get(tx) ?? new Map<string, Ugx>()
  locked.set(tx, balances)
  return balances
}

/** Locks players' accounts in the order that every transaction uses (decision 0020). Missing accounts are absent. */
export async function lockAccounts(tx: Tx, userIds: Iterable<string>): Promise<Map<string, LockedAccount>> {
  const ids = inLockOrder(userIds)
  if (ids.length === 0) return new Map()
  const rows = await tx.run(lock({ ids }))
  const balances = lockedBalances(tx)
  for (const { id, balance } of rows) balances.set(id, balance)
  return new Map(rows.map(({ id, ...account }) => [id, account]))
}

/** Locks the accounts that the transaction has not locked yet. Several locks can deadlock; the transaction then repeats. */
export async function lockMissing(tx: Tx, userIds: Iterable<string>): Promise<void> {
  const balances = lockedBalances(tx)
  const missing = [...userIds].filter((id) => !balances.has(id))
  if (missing.length > 0) await lockAccounts(tx, missing)
}

const freeze = statement((p: Params<{ userId: string; frozen: boolean }>) =>
  q.updateTable('accounts').set({ frozen: p.frozen }).where('id', '=', p.userId).where('kind', '=', 'player'),
)

export async function setFrozen(tx: Tx, userId: string, frozen: boolean): Promise<void> {
  await lockMissing(tx, [userId])
  await tx.change(freeze({ userId, frozen }))
}

const byIds = statement((p: Params<{ ids: readonly string[] }>) => selectPlayers().where('id', '=', anyOf(p.ids)))

/** Balances by player; players without an account are absent. */
export async function readBalances(db: Sql, userIds: readonly string[]): Promise<Map<string, Balance>> {
  const rows = await db.run(byIds({ ids: userIds }))
  return new Map(rows.map(({ id, balance, held }) => [id, { balance, held }]))
}

/** Reads an account without a lock. */
export async function readAccount(db: Sql, userId: string): Promise<LockedAccount | null> {
  const row = await db.first(byIds({ ids: [userId] }))
  return row === undefined ? null : { balance: row.balance, held: row.held, frozen: row.frozen }
}
