import { sql } from 'kysely'
import { type Ugx, ugx, ugxToNumber, ZERO } from '@mupiira/domain/money/ugx.ts'
import { insertRows } from '../../kernel/db/insert-rows.ts'
import { inLockOrder } from '../../kernel/db/locks.ts'
import { anyOf, type Params, q, statement } from '../../kernel/db/query.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { OutboxEvent } from '../../kernel/outbox/event.ts'
import { type PostedTransfer, type Transfer, playerSide } from './transfer.ts'

export type Balance = { readonly balance: Ugx; readonly held: Ugx }
export type LockedAccount = Balance & { readonly frozen: boolean }

const lock = statement((p: Params<{ ids: readonly string[] }>) =>
  q
    .selectFrom('accounts')
    .select(['id', 'balance', 'held', 'frozen'])
    .where('kind', '=', 'player')
    .$narrowType<{ balance: Ugx; held: Ugx }>()
    .where('id', '=', anyOf(p.ids))
    .orderBy('id')
    .forNoKeyUpdate(),
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

// If the balance has changed since it was locked, the new balance becomes null, which the table refuses.
const moveLocked = statement(
  (p: Params<{ players: readonly string[]; before: readonly Ugx[]; after: readonly Ugx[] }>) => sql<{
    id: string
    held: Ugx
  }>`
    update accounts a set balance = case when a.balance = t.before then t.after end
      from unnest(${p.players}::uuid[], ${p.before}::bigint[], ${p.after}::bigint[]) as t (player, before, after)
     where a.id = t.player and a.kind = 'player'
    returning a.id, a.held`,
)
const insertPostings = insertRows('postings', (insert) => insert.returning('id'))

/**
 * Moves money between accounts that this transaction has locked (see `postTransfers`). Both statements are sent at
 * once, each with all transfers, so that they can be among the last of the transaction and a batch of a hundred bets
 * needs as many round trips as one bet.
 */
export async function postLocked(tx: Tx, transfers: readonly Transfer[], now: Date) {
  if (transfers.length === 0) return { posted: [], balances: new Map<string, Balance>() }
  const accounts = lockedBalances(tx)
  const before = new Map<string, Ugx>()
  const postings = transfers.map((transfer) => {
    const side = playerSide(transfer)
    const { amount, description, destination, kind, ordinal = 0, reference, source } = transfer
    const posting = { amount, description, destination, kind, ordinal, reference, source, createdAt: now }
    if (side === null) return { ...posting, player: null, balanceAfter: null }
    const { player, change } = side
    const balance = accounts.get(player)
    if (balance === undefined) throw new Error('an account is not locked or does not exist')
    if (!before.has(player)) before.set(player, balance)
    const after = ugx(balance + change)
    accounts.set(player, after)
    return { ...posting, player, balanceAfter: after }
  })
  const players = [...before.keys()]
  const moves = { players, before: [...before.values()], after: players.map((player) => accounts.get(player) ?? ZERO) }
  const [moved, inserted] = await Promise.all([tx.run(moveLocked(moves)), tx.run(insertPostings(postings))])
  return {
    posted: postings.map(({ balanceAfter }, at): PostedTransfer => {
      const row = inserted[at]
      if (row === undefined) throw new Error('a transfer has no posting')
      return { postingId: row.id, balanceAfter }
    }),
    balances: new Map(moved.map(({ id, held }) => [id, { balance: accounts.get(id) ?? ZERO, held }])),
  }
}

declare module '../../kernel/outbox/event.ts' {
  interface EventData {
    'balance-changed': { readonly balance: number; readonly held: number }
  }
}

/** Updates for the players' screens: UGX as JSON numbers. */
export function balanceEvents(balances: ReadonlyMap<string, Balance>): OutboxEvent[] {
  return [...balances].map(([userId, { balance, held }]) => ({
    type: 'balance-changed',
    userId,
    data: { balance: ugxToNumber(balance), held: ugxToNumber(held) },
  }))
}
