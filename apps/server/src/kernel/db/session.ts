import pg from 'pg'

export type SessionLimits = {
  readonly url: string
  /** The role that the session steps down to; the server owns nothing (0001-roles.sql). */
  readonly role?: string
  readonly statementTimeoutMs?: number
}

export const APP_ROLE = 'mupiira_app'
const INT8 = 20
const DATE = 1082
const LOCK_TIMEOUT_MS = 5_000
const IDLE_TIMEOUT_MS = 15_000
const STATEMENT_TIMEOUT_MS = 10_000

/** Settings of every connection: its limits are set with the session, so that no statement waits for ever. */
export function connectionSettings(limits: SessionLimits): pg.ClientConfig {
  const statementMs = limits.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS
  const settings = [
    ...(limits.role === undefined ? [] : [`-c role=${limits.role}`]),
    `-c lock_timeout=${LOCK_TIMEOUT_MS}`,
    `-c statement_timeout=${statementMs}`,
    `-c idle_in_transaction_session_timeout=${IDLE_TIMEOUT_MS}`,
    '-c timezone=UTC',
    // What is worked on lies in memory: a batch finds its rows by their keys instead of reading the table for them.
    '-c random_page_cost=1.1',
    // A peer that vanished without a word is given up within four seconds: what it led is somebody else's within five.
    '-c tcp_keepalives_idle=1 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=3',
  ]
  return {
    connectionString: limits.url,
    options: settings.join(' '),
    application_name: 'mupiira',
    keepAlive: true,
    // The client's own limit, for a connection that is dead without having been closed.
    query_timeout: statementMs + 2_000,
    types: { getTypeParser },
  }
}

const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') => {
  if (format === 'binary') return pg.types.getTypeParser(oid, format)
  if (oid === INT8) return BigInt
  if (oid === DATE) return String
  return pg.types.getTypeParser(oid, 'text')
}
