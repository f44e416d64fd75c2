import pg from 'pg'
import type { Log } from '../telemetry/log.ts'
import { isRetryable } from './failures.ts'
import { type Db, type Sql, createSql } from './sql.ts'
import { connectionSettings, type SessionLimits } from './session.ts'
import { runOnce } from './transaction.ts'

export type PoolOptions = SessionLimits & {
  readonly url: string
  readonly name: string
  readonly maxConnections: number
  readonly log: Log
  /** How long a caller waits for a connection. */
  readonly waitMs?: number
}

const WAIT_MS = 3_000

const MAX_ATTEMPTS = 6
const FIRST_PAUSE_MS = 4

export function createDb(options: PoolOptions): Db {
  const pool = new pg.Pool({
    ...connectionSettings(options),
    pipeline: true,
    max: options.maxConnections,
    min: 0,
    connectionTimeoutMillis: options.waitMs ?? WAIT_MS,
    idleTimeoutMillis: 60_000,
  })
  // If an idle connection is lost and nothing listens for the error, the process ends.
  pool.on('error', (error) => options.log.warn({ err: error, pool: options.name }, 'database connection lost'))
  pool.on('connect', (client) => client.on('error', () => {}))

  const transaction: Db['transaction'] = async (work, transactionOptions) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await runOnce(pool, work, transactionOptions)
      } catch (error) {
        if (!isRetryable(error) || attempt >= MAX_ATTEMPTS) throw error
        options.log.debug({ attempt }, 'transaction is repeated')
        await pause(FIRST_PAUSE_MS * 2 ** attempt * (0.5 + Math.random()))
      }
    }
  }

  return {
    ...sqlOver(pool),
    transaction,
    asPlayer: (player, read) => transaction(read, { readOnly: true, player }),
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  }
}

/** Sends statements outside of a transaction, through the pool or on a connection. */
export function sqlOver(target: Pick<pg.Pool | pg.ClientBase, 'query'>): Sql {
  return createSql(async (text, values, name) => {
    const { rows, rowCount } = await target.query({
      text,
      values: values as unknown[],
      ...(name === undefined ? {} : { name }),
    })
    return { rows, count: rowCount ?? 0 }
  })
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
