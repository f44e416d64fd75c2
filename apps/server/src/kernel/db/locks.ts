import { createHash } from 'node:crypto'

/** Ids without repetitions in the one order in which rows are locked everywhere (decision 0020): two batches cannot deadlock. */
export function inLockOrder<Id extends string | bigint>(ids: Iterable<Id>): Id[] {
  return [...new Set(ids)].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
}

/** The advisory lock's number for a name. */
export function advisoryKey(name: string): bigint {
  return createHash('sha256').update(`mupiira:${name}`).digest().readBigInt64BE()
}
