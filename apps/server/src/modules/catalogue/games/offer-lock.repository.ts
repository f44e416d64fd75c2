import { sql } from 'kysely'
import { type Params, statement } from '../../../kernel/db/query.ts'
import type { Tx } from '../../../kernel/db/sql.ts'

/**
 * The offer lock of a game is a transaction-level advisory lock that orders bets and operations that must not
 * overlap with them.
 * - A bet takes it `shared` on each of its games, after the accounts, and reads the offer afterwards.
 * - A result, a void, a deletion and an edit that changes the teams or the start take it `exclusive`, after the
 * game's row.
 * An exclusive holder therefore sees every bet that was accepted before, and a bet that waited reads the current
 * game. PostgreSQL queues both kinds fairly. Suspensions and price changes need no lock.
 */
export type OfferLockMode = 'shared' | 'exclusive'

/** Separates the 64-bit keys from other advisory locks. */
const KEY_SEED = 4711

const lockBy = (lock: 'pg_advisory_xact_lock' | 'pg_advisory_xact_lock_shared') =>
  statement(
    (p: Params<{ gameIds: readonly string[] }>) =>
      sql`select ${sql.raw(lock)}(key)
            from (select distinct hashtextextended(id::text, ${sql.lit(KEY_SEED)}) as key from unnest(${p.gameIds}::uuid[]) as game (id)
                   order by key) as keys`,
  )
const LOCKS = { shared: lockBy('pg_advisory_xact_lock_shared'), exclusive: lockBy('pg_advisory_xact_lock') }

/** Takes the locks in the order of their keys to prevent deadlocks. */
export async function lockOffers(tx: Tx, gameIds: readonly string[], mode: OfferLockMode): Promise<void> {
  if (gameIds.length === 0) return
  await tx.run(LOCKS[mode]({ gameIds }))
}
