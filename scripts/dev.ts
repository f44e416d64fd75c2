import pretty from 'pino-pretty'
import { runProduct } from './running/product.ts'
import * as webDev from './running/web-dev.ts'

/** `npm run dev`: runs the whole product from its sources, with hot replacement and readable logs. */
await runProduct({
  ...webDev,
  log: pretty({ colorize: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss.l', singleLine: true }),
})
