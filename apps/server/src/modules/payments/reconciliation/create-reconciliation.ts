import type { Tx } from '../../../kernel/db/sql.ts'
import { clockTime } from '@mupiira/domain/time/kampala.ts'
import type { OutcomeBatcher } from '../ask-provider.ts'
import type { PaymentContext } from '../context.ts'
import type { ProviderName } from '../ports.ts'
import { openCases, type ReconciliationCase } from './case-rows.ts'
import { closeCase, type CaseClosing, FLOAT_ADJUSTMENT } from './close-case.ts'
import { daysLeft, type Reconciled, reconcileDay } from './reconcile-day.ts'

export type Reconciliation = {
  /** Compares a calendar day in Kampala with every provider; `unavailable`: those that gave no list. */
  run(day: string): Promise<{ readonly done: readonly Reconciled[]; readonly unavailable: readonly ProviderName[] }>
  /** What is done each night: the days that are left to compare. */
  night(): Promise<void>
  /** Differences that nobody has explained, the oldest first. */
  open(): Promise<ReconciliationCase[]>
  /** When a day was compared with a provider last. */
  lastRun(): Promise<Date | null>
  close(tx: Tx, closing: CaseClosing, now: Date): ReturnType<typeof closeCase>
}

/** At this time in Kampala, when little moves, the day before is compared; where it fails it is tried again at each look. */
const FROM_TIME = '02:00'

export function createReconciliation(context: PaymentContext, batcher: OutcomeBatcher): Reconciliation {
  const { workerDb, clock, jobs, log, metrics } = context.kernel
  const openOf = new Map<ProviderName, number>()
  metrics.gauge('reconciliation_open_cases', 'Differences with providers that nobody has explained', () =>
    [...openOf.values()].reduce((sum, count) => sum + count, 0),
  )

  context.wallet.registerExplainer(
    FLOAT_ADJUSTMENT,
    `select id as reference, abs(booked) as amount from reconciliation_case where booked <> 0`,
  )

  async function run(day: string): ReturnType<Reconciliation['run']> {
    const done: Reconciled[] = []
    const unavailable: ProviderName[] = []
    for (const provider of context.providers.all) {
      const reconciled = await reconcileDay(context, batcher, provider, day)
      if (reconciled === null) unavailable.push(provider.name)
      else {
        done.push(reconciled)
        openOf.set(provider.name, reconciled.open.length)
        if (reconciled.open.length > 0) {
          const kinds = reconciled.open.map(({ kind, subject }) => `${kind} ${subject}`).slice(0, 20)
          log.error({ provider: provider.name, day, cases: kinds }, 'a provider and we do not agree')
        }
      }
    }
    return { done, unavailable }
  }

  async function night(): Promise<void> {
    const now = clock.now()
    if (clockTime(now) < FROM_TIME) return
    const providers = context.providers.all.map(({ name }) => name)
    for (const day of await daysLeft(workerDb, providers, now)) {
      const { done, unavailable } = await run(day)
      const silent = done.filter(({ unanswered }) => unanswered > 0).map(({ provider }) => provider)
      if (unavailable.length + silent.length > 0) {
        log.warn({ day, unavailable, silent }, 'a day could not be compared whole, and is compared again')
      }
    }
  }
  jobs.cron('reconcile-providers', '*/10 * * * *', night)

  return {
    run,
    night,
    open: () => openCases(workerDb, null),
    async lastRun() {
      const [row] = await workerDb.query<{ at: Date | null }>('select max(created_at) as at from reconciliation_run')
      return row?.at ?? null
    },
    close: (tx, closing, now) => closeCase(tx, context, closing, now),
  }
}
