import { type Insertable, sql } from 'kysely'
import { type Ugx, ugx, ugxToNumber, ZERO } from '@mupiira/domain/money/ugx.ts'
import { optional, plain, plainArray, text } from '../../kernel/db/arrays.ts'
import type { Postings } from '../../kernel/db/database-types.ts'
import { insertRows } from '../../kernel/db/insert-rows.ts'
import { type Params, statement } from '../../kernel/db/query.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Outbox, OutboxEvent } from '../../kernel/outbox/event.ts'
import { asCorrection, type Balance, balanceWhenLocked, lockMissing } from './accounts.repository.ts'
import { type PostOptions, type PostedTransfer, type Transfer, playerSide } from './transfer.ts'

// Balances and postings in one statement, so that a batch of a hundred bets costs as much as one bet. Each account is
// updated once; each posting gets the balance after it, in the given order.
const post = statement(
  (
    p: Params<{
      source: string
      destination: string
      amount: string
      player: string
      change: string
      kind: string
      reference: string
      ordinal: string
      description: string
      now: Date
    }>,
  ) => sql<PostedRow>`
    with transfer as (
      select * from unnest(${p.source}::uuid[], ${p.destination}::uuid[], ${p.amount}::bigint[], ${p.player}::uuid[],
          ${p.change}::bigint[], ${p.kind}::text[], ${p.reference}::uuid[], ${p.ordinal}::int[], ${p.description}::text[])
        with ordinality as t (source, destination, amount, player, change, kind, reference, ordinal, description, place)
    ), moved as (
      update accounts a set balance = a.balance + total.change
        from (select player, sum(change)::bigint as change from transfer where player is not null group by player) total
       where a.id = total.player and a.kind = 'player'
      returning a.id, a.held, a.balance - total.change as opening
    ), posted as (
      insert into postings (source, destination, amount, player, balance_after, kind, reference, ordinal, description, created_at)
      select t.source, t.destination, t.amount, t.player,
             m.opening + (sum(t.change) over (partition by t.player order by t.place))::bigint,
             t.kind, t.reference, t.ordinal, t.description, ${p.now}
        from transfer t left join moved m on m.id = t.player
       order by t.place
      returning id, player, balance_after
    )
    select p.id, p.player, p.balance_after as "balanceAfter", m.held
      from posted p left join moved m on m.id = p.player order by p.id`,
)
type PostedRow = { id: bigint; player: string | null; balanceAfter: Ugx | null; held: Ugx | null }

// If the balance has changed since it was locked, the new balance becomes null, which the table refuses.
const moveLocked = statement(
  (p: Params<{ player: string; before: string; after: string }>) => sql`
    update accounts a set balance = case when a.balance = t.before then t.after end
      from unnest(${p.player}::uuid[], ${p.before}::bigint[], ${p.after}::bigint[]) as t (player, before, after)
     where a.id = t.player and a.kind = 'player'`,
)
const insertPostings = insertRows('postings', {
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
})

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
  const sided = transfers.map((transfer): Sided => ({ transfer, side: playerSide(transfer) }))
  await lockMissing(tx, new Set(sided.flatMap(({ side }) => (side === null ? [] : [side.player]))))
  const rows = await tx.run(post({ ...columnsOf(sided), now }))
  if (rows.length !== transfers.length) throw new Error('every transfer has one posting')
  if (options.events !== 'caller') await outbox.appendEvents(tx, balanceEvents(lastBalances(rows)))
  return rows.map(({ id, balanceAfter }) => ({ postingId: id, balanceAfter }))
}

/**
 * Like `postTransfers`, without a result, for accounts that this transaction has locked and not moved since. It
 * is sent at once, so it can be among the last statements of the transaction.
 */
export async function postLocked(tx: Tx, transfers: readonly Transfer[], now: Date): Promise<void> {
  if (transfers.length === 0) return
  const accounts = new Map<string, { readonly before: Ugx; readonly after: Ugx }>()
  const posted: Insertable<Postings>[] = []
  for (const transfer of transfers) {
    const side = playerSide(transfer)
    if (side === null) {
      posted.push(postingOf(transfer, null, null, now))
      continue
    }
    const { player, change } = side
    const before = accounts.get(player)?.before ?? balanceWhenLocked(tx, player)
    if (before === undefined) throw new Error('an account is not locked')
    const after = ugx((accounts.get(player)?.after ?? before) + change)
    accounts.set(player, { before, after })
    posted.push(postingOf(transfer, player, after, now))
  }
  const balances = [...accounts.values()]
  const moved = {
    player: plainArray([...accounts.keys()]),
    before: plainArray(balances.map(({ before }) => before)),
    after: plainArray(balances.map(({ after }) => after)),
  }
  await Promise.all([tx.change(moveLocked(moved)), tx.change(insertPostings(posted))])
}

/** Transfers of a resettlement, which are the only ones that may make a balance negative (D21). */
export const correctTransfers = (
  tx: Tx,
  outbox: Outbox,
  transfers: readonly Transfer[],
  now: Date,
  options: PostOptions = {},
): Promise<PostedTransfer[]> => asCorrection(tx, () => postTransfers(tx, outbox, transfers, now, options))

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

function lastBalances(rows: readonly PostedRow[]): Map<string, Balance> {
  const last = new Map<string, Balance>()
  for (const { player, balanceAfter, held } of rows) {
    if (player !== null && balanceAfter !== null) last.set(player, { balance: balanceAfter, held: held ?? ZERO })
  }
  return last
}

type Sided = { readonly transfer: Transfer; readonly side: ReturnType<typeof playerSide> }

// Defined once: a function created for each batch loses its compiled code at every garbage collection.
const COLUMNS = {
  source: plain<Sided>(({ transfer }) => transfer.source),
  destination: plain<Sided>(({ transfer }) => transfer.destination),
  amount: plain<Sided>(({ transfer }) => transfer.amount),
  player: optional<Sided>(({ side }) => side?.player ?? null),
  change: optional<Sided>(({ side }) => side?.change ?? null),
  kind: text<Sided>(({ transfer }) => transfer.kind),
  reference: plain<Sided>(({ transfer }) => transfer.reference),
  ordinal: plain<Sided>(({ transfer }) => transfer.ordinal ?? 0),
  description: text<Sided>(({ transfer }) => transfer.description),
}

const columnsOf = (sided: readonly Sided[]): Record<keyof typeof COLUMNS, string> => ({
  source: COLUMNS.source(sided),
  destination: COLUMNS.destination(sided),
  amount: COLUMNS.amount(sided),
  player: COLUMNS.player(sided),
  change: COLUMNS.change(sided),
  kind: COLUMNS.kind(sided),
  reference: COLUMNS.reference(sided),
  ordinal: COLUMNS.ordinal(sided),
  description: COLUMNS.description(sided),
})

const postingOf = (transfer: Transfer, player: string | null, balanceAfter: Ugx | null, now: Date) => ({
  source: transfer.source,
  destination: transfer.destination,
  amount: transfer.amount,
  player,
  balance_after: balanceAfter,
  kind: transfer.kind,
  reference: transfer.reference,
  ordinal: transfer.ordinal ?? 0,
  description: transfer.description,
  created_at: now,
})
