import { startOfDayKey } from '@mupiira/domain/time/kampala.ts'
import { compose } from './compose.ts'
import { readConfig } from './kernel/config/config.ts'
import { createKernel } from './kernel/create-kernel.ts'
import { createLog } from './kernel/telemetry/log.ts'

/**
 * `npm run rollups:refill -- [YYYY-MM-DD]`: recomputes the figures of reports and dashboards, from a day in Kampala or
 * from the beginning. Reports stay exact while it runs.
 */
const [day] = process.argv.slice(2)
const from = day === undefined ? new Date(0) : startOfDayKey(day)
if (from === null) {
  process.stderr.write(`not a day: ${day}; use YYYY-MM-DD\n`)
  process.exit(2)
}
const running = createKernel(readConfig(process.env), createLog('error'))
compose(running.kernel)
await running.kernel.rollups.refill(from)
await running.stop()
process.exit(0)
