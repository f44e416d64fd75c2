import { isDatabaseAway } from '../../kernel/db/failures.ts'
import { takeDue } from '../../kernel/jobs/queue.ts'
import { lookAfter } from './ask-provider.ts'
import type { Desk } from './desk.ts'
import { LEASE_MS } from './timing.ts'

const MOST_AT_ONCE = 32

export type PaymentQueue = {
  /** Begins to look after everything that is due; resolves when all of it is under way. */
  wake(): Promise<void>
  /** Resolves when nothing is due or under way. */
  drain(): Promise<void>
  /** Resolves when what is under way now has ended. */
  rest(): Promise<void>
}

/** Looks after payments whose time has come, so many at once; each is taken under a lease (architecture rule 11). */
export function createPaymentQueue(desk: Desk): PaymentQueue {
  const { workerDb, clock, log, stopping } = desk.kernel
  const underWay = new Set<Promise<void>>()
  let taking: Promise<void> | null = null
  let again = false

  function start(id: string): void {
    const work = lookAfter(desk, workerDb, id)
      // The lease ends, and the payment is due again.
      .catch((error: unknown) =>
        log[isDatabaseAway(error) ? 'warn' : 'error'](
          { err: error, payment: id },
          'a payment could not be looked after',
        ),
      )
      .finally(() => {
        underWay.delete(work)
        // There may be more than was taken while the places were full.
        if (underWay.size === MOST_AT_ONCE - 1) wake().catch(() => {})
      })
    underWay.add(work)
  }

  async function take(): Promise<void> {
    do {
      again = false
      for (;;) {
        const places = MOST_AT_ONCE - underWay.size
        if (places <= 0 || stopping.aborted) break
        const now = clock.now()
        const ids = await takeDue(workerDb, { table: 'transactions', now, leaseMs: LEASE_MS, most: places })
        for (const id of ids) start(id)
        if (ids.length < places) break
      }
    } while (again)
  }

  function wake(): Promise<void> {
    if (taking !== null) again = true
    taking ??= take().finally(() => (taking = null))
    return taking
  }

  return {
    wake,
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
