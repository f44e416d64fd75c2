import { sql } from 'kysely'
import { type Ugx, ZERO } from '@mupiira/domain/money/ugx.ts'
import { insertRows } from '../../kernel/db/insert-rows.ts'
import { anyOf, type Params, q, statement } from '../../kernel/db/query.ts'
import type { Sql, Tx } from '../../kernel/db/sql.ts'
import type { Balance, LockedAccount } from './locked-accounts.repository.ts'
import { lockMissing } from './post-transfers.ts'

export const NO_BALANCE: Balance = { balance: ZERO, held: ZERO }

const open = insertRows('accounts', (insert) => insert.onConflict((conflict) => conflict.column('id').doNothing()))

/** Opens accounts with a balance of zero. Open accounts stay unchanged. */
export const openAccounts = async (tx: Tx, userIds: readonly string[], now: Date): Promise<void> =>
  void (await tx.change(open(userIds.map((id) => ({ id, kind: 'player', createdAt: now })))))

const selectPlayers = () =>
  q
    .selectFrom('accounts')
    .select(['id', 'balance', 'held', 'frozen'])
    .where('kind', '=', 'player')
    .$narrowType<{ balance: Ugx; held: Ugx }>()

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

export type BalancePageRequest = {
  readonly ids: readonly string[]
  readonly order: 'asc' | 'desc'
  readonly limit: number
  readonly offset: number
}
const byBalance = (order: 'asc' | 'desc') =>
  statement((p: Params<Omit<BalancePageRequest, 'order'>>) =>
    q
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', anyOf(p.ids))
      .orderBy('balance', order)
      .orderBy('id', 'desc')
      .limit(p.limit)
      .offset(p.offset),
  )
const highestFirst = byBalance('desc')
const lowestFirst = byBalance('asc')

/** A page of these players in the order of their balances. */
export const idsByBalance = async (db: Sql, { order, ...pageRequest }: BalancePageRequest): Promise<string[]> =>
  (await db.run((order === 'desc' ? highestFirst : lowestFirst)(pageRequest))).map(({ id }) => id)

const setCorrection = statement(
  (p: Params<{ value: string }>) => sql`select set_config('mupiira.correction', ${p.value}, true)`,
)

/** Lets `work` take balances below zero (D21). */
export async function asCorrection<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await tx.run(setCorrection({ value: 'on' }))
  const result = await work()
  await tx.run(setCorrection({ value: '' }))
  return result
}
