import { compose } from './compose.ts'
import { exitCode, expectedSeal, sealLines } from './expected-seal.ts'
import { exitAsNotChecked } from './exit-as-not-checked.ts'
import { readConfig } from './kernel/config/config.ts'
import { createKernel } from './kernel/create-kernel.ts'
import { createLog } from './kernel/telemetry/log.ts'

/**
 * `npm run audit:verify [-- --expect BLOCK:HASH]`: recomputes the seals of the audit log and compares them with the
 * newest published seal. Exits with 1 on a difference, and with 2 if it could not check.
 */
const running = createKernel(readConfig(process.env), createLog('error'))
const { isUnchanged, rows, sealedBlocks, broken, newest, expected } = await compose(running.kernel)
  .verifyAudit(expectedSeal())
  .catch(exitAsNotChecked)
const lines = [
  `${rows} rows, ${sealedBlocks} sealed blocks: ${isUnchanged ? 'the audit log is unchanged.' : 'THE AUDIT LOG WAS CHANGED.'}`,
  ...sealLines(newest, expected),
  ...broken.map(({ block, detail }) => `  block ${block} ${detail}`),
]
process.stdout.write(`${lines.join('\n')}\n`)
await running.stop()
process.exit(exitCode(isUnchanged, expected))
