import { LEASE_MS } from '@mupiira/domain/payments/payment-times.ts'
import { isDatabaseUnavailable } from '../../kernel/db/failures.ts'
import { takeDue } from '../../kernel/jobs/queue.ts'
import { lookAfter, type OutcomeBatcher } from './ask-provider.ts'
import type { PaymentContext } from './context.ts'
import { PAYMENT_COLUMNS, type Payment, type PaymentRow, readPayment } from './payment-row.ts'

const MOST_AT_ONCE = 64
/** When so many places are free again, the next ones are taken together. */
const TAKE_AGAIN_AT = MOST_AT_ONCE / 2
/** Payments that wait here for a place; more stay in their table, where their lease ends. */
const MOST_WAITING = 512

export type PaymentQueue = {
  /** Begins to look after everything that is due; resolves when all of it is under way. */
  wake(): Promise<void>
  /** Looks after payments that are under a lease already. */
  take(payments: readonly Payment[]): void
  /** Resolves when nothing is due or under way. */
  drain(): Promise<void>
  /** Resolves when what is under way now has ended. */
  rest(): Promise<void>
}

/** Looks after payments whose time has come, so many at once; each is taken under a lease. */
export function createPaymentQueue(context: PaymentContext, outcomes: OutcomeBatcher): PaymentQueue {
  const { workerDb, clock, log, stopping } = context.kernel
  const underWay = new Set<Promise<void>>()
  const waiting: Payment[] = []
  let taking: Promise<void> | null = null
  let again = false
  let mayBeMore = false

  function start(payment: Payment): void {
    const work = lookAfter(context, outcomes, payment)
      // The lease ends, and the payment is due again.
      .catch((error: unknown) =>
        log[isDatabaseUnavailable(error) ? 'warn' : 'error'](
          { err: error, payment: payment.id },
          'a payment could not be looked after',
        ),
      )
      .finally(() => {
        underWay.delete(work)
        startWaiting()
        if (mayBeMore && underWay.size <= TAKE_AGAIN_AT) wake().catch(() => {})
      })
    underWay.add(work)
  }

  function startWaiting(): void {
    if (stopping.aborted) waiting.length = 0
    while (waiting.length > 0 && underWay.size < MOST_AT_ONCE) {
      const payment = waiting.shift()
      if (payment !== undefined) start(payment)
    }
  }

  async function takeAll(): Promise<void> {
    do {
      again = false
      for (;;) {
        const places = MOST_AT_ONCE - underWay.size - waiting.length
        mayBeMore = places <= 0
        if (places <= 0 || stopping.aborted) break
        const now = clock.now()
        const due = await takeDue<PaymentRow>(workerDb, {
          table: 'transactions',
          columns: PAYMENT_COLUMNS,
          now,
          leaseMs: LEASE_MS,
          most: places,
        })
        for (const row of due) start(readPayment(row))
        if (due.length < places) break
      }
    } while (again)
  }

  function wake(): Promise<void> {
    if (taking !== null) again = true
    taking ??= takeAll().finally(() => (taking = null))
    return taking
  }

  return {
    wake,
    take(payments) {
      if (stopping.aborted) return
      waiting.push(...payments.slice(0, MOST_WAITING - waiting.length))
      startWaiting()
    },
    async drain() {
      for (;;) {
        await wake()
        if (underWay.size === 0) return
        await Promise.all(underWay)
      }
    },
    rest: async () => void (await Promise.all(underWay)),
  }
}
