import { HOUR_MS } from '@mupiira/domain/time/durations.ts'
import type { Kernel } from '../kernel.ts'
import { NONE_PUBLISHED } from './published-seals.ts'
import type { SealedTable } from './seals.repository.ts'
import { type CheckOutcome, type Found, lastCheck, type SealCheck, storeCheck } from './seal-checks.repository.ts'

type Subject = {
  readonly table: SealedTable
  /** The name in a sentence, for example `audit log`. */
  readonly name: string
  /**
   * The prefix of two gauges: `…_differences` (differences and a lost published seal) and `…_check_age_seconds` (time
   * since the last check).
   */
  readonly metric: 'ledger' | 'audit_log'
}

type StoredCheck = Found & Pick<SealCheck, 'checkedAt'>

type Report = Found & {
  /** The sizes, for the log. */
  readonly counts: { readonly [name: string]: number }
  /** The first differences, for the log. */
  readonly details: { readonly [name: string]: unknown }
}

/** Checks run every night. After this time another node has run a newer check. */
const OWN_CHECK_COUNTS_FOR_MS = 25 * HOUR_MS

/**
 * A difference or a lost published seal raises an alarm: an error in the log and a gauge above zero. Returns the
 * outcome of the check. The gauge shows the check of this process. Without a recent one it shows the stored check,
 * because a restart does not remove a difference. The stored check alone is not enough, because an attacker who changes
 * the data can change it too.
 */
export function createCheckAlarm(
  { clock, config, log, metrics }: Pick<Kernel, 'clock' | 'config' | 'log' | 'metrics'>,
  { name, metric }: Omit<Subject, 'table'>,
  stored: () => Promise<StoredCheck | null>,
): (report: Report) => CheckOutcome {
  let own: { readonly alarms: number; readonly checkedAt: Date } | null = null

  const isSealLost = ({ blocks, expected }: Found): boolean =>
    config.sealsFolder !== null && expected === null && blocks > 0
  const alarmsOf = (found: Found): number => found.differences + (isSealLost(found) ? 1 : 0)

  metrics.gauge(`${metric}_differences`, `Differences that the last check of the ${name} found`, async () => {
    if (own !== null && clock.now().getTime() - own.checkedAt.getTime() < OWN_CHECK_COUNTS_FOR_MS) return own.alarms
    try {
      const found = await stored()
      return found === null ? 0 : alarmsOf(found)
    } catch {
      // An exception here would fail the whole metrics response, which is needed while the database is unavailable.
      return own?.alarms ?? Number.NaN
    }
  })

  // Before the first check, the age counts from the start, so that a check that never runs also raises an alarm.
  const startedAt = clock.now()
  metrics.gauge(`${metric}_check_age_seconds`, `Seconds since the last check of the ${name} on any node`, async () => {
    try {
      const checkedAt = [own?.checkedAt, (await stored())?.checkedAt].filter((at) => at !== undefined)
      const last = checkedAt.length === 0 ? startedAt.getTime() : Math.max(...checkedAt.map((at) => at.getTime()))
      return Math.max(0, (clock.now().getTime() - last) / 1_000)
    } catch {
      return own === null ? Number.NaN : (clock.now().getTime() - own.checkedAt.getTime()) / 1_000
    }
  })

  return (report) => {
    const { differences, blocks, expected, counts, details } = report
    const isCompared = expected !== null
    const facts = { ...counts, sealedBlocks: blocks, isCompared }
    const alarms = alarmsOf(report)
    own = { alarms, checkedAt: clock.now() }
    if (differences > 0) log.error({ ...facts, ...details }, `THE ${name.toUpperCase()} HAS DIFFERENCES`)
    if (isSealLost(report)) log.error(facts, NONE_PUBLISHED)
    if (alarms === 0)
      log.info(facts, `the ${name} is correct${isCompared ? '' : ', but it was not compared with a published seal'}`)
    if (differences > 0) return 'different'
    return isCompared ? 'correct' : isSealLost(report) ? 'seal lost' : 'not compared'
  }
}

/** Checks a sealed table, raises an alarm if needed, and stores the outcome for the console. */
export function createNightlyCheck(
  kernel: Pick<Kernel, 'clock' | 'config' | 'log' | 'metrics' | 'workerDb'>,
  { table, ...subject }: Subject,
  check: () => Promise<Report>,
): () => Promise<void> {
  const alarm = createCheckAlarm(kernel, subject, () => lastCheck(kernel.workerDb, table))
  return async () => {
    const report = await check()
    const outcome = alarm(report)
    await storeCheck(kernel.workerDb, table, { ...report, outcome, checkedAt: kernel.clock.now() })
  }
}
