import { compose, openBus } from './compose.ts'
import { ConfigurationFault, readConfig, type Config } from './kernel/config.ts'
import { run } from './kernel/run.ts'

await run(configOrLeave(), compose, undefined, openBus)

function configOrLeave(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigurationFault)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}
