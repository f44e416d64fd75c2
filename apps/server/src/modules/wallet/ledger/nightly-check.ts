import { NONE_PUBLISHED } from '../../../kernel/seals/published-seals.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { LedgerReport } from './check-ledger.ts'

/**
 * Checks the ledger (OPS-05). A difference or a lost published seal raises an alarm: an error in the log and a gauge
 * above zero.
 */
export function createNightlyCheck(
  { config, log, metrics }: Pick<Kernel, 'config' | 'log' | 'metrics'>,
  check: () => Promise<LedgerReport>,
): () => Promise<void> {
  let differences = 0
  metrics.gauge('ledger_differences', 'Differences that the last check of the ledger found', () => differences)

  return async () => {
    const report = await check()
    const { postings, accounts, sealedBlocks } = report
    const isCompared = report.expectedSeal !== null
    const isSealLost = config.sealsFolder !== null && !isCompared && sealedBlocks > 0
    const found = report.differences.length + report.unexplainedKinds.length
    differences = found + (isSealLost ? 1 : 0)
    const counts = { postings, accounts, sealedBlocks, isCompared }
    if (found > 0) {
      const first = report.differences.slice(0, 20)
      log.error({ ...counts, differences: first, unexplained: report.unexplainedKinds }, 'THE LEDGER DIFFERS')
    }
    if (isSealLost) log.error(counts, NONE_PUBLISHED)
    if (differences > 0) return
    log.info(counts, `the ledger is correct${isCompared ? '' : ', but it was not compared with a published seal'}`)
  }
}
