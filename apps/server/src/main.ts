import { compose } from './compose.ts'
import { ConfigurationFault, readConfig } from './kernel/config/config.ts'
import { run } from './kernel/run.ts'

try {
  await run(readConfig(process.env), compose)
} catch (error) {
  if (!(error instanceof ConfigurationFault)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
