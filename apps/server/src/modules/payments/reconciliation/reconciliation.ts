import type { Provider } from '@mupiira/domain/payments/providers.ts'
import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import { clockTime, dayKey, startOfDayKey, startOfNextDay } from '@mupiira/domain/time/kampala.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import type { PaymentDeps } from '../deps.ts'
import type { Payment } from '../payment.ts'
import { bookedDifferences, type CaseSubject, openCases, type ReconciliationCase } from './cases.repository.ts'
import { closeCase, type CaseClosing, FLOAT_ADJUSTMENT } from './close-case.ts'
import { type ReconciledDay, reconcileDay } from './reconcile-day.ts'
import { type DayToCompare, daysToCompare, type LastRun, lastRun } from './reconciliation.repository.ts'

export type Reconciliation = {
  /**
   * Compares a calendar day in Kampala with every provider; `unavailable` lists providers that did not return their
   * list.
   */
  run(day: string): Promise<{ readonly done: readonly ReconciledDay[]; readonly unavailable: readonly Provider[] }>
  /** The nightly job: compares all remaining days. */
  runNightly(): Promise<void>
  /** Unexplained differences, the oldest first. */
  open(about?: CaseSubject): Promise<ReconciliationCase[]>
  /** The time of the last comparison, and the latest day that was compared. */
  lastRun(): Promise<LastRun | null>
  close(tx: Tx, closing: CaseClosing): ReturnType<typeof closeCase>
}

/**
 * The nightly comparison starts at this time in Kampala, when traffic is low. Failures are retried every ten minutes.
 */
const STARTS_AT = '02:00'
/** Days without a provider's list are retried for a week. */
const RETRY_DAYS = 7

export function createReconciliation(
  { kernel, wallet, providers }: PaymentDeps,
  queryProvider: (payment: Payment) => Promise<void>,
): Reconciliation {
  const { workerDb, clock, jobs, log, metrics } = kernel
  const openCounts = new Map<Provider, number>()
  metrics.gauge('reconciliation_open_cases', 'Unexplained differences with providers', () =>
    [...openCounts.values()].reduce((sum, count) => sum + count, 0),
  )

  wallet.ledger.explain({ [FLOAT_ADJUSTMENT]: [bookedDifferences] })

  async function run(day: string): ReturnType<Reconciliation['run']> {
    const done: ReconciledDay[] = []
    const unavailable: Provider[] = []
    for (const provider of providers.values()) {
      const reconciled = await reconcileDay(kernel, queryProvider, provider, day)
      if (reconciled === null) unavailable.push(provider.name)
      else {
        done.push(reconciled)
        openCounts.set(provider.name, reconciled.open.length)
        if (reconciled.open.length > 0) {
          const cases = reconciled.open.map(({ kind, subject }) => `${kind} ${subject}`).slice(0, 20)
          log.error({ provider: provider.name, day, cases }, 'a provider and our records differ')
        }
      }
    }
    return { done, unavailable }
  }

  async function runNightly(): Promise<void> {
    const now = clock.now()
    if (clockTime(now) < STARTS_AT) return
    for (const day of await daysToCompare(workerDb, daysBefore(now), [...providers.keys()])) {
      const { done, unavailable } = await run(day)
      const incomplete = done.filter(({ unanswered }) => unanswered > 0).map(({ provider }) => provider)
      if (unavailable.length + incomplete.length > 0) {
        log.warn({ day, unavailable, incomplete }, 'a day could not be compared completely and will be retried')
      }
    }
  }
  jobs.cron('reconcile-providers', '*/10 * * * *', runNightly)

  return {
    run,
    runNightly,
    open: (about) => openCases(workerDb, null, about),
    lastRun: () => lastRun(workerDb),
    close: (tx, closing) => closeCase(tx, wallet.transfers, closing, clock),
  }
}

const daysBefore = (now: Date): DayToCompare[] =>
  Array.from({ length: RETRY_DAYS }, (_, index) => {
    const age = index + 1
    const day = dayKey(new Date(now.getTime() - age * DAY_MS))
    const from = startOfDayKey(day) ?? now
    return { day, from, to: startOfNextDay(from), age }
  })
