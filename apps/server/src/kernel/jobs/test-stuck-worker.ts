import { readConfig } from '../config/config.ts'
import { createKernel } from '../create-kernel.ts'
import { createLog } from '../telemetry/log.ts'

// A worker process whose job never ends, for the test that kills it.
const config = readConfig(process.env)
const { kernel, start } = createKernel(config, createLog(config.logLevel))
kernel.jobs.cron('cron-test', '0 0 29 2 *', async () => {
  await kernel.workerDb.query('insert into job_run default values')
  await new Promise(() => {})
})
await start()
