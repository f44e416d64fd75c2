import { err, type Result } from '@mupiira/domain/result.ts'
import type { Db, Tx } from './sql.ts'

/** Carries a result out of a transaction that rolls back. */
class RolledBack extends Error {
  readonly result: unknown
  constructor(result: unknown) {
    super('the transaction is rolled back')
    this.result = result
  }
}

/** Runs a transaction that also rolls back if `work` returns an error. A plain transaction would commit. */
export async function transactionOrRollBack<T, E>(
  db: Pick<Db, 'transaction'>,
  work: (tx: Tx) => Promise<Result<T, E>>,
): Promise<Result<T, E>> {
  try {
    return await db.transaction(async (tx) => {
      const result = await work(tx)
      if (!result.ok) throw new RolledBack(result)
      return result
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.result as Result<T, E>
    throw error
  }
}

/** Returns the value of `work` and always rolls its transaction back. */
export async function runAndRollBack<T>(db: Pick<Db, 'transaction'>, work: (tx: Tx) => Promise<T>): Promise<T> {
  const done = await transactionOrRollBack<never, T>(db, async (tx) => err(await work(tx)))
  return done.ok ? done.value : done.error
}
