import { fillHistory } from './history.ts'
import { readConfig } from '../kernel/config/config.ts'
import { migrate } from '../kernel/db/migrate.ts'

/** Run by `npm start` on a new database: the last 30 days of a demo. Uses the running simulator of the football feed. */
const SIZE = { days: 30, players: 300 }

const config = readConfig({ ...process.env, ROLES: 'http,worker', RATE_LIMIT_FACTOR: '1000000', LOG_LEVEL: 'error' })
await migrate(config.databaseAdminUrl)
await fillHistory(config, SIZE, new Date())
