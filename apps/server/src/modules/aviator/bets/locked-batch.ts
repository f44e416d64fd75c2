import type { TransactionOptions, Tx } from '../../../kernel/db/sql.ts'
import type { IdempotencyRecord, Recalled } from '../../../kernel/idempotency/idempotency.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { LockedAccount, Wallet } from '../../wallet/index.ts'

type BatchRequest = { readonly userId: string; readonly idempotencyRecord: IdempotencyRecord }

export type LockedBatch<Request, Read> = {
  readonly accounts: ReadonlyMap<string, LockedAccount>
  /** The requests that have no stored answer. */
  readonly requests: readonly Request[]
  readonly read: Read
  readonly now: Date
}

/**
 * Runs a batch of requests in one transaction. It locks the players' accounts, looks up stored answers and reads the
 * data for the decisions, all sent together. `now` is read after taking the locks, so that the limits, the stored bets
 * and their calendar day use the same time.
 */
export const runLocked = <Request extends BatchRequest, Read, Value>(
  { clock, db, idempotency }: Pick<Kernel, 'clock' | 'db' | 'idempotency'>,
  lockAccounts: Wallet['accounts']['lock'],
  batch: readonly Request[],
  read: (tx: Tx) => Promise<Read>,
  evaluate: (tx: Tx, locked: LockedBatch<Request, Read>) => Promise<ReadonlyMap<Request, Value>>,
  options: TransactionOptions = {},
): Promise<(Value | NonNullable<Recalled>)[]> =>
  db.transaction(async (tx) => {
    const records = batch.map(({ idempotencyRecord }) => idempotencyRecord)
    const [accounts, recalled, found] = await Promise.all([
      lockAccounts(
        tx,
        batch.map(({ userId }) => userId),
      ),
      idempotency.recallMany(tx, records),
      read(tx),
    ])
    const requests = batch.filter((_, at) => recalled[at] === null)
    const results = await evaluate(tx, { accounts, requests, read: found, now: clock.now() })
    return batch.map((request, at) => {
      const result = recalled[at] ?? results.get(request)
      if (result === undefined) throw new Error('a request has no result')
      return result
    })
  }, options)
