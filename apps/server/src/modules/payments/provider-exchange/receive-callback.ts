import { isProvider } from '@mupiira/domain/payments/providers.ts'
import { type Batcher, createBatcher } from '../../../kernel/batcher.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import type { PaymentDeps } from '../deps.ts'
import type { Payment } from '../payment.ts'
import type { Callback } from '../ports.ts'
import { claimCalledPayments, storeCallbacks, type ValidCallback } from './exchanges.repository.ts'

type Receipt = 'stored' | 'repeated' | 'unknown'

/** Callbacks arrive in bursts, especially after an outage of the provider. */
const BATCH = { maxBatch: 128, maxWaitMs: 2, concurrency: 1, maxWaiting: 5_000 }

export type Callbacks = {
  /** Receives a callback. Returns false if it is not authentic. */
  receive(provider: string, callback: Callback): Promise<boolean>
  drain(): Promise<void>
}

/**
 * A callback moves no money: a valid one makes the server query the provider at once. Valid callbacks are always
 * acknowledged, also for unknown references; otherwise the provider repeats them for hours.
 */
export function createCallbacks(deps: PaymentDeps, query: (payments: readonly Payment[]) => void): Callbacks {
  const { db, clock, metrics, log } = deps.kernel
  const received = metrics.counter('payment_callbacks', 'Callbacks of providers by result', ['what'] as const)
  const batcher: Batcher<ValidCallback, Receipt> = createBatcher({
    ...BATCH,
    run: (batch) =>
      db.transaction(async (tx) => {
        const { receipts, claimed } = await storeAndClaim(tx, batch, clock.now())
        tx.afterCommit(() => query(claimed))
        return receipts
      }),
    onBatch: (size) => metrics.batchSize.observe({ batcher: 'callbacks' }, size),
  })

  return {
    async receive(provider, callback) {
      const adapter = isProvider(provider) ? deps.providers.get(provider) : undefined
      const reading = adapter?.readCallback(callback, clock.now()) ?? ({ kind: 'invalid', reason: 'form' } as const)
      if (reading.kind === 'invalid' || adapter === undefined) {
        const reason = reading.kind === 'invalid' ? reading.reason : 'form'
        received.inc({ what: reason })
        log.warn({ provider, reason }, 'a callback was refused')
        return false
      }
      received.inc({ what: await batcher.submit({ ...reading, provider: adapter.name }) })
      return true
    },
    drain: () => batcher.drain(),
  }
}

async function storeAndClaim(
  tx: Tx,
  batch: readonly ValidCallback[],
  now: Date,
): Promise<{ readonly receipts: Receipt[]; readonly claimed: Payment[] }> {
  const { known, newDigests } = await storeCallbacks(tx, batch, now)
  const fresh: ValidCallback[] = []
  const receipts = batch.map((callback): Receipt => {
    if (!known.has(callback.reference)) return 'unknown'
    // If a batch contains equal callbacks, only the first one counts.
    if (!newDigests.delete(callback.digest.toString('hex'))) return 'repeated'
    fresh.push(callback)
    return 'stored'
  })
  return { receipts, claimed: fresh.length === 0 ? [] : await claimCalledPayments(tx, fresh, now) }
}
