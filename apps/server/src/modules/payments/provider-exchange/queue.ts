import { isDatabaseUnavailable } from '../../../kernel/db/failures.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { Payment } from '../payment.ts'
import { takeDuePayments } from '../payments.repository.ts'

const MAX_CONCURRENT = 64
/** When no more than this many are in progress, the next due payments are claimed together. */
const CLAIM_AT = MAX_CONCURRENT / 2
/**
 * Maximum number of payments that wait in memory. Further payments stay in their table and are due when their lease
 * ends.
 */
const MAX_WAITING = 5_000

export type PaymentQueue = {
  /** Claims due payments and starts to process them. */
  wake(): Promise<void>
  /** Processes payments that are already under a lease. */
  add(payments: readonly Payment[]): void
  /** Resolves when nothing is due or in progress. */
  drain(): Promise<void>
  /** Resolves when everything in progress has finished. */
  idle(): Promise<void>
}

/** Processes due payments, each under a lease, with bounded concurrency. */
export function createPaymentQueue(
  { workerDb, clock, log, stopping }: Kernel,
  process: (payment: Payment) => Promise<void>,
): PaymentQueue {
  const inProgress = new Set<Promise<void>>()
  const waiting: Payment[] = []
  let claiming: Promise<void> | null = null
  let claimAgain = false
  let mayBeMore = false

  function start(payment: Payment): void {
    const work = process(payment)
      // The payment is due again when its lease ends.
      .catch((error: unknown) =>
        log[isDatabaseUnavailable(error) ? 'warn' : 'error'](
          { err: error, payment: payment.id },
          'a payment could not be processed',
        ),
      )
      .finally(() => {
        inProgress.delete(work)
        startWaiting()
        if (mayBeMore && inProgress.size <= CLAIM_AT) wake().catch(() => {})
      })
    inProgress.add(work)
  }

  function startWaiting(): void {
    if (stopping.aborted) waiting.length = 0
    while (waiting.length > 0 && inProgress.size < MAX_CONCURRENT) {
      const payment = waiting.shift()
      if (payment !== undefined) start(payment)
    }
  }

  async function claimDue(): Promise<void> {
    do {
      claimAgain = false
      for (;;) {
        const places = MAX_CONCURRENT - inProgress.size - waiting.length
        mayBeMore = places <= 0
        if (places <= 0 || stopping.aborted) break
        const due = await takeDuePayments(workerDb, clock.now(), places)
        due.forEach(start)
        if (due.length < places) break
      }
    } while (claimAgain)
  }

  function wake(): Promise<void> {
    if (claiming !== null) claimAgain = true
    claiming ??= claimDue().finally(() => (claiming = null))
    return claiming
  }

  async function idle(): Promise<void> {
    while (inProgress.size > 0) await Promise.all(inProgress)
  }

  return {
    wake,
    add(payments) {
      if (stopping.aborted) return
      waiting.push(...payments.slice(0, MAX_WAITING - waiting.length))
      startWaiting()
    },
    async drain() {
      for (;;) {
        await wake()
        if (inProgress.size === 0) return
        await Promise.all(inProgress)
      }
    },
    idle,
  }
}
