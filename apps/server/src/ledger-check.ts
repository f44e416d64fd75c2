import { compose } from './compose.ts'
import { readConfig } from './kernel/config/config.ts'
import { createKernel } from './kernel/create-kernel.ts'
import { createLog } from './kernel/log.ts'
import { leaveUnchecked } from './leave-unchecked.ts'
import type { LedgerReport } from './modules/wallet/index.ts'

/** `npm run ledger:check`: proves the ledger of `DATABASE_URL` and tells what it found; leaves with 1 on a difference, with 2 when it could not look. */
const running = createKernel(readConfig(process.env), createLog('error'))
const house = compose(running.kernel)
const report = await house.checkLedger().catch(leaveUnchecked)
// With every module composed, a kind that nobody explains is money that moved for no known reason.
const isRight = report.ok && report.unexplainedKinds.length === 0
process.stdout.write(textOf(report))
await running.stop()
process.exit(isRight ? 0 : 1)

function textOf({ postings, accounts, sealedBlocks, differences, unexplainedKinds }: LedgerReport): string {
  const lines = [
    `${postings} postings, ${accounts} accounts, ${sealedBlocks} sealed blocks: ${isRight ? 'the ledger is right.' : 'THE LEDGER DIFFERS.'}`,
    ...differences.map(({ rule, subject, detail }) => `  ${rule}: ${subject} ${detail}`),
    ...unexplainedKinds.map(
      ({ kind, postings: count }) => `  unexplained: no module explains ${kind} (${count} postings)`,
    ),
  ]
  return `${lines.join('\n')}\n`
}
