import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type Params, statement } from './query.ts'
import type { Tx } from './sql.ts'

/** Unique ids in the order in which all code locks rows (decision 0020), so that two batches cannot deadlock. */
export function inLockOrder<Id extends string | bigint>(ids: Iterable<Id>): Id[] {
  return [...new Set(ids)].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
}

/** The advisory lock's number for a name. */
export function advisoryKey(name: string): bigint {
  return createHash('sha256').update(`mupiira:${name}`).digest().readBigInt64BE()
}

const exclusive = statement((p: Params<{ key: bigint }>) => sql`select pg_advisory_xact_lock(${p.key})`)
const shared = statement((p: Params<{ key: bigint }>) => sql`select pg_advisory_xact_lock_shared(${p.key})`)
const ifFree = statement(
  (p: Params<{ key: bigint }>) => sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(${p.key}) as taken`,
)

/** Waits for the lock of a name, which the transaction holds until its end. */
export const lockName = async (tx: Tx, name: string): Promise<void> =>
  void (await tx.run(exclusive({ key: advisoryKey(name) })))

/** Several transactions may hold a shared lock. It waits only for `lockName`. */
export const lockNameShared = async (tx: Tx, name: string): Promise<void> =>
  void (await tx.run(shared({ key: advisoryKey(name) })))

/** Like `lockName`, but does not wait: false if another transaction holds the lock. */
export const tryLockName = async (tx: Tx, name: string): Promise<boolean> =>
  (await tx.first(ifFree({ key: advisoryKey(name) })))?.taken === true
