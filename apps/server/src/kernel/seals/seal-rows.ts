import type { Db, Tx } from '../db/sql.ts'
import {
  addSeal,
  type BlockRange,
  hasRows,
  lastSeal,
  type LastSeal,
  oldestRunning,
  type SealedBlock,
  type SealedTable,
  txAfter,
} from './seals.repository.ts'

/** Keeps a block small enough for one aggregate. If a minute has more rows, they form several blocks. */
const MAX_ROWS = 50_000
const BEYOND_EVERY_TX = 2n ** 62n

/**
 * Seals every row older than the oldest running transaction, because those rows can no longer change. Returns the
 * new blocks. Tests pass `finishedTx` instead of the oldest running transaction.
 */
export async function sealRows(db: Db, table: SealedTable, now: Date, finishedTx?: bigint): Promise<SealedBlock[]> {
  const sealed: SealedBlock[] = []
  for (;;) {
    const block = await db.transaction((tx) => sealNext(tx, table, now, finishedTx), { isolation: 'repeatable read' })
    if (block === null) return sealed
    sealed.push(block)
  }
}

async function sealNext(
  tx: Tx,
  table: SealedTable,
  now: Date,
  finishedTx: bigint | undefined,
): Promise<SealedBlock | null> {
  const finished = finishedTx ?? (await oldestRunning(tx))
  const last = await lastSeal(tx, table)
  const range = await nextRange(tx, table, last, finished)
  return range === null ? null : ((await addSeal(tx, table, range, last, now)) ?? null)
}

async function nextRange(
  tx: Tx,
  table: SealedTable,
  last: LastSeal | undefined,
  finished: bigint,
): Promise<BlockRange | null> {
  if (last === undefined) return shortened(tx, table, { fromTx: 0n, toTx: finished, afterId: 0n })
  const following = { fromTx: last.toTx, afterId: last.afterId }
  if (finished >= last.toTx) return shortened(tx, table, { ...following, toTx: finished })
  // After a restore into a newer cluster, restored unsealed rows have greater transaction numbers. Seal them first.
  if (await hasRows(tx, table, following)) return { ...following, toTx: BEYOND_EVERY_TX }
  // Rows written after the restore have greater ids than all restored rows.
  return shortened(tx, table, { fromTx: 0n, toTx: finished, afterId: last.lastId })
}

async function shortened(tx: Tx, table: SealedTable, range: BlockRange): Promise<BlockRange | null> {
  if (range.toTx <= range.fromTx) return null
  const next = await txAfter(tx, table, range, MAX_ROWS)
  // All rows of a transaction belong to one block.
  if (next === null) return range
  return { ...range, toTx: next > range.fromTx ? next : next + 1n }
}
