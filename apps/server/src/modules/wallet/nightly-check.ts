import { clockTime, dayKey } from '@mupiira/domain/time/kampala.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { LedgerReport } from './check-ledger.ts'

/** In Kampala, when little moves; a process that starts later in the day does not read the whole ledger for it. */
const FROM_TIME = '03:00'
const UNTIL_TIME = '06:00'

/** Proves the ledger once a night (OPS-05). A difference is an alarm: a line of the log as an error, and a gauge that is not zero. */
export function createNightlyCheck(
  { clock, log, metrics }: Pick<Kernel, 'clock' | 'log' | 'metrics'>,
  check: () => Promise<LedgerReport>,
): () => Promise<void> {
  let lastDay: string | null = null
  let differences = 0
  metrics.gauge('ledger_differences', 'What the last check of the ledger found', () => differences)

  return async () => {
    const now = clock.now()
    const time = clockTime(now)
    if (time < FROM_TIME || time >= UNTIL_TIME || lastDay === dayKey(now)) return
    const report = await check()
    lastDay = dayKey(now)
    differences = report.differences.length + report.unexplainedKinds.length
    const told = { postings: report.postings, accounts: report.accounts, sealedBlocks: report.sealedBlocks }
    if (differences === 0) log.info(told, 'the ledger is right')
    else {
      const found = report.differences.slice(0, 20)
      log.error({ ...told, differences: found, unexplained: report.unexplainedKinds }, 'THE LEDGER DIFFERS')
    }
  }
}
