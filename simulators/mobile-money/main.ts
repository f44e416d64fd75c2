import { clockFromFile } from '../shared/clock.ts'
import { stopOnRequest } from '../shared/until-stopped.ts'
import { readMoneyEnvironment } from './environment.ts'
import { startMobileMoney } from './start.ts'

const clock = clockFromFile(process.env['CLOCK_FILE'])
const money = await startMobileMoney({ ...readMoneyEnvironment(process.env), now: () => clock.now() })
stopOnRequest(() => money.close())
process.stdout.write(
  `${JSON.stringify({ money: { url: money.url, relworxUrl: money.relworxUrl, proxyUrl: money.proxyUrl } })}\n`,
)
