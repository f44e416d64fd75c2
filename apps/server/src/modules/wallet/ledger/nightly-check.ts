import type { Kernel } from '../../../kernel/kernel.ts'
import type { LedgerReport } from './check-ledger.ts'

/** Checks the ledger (OPS-05). A difference raises an alarm: an error in the log and a gauge above zero. */
export function createNightlyCheck(
  { log, metrics }: Pick<Kernel, 'log' | 'metrics'>,
  check: () => Promise<LedgerReport>,
): () => Promise<void> {
  let differences = 0
  metrics.gauge('ledger_differences', 'Differences that the last check of the ledger found', () => differences)

  return async () => {
    const report = await check()
    differences = report.differences.length + report.unexplainedKinds.length
    const counts = { postings: report.postings, accounts: report.accounts, sealedBlocks: report.sealedBlocks }
    if (differences === 0) log.info(counts, 'the ledger is correct')
    else {
      const found = report.differences.slice(0, 20)
      log.error({ ...counts, differences: found, unexplained: report.unexplainedKinds }, 'THE LEDGER DIFFERS')
    }
  }
}
