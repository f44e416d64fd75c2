import type { Writable } from 'node:stream'
import pg from 'pg'
import type { Log } from '../log.ts'
import { isRetryable, isServerRefusal } from './failures.ts'
import type { Db, Sql, TransactionOptions, Tx } from './sql.ts'
import { connectionSettings, type SessionLimits } from './session.ts'

export type PoolOptions = SessionLimits & {
  readonly url: string
  readonly name: string
  readonly maxConnections: number
  readonly log: Log
}

const MOST_ATTEMPTS = 6
const FIRST_PAUSE_MS = 4

export function createDb(options: PoolOptions): Db {
  const pool = new pg.Pool({
    ...connectionSettings(options),
    // Statements that do not wait for each other share a round trip: `Promise.all` in a transaction.
    pipeline: true,
    max: options.maxConnections,
    min: 0,
    connectionTimeoutMillis: 3000,
    idleTimeoutMillis: 60_000,
  })
  // Without a listener a dropped idle connection would end the process.
  pool.on('error', (error) => options.log.warn({ err: error, pool: options.name }, 'database connection lost'))
  pool.on('connect', (client) => client.on('error', () => {}))

  return {
    ...sqlOver(pool),
    async transaction(work, transactionOptions) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await runOnce(pool, work, transactionOptions)
        } catch (error) {
          if (!isRetryable(error) || attempt >= MOST_ATTEMPTS) throw error
          options.log.debug({ attempt }, 'transaction runs anew')
          await pause(FIRST_PAUSE_MS * 2 ** attempt * (0.5 + Math.random()))
        }
      }
    },
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  }
}

async function runOnce<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
  const client = await pool.connect()
  const effects: (() => void)[] = []
  let broken: Error | undefined
  let value: T
  try {
    // Awaited, although it could be pipelined: were it cancelled alone, the rest would run outside of a transaction.
    await client.query(beginText(options))
    value = await work({ ...sqlOver(gathering(client)), afterCommit: (effect) => void effects.push(effect) })
    const end = await client.query('commit')
    // A transaction that failed inside answers COMMIT with a rollback and no error.
    if (end.command !== 'COMMIT') throw new Error('the transaction was rolled back at its commit')
  } catch (error) {
    broken = await rollBack(client, error)
    throw error
  } finally {
    client.release(broken)
  }
  for (const effect of effects) effect()
  return value
}

/**
 * The same connection, on which the statements of one turn leave in one packet: each packet is a system call here and
 * wakes the database up there.
 */
function gathering(client: pg.PoolClient): Pick<pg.PoolClient, 'query'> {
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Writable } }).connection
  const query = (config: pg.QueryConfig): Promise<pg.QueryResult> => {
    if (stream.writableCorked === 0) {
      stream.cork()
      process.nextTick(() => stream.uncork())
    }
    return client.query(config)
  }
  return { query: query as pg.PoolClient['query'] }
}

function beginText({ isolation, readOnly }: TransactionOptions): string {
  return `begin${isolation === undefined ? '' : ` isolation level ${isolation}`}${readOnly ? ' read only' : ''}`
}

/** The reason to throw the connection away, or undefined while it is sound. */
async function rollBack(client: pg.PoolClient, cause: unknown): Promise<Error | undefined> {
  try {
    await client.query('rollback')
    return cause instanceof Error && isTransportFailure(cause) ? cause : undefined
  } catch (error) {
    return error instanceof Error ? error : new Error('rollback failed')
  }
}

function isTransportFailure(error: Error): boolean {
  return !isServerRefusal(error) && /timeout|terminated|connection/i.test(error.message)
}

export function sqlOver(target: Pick<pg.Pool | pg.ClientBase, 'query'>): Sql {
  const send = (text: string, values: readonly unknown[], name?: string): Promise<pg.QueryResult> =>
    target.query(name === undefined ? { text, values: [...values] } : { name, text, values: [...values] })
  return {
    query: async <Row>(text: string, values: readonly unknown[] = [], name?: string) =>
      (await send(text, values, name)).rows as Row[],
    change: async (text, values = [], name) => (await send(text, values, name)).rowCount ?? 0,
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
