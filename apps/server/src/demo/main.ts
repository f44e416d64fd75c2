import { fillHistory } from './history.ts'
import { readConfig } from '../kernel/config/config.ts'
import { migrate } from '../kernel/db/migrate.ts'

/**
 * Fills a new database with the last days of a demo: 30, or `HISTORY_DAYS`. `npm start` runs it. It needs the
 * simulators of the football feed and of mobile money. `FEED_SPEED`: match minutes per real minute of the feed.
 */
const days = Number(process.env['HISTORY_DAYS'] || 30)
if (!Number.isInteger(days) || days < 1 || days > 60)
  throw new Error('HISTORY_DAYS must be a whole number from 1 to 60')
const feedSpeed = Number(process.env['FEED_SPEED'] || 1)
if (!(feedSpeed > 0)) throw new Error('FEED_SPEED must be a number above 0')
const config = readConfig({
  ...process.env,
  ROLES: 'http,worker',
  RATE_LIMIT_FACTOR: '1000000',
  LOG_LEVEL: 'error',
  // Hundreds of players act at once, and a slow machine must not interrupt the generation.
  DATABASE_WAIT_MS: '60000',
})
if (!config.demo || config.production) throw new Error('only a demo has a generated history')
await migrate(config.databaseAdminUrl)
await fillHistory(config, { days, players: 10 * days, feedSpeed }, new Date())
