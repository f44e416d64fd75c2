import type { SealChecks } from '../db/database-types.ts'
import type { Db, Tx } from '../db/sql.ts'

/** Keeps a block small enough for one aggregate. If a minute has more rows, they form several blocks. */
const MAX_ROWS = 50_000
const BEYOND_EVERY_TX = 2n ** 62n

/**
 * An append-only table and the table of its seals. The rows have `id` and `tx`, the number of the transaction that wrote
 * them. The seals have the same columns as `ledger_seals`.
 */
export type SealedTable = {
  readonly rows: SealChecks['sealed_table']
  readonly seals: string
  /** SQL of the hash of a row `p`: every column, as unambiguous text that no setting of the session changes. */
  readonly leaf: string
}

/** The seal of a block from its columns and its rows' leaves in order of (tx, id). */
export const sealHash = (s: string, leaves: string): string => `sha256(${s}.previous_hash || convert_to(
  format('%s:%s:%s:%s:%s:%s', ${s}.block, ${s}.from_tx, ${s}.to_tx, ${s}.after_id, ${s}.last_id, ${s}.rows), 'UTF8') || ${leaves})`

export type Sealed = { readonly block: bigint; readonly rows: bigint; readonly hash: string }

type Last = { block: bigint; to_tx: bigint; after_id: bigint; last_id: bigint; hash: Buffer }
type Range = { readonly fromTx: bigint; readonly toTx: bigint; readonly afterId: bigint }

/**
 * Seals every row older than the oldest running transaction, because those rows can no longer change. Returns the
 * new blocks. Tests pass `finishedTx` instead of the oldest running transaction.
 */
export async function sealRows(db: Db, table: SealedTable, now: Date, finishedTx?: bigint): Promise<Sealed[]> {
  const sealed: Sealed[] = []
  for (;;) {
    const block = await db.transaction((tx) => sealNext(tx, table, now, finishedTx), { isolation: 'repeatable read' })
    if (block === null) return sealed
    sealed.push(block)
  }
}

async function sealNext(tx: Tx, table: SealedTable, now: Date, finishedTx: bigint | undefined): Promise<Sealed | null> {
  const finished = finishedTx ?? (await oldestRunning(tx))
  const [last] = await tx.query<Last>(
    `select block, to_tx, after_id, last_id, hash from ${table.seals} order by block desc limit 1`,
  )
  const range = await nextRange(tx, table, last, finished)
  if (range === null) return null
  const [sealed] = await tx.query<{ block: bigint; rows: bigint; hash: string }>(
    `with block_row as (
       select p.id, p.tx, ${table.leaf} as leaf from ${table.rows} p where p.tx >= $1 and p.tx < $2 and p.id > $3
     ), s as (
       select $4::bigint as block, $1::bigint as from_tx, $2::bigint as to_tx, $3::bigint as after_id,
              greatest($5::bigint, max(id)) as last_id, count(*) as rows, $6::bytea as previous_hash,
              string_agg(leaf, ''::bytea order by tx, id) as leaves
         from block_row having count(*) > 0
     )
     insert into ${table.seals} (block, from_tx, to_tx, after_id, last_id, rows, hash, previous_hash, created_at)
     select block, from_tx, to_tx, after_id, last_id, rows, ${sealHash('s', 's.leaves')}, previous_hash, $7 from s
     returning block, rows, encode(hash, 'hex') as hash`,
    [
      range.fromTx,
      range.toTx,
      range.afterId,
      (last?.block ?? 0n) + 1n,
      last?.last_id ?? 0n,
      last?.hash ?? Buffer.alloc(0),
      now,
    ],
  )
  return sealed ?? null
}

async function nextRange(tx: Tx, table: SealedTable, last: Last | undefined, finished: bigint): Promise<Range | null> {
  if (last === undefined) return shortened(tx, table, { fromTx: 0n, toTx: finished, afterId: 0n })
  if (finished >= last.to_tx)
    return shortened(tx, table, { fromTx: last.to_tx, toTx: finished, afterId: last.after_id })
  // After a restore into a newer cluster, restored unsealed rows have greater transaction numbers …
  const [left] = await tx.query(`select from ${table.rows} where tx >= $1 and id > $2 limit 1`, [
    last.to_tx,
    last.after_id,
  ])
  if (left !== undefined) return { fromTx: last.to_tx, toTx: BEYOND_EVERY_TX, afterId: last.after_id }
  // … and rows written since then have greater ids than all of them.
  return shortened(tx, table, { fromTx: 0n, toTx: finished, afterId: last.last_id })
}

async function shortened(tx: Tx, table: SealedTable, range: Range): Promise<Range | null> {
  const { fromTx, toTx, afterId } = range
  if (toTx <= fromTx) return null
  const [next] = await tx.query<{ tx: bigint }>(
    `select tx from ${table.rows} where tx >= $1 and tx < $2 and id > $3 order by tx, id offset $4 limit 1`,
    [fromTx, toTx, afterId, MAX_ROWS],
  )
  // All rows of a transaction belong to one block.
  if (next === undefined) return range
  return { ...range, toTx: next.tx > fromTx ? next.tx : next.tx + 1n }
}

async function oldestRunning(tx: Tx): Promise<bigint> {
  const [row] = await tx.query<{ xmin: bigint }>(`select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as xmin`)
  if (row === undefined) throw new Error('the snapshot has no oldest transaction')
  return row.xmin
}
