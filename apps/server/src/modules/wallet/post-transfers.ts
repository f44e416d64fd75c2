import type { Insertable } from 'kysely'
import { type Ugx, ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { columnsOf, optional, plain, text } from '../../kernel/db/arrays.ts'
import type { Postings } from '../../kernel/db/database-types.ts'
import { insertRows } from '../../kernel/db/insert-rows.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Outbox, OutboxEvent } from '../../kernel/outbox/event.ts'
import { type Balance, balanceWhenLocked, lockMissing } from './accounts.repository.ts'
import { type PostOptions, type PostedTransfer, type Transfer, playerSide } from './transfer.ts'

// Balances and postings in one statement: a batch of a hundred bets costs what one costs. Each account is updated once;
// each of its rows gets the balance after that row, in the given order.
const MOVED = `
  with transfer as (
    select * from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::uuid[], $5::bigint[], $6::text[], $7::uuid[], $8::int[], $9::text[])
      with ordinality as t (source, destination, amount, player, change, kind, reference, ordinal, description, place)
  ), moved as (
    update accounts a set balance = a.balance + total.change
      from (select player, sum(change)::bigint as change from transfer where player is not null group by player) total
     where a.id = total.player and a.kind = 'player'
    returning a.id, a.held, a.balance - total.change as opening
  )`
const POSTED = `
    insert into postings (source, destination, amount, player, balance_after, kind, reference, ordinal, description, created_at)
    select t.source, t.destination, t.amount, t.player,
           m.opening + (sum(t.change) over (partition by t.player order by t.place))::bigint,
           t.kind, t.reference, t.ordinal, t.description, $10
      from transfer t left join moved m on m.id = t.player
     order by t.place`
const POST = `${MOVED}, posted as (${POSTED}
    returning id, player, balance_after
  )
  select p.id, p.player, p.balance_after, m.held from posted p left join moved m on m.id = p.player order by p.id`

// A balance that is not what it was under the lock becomes null, which no balance may be: nothing is then posted.
const MOVE_LOCKED = `
  update accounts a set balance = case when a.balance = t.before then t.after end
    from unnest($1::uuid[], $2::bigint[], $3::bigint[]) as t (player, before, after)
   where a.id = t.player and a.kind = 'player'`
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

type Row = { id: bigint; player: string | null; balance_after: bigint | null; held: bigint | null }

/**
 * Moves money. All or nothing; throws when an account would be overdrawn, does not exist, or when a transfer
 * of the same reference, kind and ordinal exists: callers decide before, on locked accounts.
 */
export async function postTransfers(
  tx: Tx,
  outbox: Outbox,
  transfers: readonly Transfer[],
  now: Date,
  options: PostOptions = {},
): Promise<PostedTransfer[]> {
  if (transfers.length === 0) return []
  const sided = transfers.map(withSide)
  await lockSides(tx, sided)
  const rows = await tx.query<Row>(POST, [...columnsOf(COLUMNS, sided), now], 'wallet-post')
  if (rows.length !== transfers.length) throw new Error('every transfer has one posting')
  if (options.events !== 'caller') await outbox.appendEvents(tx, balanceEvents(lastBalances(rows)))
  return rows.map((row) => ({
    postingId: row.id,
    balanceAfter: row.balance_after === null ? null : ugx(row.balance_after),
  }))
}

/**
 * The same for accounts that are locked already and have not moved since, where nobody asks what came of it: sent at once,
 * so that it may be among the last statements of its transaction.
 */
export async function postLocked(tx: Tx, transfers: readonly Transfer[], now: Date): Promise<void> {
  if (transfers.length === 0) return
  const accounts = new Map<string, LockedAccount>()
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
    accounts.set(player, { player, before, after })
    posted.push(postingOf(transfer, player, after, now))
  }
  await Promise.all([
    tx.change(MOVE_LOCKED, columnsOf(LOCKED_ACCOUNT, [...accounts.values()]), 'wallet-move-locked'),
    tx.change(insertPostings(posted)),
  ])
}

/** A resettlement's transfers: the only ones that may take a balance below zero (D21). */
export async function correctTransfers(
  tx: Tx,
  outbox: Outbox,
  transfers: readonly Transfer[],
  now: Date,
  options: PostOptions = {},
): Promise<PostedTransfer[]> {
  await tx.query(`select set_config('mupiira.correction', 'on', true)`)
  const posted = await postTransfers(tx, outbox, transfers, now, options)
  await tx.query(`select set_config('mupiira.correction', '', true)`)
  return posted
}

declare module '../../kernel/outbox/event.ts' {
  interface EventData {
    'balance-changed': { readonly balance: number; readonly held: number }
  }
}

/** What the player's screens are told: UGX as JSON numbers. */
export function balanceEvents(balances: ReadonlyMap<string, Balance>): OutboxEvent[] {
  return [...balances].map(([userId, { balance, held }]) => ({
    type: 'balance-changed',
    userId,
    data: { balance: ugxToNumber(balance), held: ugxToNumber(held) },
  }))
}

function lockSides(tx: Tx, sided: readonly Sided[]): Promise<void> {
  return lockMissing(tx, new Set(sided.flatMap(({ side }) => (side === null ? [] : [side.player]))))
}

function lastBalances(rows: readonly Row[]): Map<string, Balance> {
  const last = new Map<string, { balance: Ugx; held: Ugx }>()
  for (const row of rows) {
    if (row.player === null || row.balance_after === null) continue
    last.set(row.player, { balance: ugx(row.balance_after), held: ugx(row.held ?? 0n) })
  }
  return last
}

type Sided = { readonly transfer: Transfer; readonly side: ReturnType<typeof playerSide> }

const COLUMNS = [
  plain<Sided>(({ transfer }) => transfer.source),
  plain<Sided>(({ transfer }) => transfer.destination),
  plain<Sided>(({ transfer }) => transfer.amount),
  optional<Sided>(({ side }) => side?.player ?? null),
  optional<Sided>(({ side }) => side?.change ?? null),
  text<Sided>(({ transfer }) => transfer.kind),
  plain<Sided>(({ transfer }) => transfer.reference),
  plain<Sided>(({ transfer }) => transfer.ordinal ?? 0),
  text<Sided>(({ transfer }) => transfer.description),
]

type LockedAccount = { readonly player: string; readonly before: Ugx; readonly after: Ugx }

const LOCKED_ACCOUNT = [
  plain<LockedAccount>(({ player }) => player),
  plain<LockedAccount>(({ before }) => before),
  plain<LockedAccount>(({ after }) => after),
]

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

const withSide = (transfer: Transfer): Sided => ({ transfer, side: playerSide(transfer) })
