import { type Insertable, sql } from 'kysely'
import { type Ugx, ugx, ugxToNumber, ZERO } from '@mupiira/domain/money/ugx.ts'
import type { Postings } from '../../kernel/db/database-types.ts'
import { insertRows } from '../../kernel/db/insert-rows.ts'
import { type Params, statement } from '../../kernel/db/query.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Outbox, OutboxEvent } from '../../kernel/outbox/event.ts'
import { type Balance, lockedBalances, lockMissing } from './accounts.repository.ts'
import { type PostOptions, type PostedTransfer, type Transfer, playerSide } from './transfer.ts'

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
const insertPostings = insertRows(
  'postings',
  {
    source: 'uuid',
    destination: 'uuid',
    amount: 'int8',
    player: 'uuid',
    balance_after: 'int8',
    kind: 'text',
    reference: 'uuid',
    ordinal: 'int4',
    description: 'text',
    created_at: 'timestamptz',
  },
  (insert) => insert.returning('id'),
)

/**
 * Moves money, all or nothing. Throws if an account is missing or would be overdrawn, or if a transfer with the
 * same reference, kind and ordinal exists. Callers must check this before, on locked accounts.
 */
export async function postTransfers(
  tx: Tx,
  outbox: Outbox,
  transfers: readonly Transfer[],
  now: Date,
  options: PostOptions = {},
): Promise<PostedTransfer[]> {
  if (transfers.length === 0) return []
  await lockMissing(tx, new Set(transfers.flatMap((transfer) => playerSide(transfer)?.player ?? [])))
  const { posted, balances } = await postLocked(tx, transfers, now)
  if (options.events !== 'caller') await outbox.appendEvents(tx, balanceEvents(balances))
  return posted
}

type Posted = { readonly posted: PostedTransfer[]; readonly balances: ReadonlyMap<string, Balance> }

/**
 * The same for accounts that this transaction has locked. Both statements are sent at once, each with all transfers,
 * so that they can be among the last of the transaction and a batch of a hundred bets costs as much as one bet.
 */
export async function postLocked(tx: Tx, transfers: readonly Transfer[], now: Date): Promise<Posted> {
  if (transfers.length === 0) return { posted: [], balances: new Map() }
  const accounts = lockedBalances(tx)
  const before = new Map<string, Ugx>()
  const postings = transfers.map((transfer): Insertable<Postings> => {
    const side = playerSide(transfer)
    const { amount, description, destination, kind, ordinal = 0, reference, source } = transfer
    const posting = { amount, description, destination, kind, ordinal, reference, source, created_at: now }
    if (side === null) return { ...posting, player: null, balance_after: null }
    const { player, change } = side
    const balance = accounts.get(player)
    if (balance === undefined) throw new Error('an account is not locked or does not exist')
    if (!before.has(player)) before.set(player, balance)
    const after = ugx(balance + change)
    accounts.set(player, after)
    return { ...posting, player, balance_after: after }
  })
  const players = [...before.keys()]
  const moves = { players, before: [...before.values()], after: players.map((player) => accounts.get(player) ?? ZERO) }
  const [moved, inserted] = await Promise.all([tx.run(moveLocked(moves)), tx.run(insertPostings(postings))])
  return {
    posted: postings.map(({ balance_after: balanceAfter }, at) => {
      const row = inserted[at]
      if (row === undefined) throw new Error('a transfer has no posting')
      return { postingId: row.id, balanceAfter: (balanceAfter ?? null) as Ugx | null }
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
