import { createHash } from 'node:crypto'

/** Unique ids in the order in which all code locks rows (decision 0020), so that two batches cannot deadlock. */
export function inLockOrder<Id extends string | bigint>(ids: Iterable<Id>): Id[] {
  return [...new Set(ids)].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
}

/** The advisory lock's number for a name. */
export function advisoryKey(name: string): bigint {
  return createHash('sha256').update(`mupiira:${name}`).digest().readBigInt64BE()
}
