import { compose } from './compose.ts'
import { readConfig } from './kernel/config/config.ts'
import { createKernel } from './kernel/create-kernel.ts'
import { createLog } from './kernel/log.ts'
import { leaveUnchecked } from './leave-unchecked.ts'

/** `npm run audit:verify`: recomputes the seals of the audit log and tells what does not fit; leaves with 1 on a difference, with 2 when it could not look. */
const running = createKernel(readConfig(process.env), createLog('error'))
const { isSound, rows, sealedBlocks, broken } = await compose(running.kernel).verifyAudit().catch(leaveUnchecked)
const lines = [
  `${rows} rows, ${sealedBlocks} sealed blocks: ${isSound ? 'the audit log is sound.' : 'THE AUDIT LOG WAS CHANGED.'}`,
  ...broken.map(({ block, detail }) => `  block ${block} ${detail}`),
]
process.stdout.write(`${lines.join('\n')}\n`)
await running.stop()
process.exit(isSound ? 0 : 1)
