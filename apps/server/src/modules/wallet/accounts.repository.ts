import { type Ugx, ZERO, ugx } from '@mupiira/domain/money/ugx.ts'
import { plainArray } from '../../kernel/db/arrays.ts'
import { inLockOrder } from '../../kernel/db/locks.ts'
import type { Sql, Tx } from '../../kernel/db/sql.ts'

export type Balance = { readonly balance: Ugx; readonly held: Ugx }
export type LockedAccount = Balance & { readonly frozen: boolean }

type Row = { id: string; balance: bigint; held: bigint; frozen: boolean }

/** Which accounts a transaction has locked and what they held then, so that posting does not ask for them again. */
const locked = new WeakMap<Tx, Map<string, Ugx>>()

/** Opens accounts with a balance of zero; one that is open already stays as it is. */
export async function openAccounts(tx: Tx, userIds: readonly string[], now: Date): Promise<void> {
  await tx.change(
    `insert into accounts (id, kind, created_at) select id, 'player', $2 from unnest($1::uuid[]) as opened (id)
     on conflict (id) do nothing`,
    [userIds, now],
    'wallet-open',
  )
}

/** Locks players' accounts in the one order (decision 0020) and tells their state. Accounts that do not exist are absent. */
export async function lockAccounts(tx: Tx, userIds: Iterable<string>): Promise<Map<string, LockedAccount>> {
  const ids = inLockOrder(userIds)
  const accounts = new Map<string, LockedAccount>()
  if (ids.length === 0) return accounts
  const rows = await tx.query<Row>(
    `select id, balance, held, frozen from accounts
      where id = any($1::uuid[]) and kind = 'player' order by id for no key update`,
    [plainArray(ids)],
    'wallet-lock',
  )
  const held = locked.get(tx) ?? new Map<string, Ugx>()
  locked.set(tx, held)
  for (const row of rows) {
    held.set(row.id, ugx(row.balance))
    accounts.set(row.id, { balance: ugx(row.balance), held: ugx(row.held), frozen: row.frozen })
  }
  return accounts
}

/** What a player's account held when the transaction locked it; undefined: it is not locked. */
export const balanceWhenLocked = (tx: Tx, userId: string): Ugx | undefined => locked.get(tx)?.get(userId)

/** Locks those that the transaction has not locked yet. Whoever locks more than once can meet a deadlock, which runs the transaction anew. */
export async function lockMissing(tx: Tx, userIds: Iterable<string>): Promise<void> {
  const held = locked.get(tx)
  const missing = held === undefined ? [...userIds] : [...userIds].filter((id) => !held.has(id))
  if (missing.length > 0) await lockAccounts(tx, missing)
}

export async function setFrozen(tx: Tx, userId: string, frozen: boolean): Promise<void> {
  await lockMissing(tx, [userId])
  await tx.change(`update accounts set frozen = $2 where id = $1 and kind = 'player'`, [userId, frozen])
}

/** Balances by account; a player without an account has none. */
export async function readBalances(sql: Sql, userIds: readonly string[]): Promise<Map<string, Balance>> {
  const rows = await sql.query<Row>(
    `select id, balance, held from accounts where id = any($1::uuid[]) and kind = 'player'`,
    [userIds],
    'wallet-balances',
  )
  return new Map(rows.map((row) => [row.id, { balance: ugx(row.balance), held: ugx(row.held) }]))
}

/** An account as it stands, without a lock; null: there is none. */
export async function readAccount(sql: Sql, userId: string): Promise<LockedAccount | null> {
  const [row] = await sql.query<Row>(
    `select id, balance, held, frozen from accounts where id = $1 and kind = 'player'`,
    [userId],
    'wallet-account',
  )
  return row === undefined ? null : { balance: ugx(row.balance), held: ugx(row.held), frozen: row.frozen }
}

export const NO_BALANCE: Balance = { balance: ZERO, held: ZERO }
