import type { Kernel } from '../kernel.ts'
import { NONE_PUBLISHED } from './published-seals.ts'
import type { SealedTable } from './seals.repository.ts'
import { type CheckOutcome, type Found, storeCheck } from './seal-checks.repository.ts'

type Subject = {
  readonly table: SealedTable
  /** As in a sentence: `audit log`. */
  readonly name: string
  /** Counts differences and a lost published seal. */
  readonly gauge: `${string}_differences`
}

type Report = Found & {
  /** The sizes, for the log. */
  readonly counts: { readonly [name: string]: number }
  /** The first differences, for the log. */
  readonly details: { readonly [name: string]: unknown }
}

/**
 * A difference or a lost published seal raises an alarm: an error in the log and a gauge above zero. Returns the outcome
 * of the check.
 */
export function createCheckAlarm(
  { config, log, metrics }: Pick<Kernel, 'config' | 'log' | 'metrics'>,
  { name, gauge }: Omit<Subject, 'table'>,
): (report: Report) => CheckOutcome {
  let alarms = 0
  metrics.gauge(gauge, `Differences that the last check of the ${name} found`, () => alarms)

  return ({ differences, blocks, expected, counts, details }) => {
    const isCompared = expected !== null
    const isSealLost = config.sealsFolder !== null && !isCompared && blocks > 0
    const facts = { ...counts, sealedBlocks: blocks, isCompared }
    alarms = differences + (isSealLost ? 1 : 0)
    if (differences > 0) log.error({ ...facts, ...details }, `THE ${name.toUpperCase()} DIFFERS`)
    if (isSealLost) log.error(facts, NONE_PUBLISHED)
    if (alarms === 0)
      log.info(facts, `the ${name} is correct${isCompared ? '' : ', but it was not compared with a published seal'}`)
    if (differences > 0) return 'different'
    return isCompared ? 'correct' : isSealLost ? 'seal lost' : 'not compared'
  }
}

/** Checks a sealed table, raises an alarm if needed, and stores the outcome for the console. */
export function createNightlyCheck(
  kernel: Pick<Kernel, 'clock' | 'config' | 'log' | 'metrics' | 'workerDb'>,
  { table, ...subject }: Subject,
  check: () => Promise<Report>,
): () => Promise<void> {
  const alarm = createCheckAlarm(kernel, subject)
  return async () => {
    const report = await check()
    const outcome = alarm(report)
    await storeCheck(kernel.workerDb, table, { ...report, outcome, checkedAt: kernel.clock.now() })
  }
}
