import { compose } from './compose.ts'
import { exitCode, expectedSeal, sealLines } from './expected-seal.ts'
import { exitAsNotChecked } from './exit-as-not-checked.ts'
import { readConfig } from './kernel/config/config.ts'
import { createKernel } from './kernel/create-kernel.ts'
import { createLog } from './kernel/telemetry/log.ts'
import type { LedgerReport } from './modules/wallet/index.ts'

/**
 * `npm run ledger:check [-- --expect BLOCK:HASH]`: checks the ledger of `DATABASE_URL`, and compares the newest
 * published seal. Exits with 1 on a difference, with 2 if it could not check.
 */
const running = createKernel(readConfig(process.env), createLog('error'))
const report = await compose(running.kernel).checkLedger(expectedSeal()).catch(exitAsNotChecked)
// All modules are composed, so a kind without an explanation is money that moved for an unknown reason.
const isValid = report.ok && report.unexplainedKinds.length === 0
process.stdout.write(textOf(report))
await running.stop()
process.exit(exitCode(isValid, report.expectedSeal))

function textOf({
  postings,
  accounts,
  sealedBlocks,
  newestSeal,
  expectedSeal: expected,
  differences,
  unexplainedKinds,
}: LedgerReport): string {
  const lines = [
    `${postings} postings, ${accounts} accounts, ${sealedBlocks} sealed blocks: ${isValid ? 'the ledger is valid.' : 'THE LEDGER HAS DIFFERENCES.'}`,
    ...sealLines(newestSeal, expected),
    ...differences.map(({ rule, subject, detail }) => `  ${rule}: ${subject} ${detail}`),
    ...unexplainedKinds.map(
      ({ kind, postings: count }) => `  unexplained: no module explains ${kind} (${count} postings)`,
    ),
  ]
  return `${lines.join('\n')}\n`
}
