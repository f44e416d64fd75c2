import pg from 'pg'

export type SessionLimits = {
  readonly url: string
  /** The role that the session switches to after login. It owns no tables (0001-roles.sql). */
  readonly role?: string
  readonly statementTimeoutMs?: number
}

export const APP_ROLE = 'mupiira_app'
/** A role that can read only the rows of one player (0018-player-role.sql). */
export const PLAYER_ROLE = 'mupiira_player'
/**
 * The rules that this release settles tickets and sends payments by. Increase it in a release whose rules an older node
 * must not break during a rolling update, and refuse the older number in a trigger (0024-older-releases.sql). 2:
 * withdrawals that wait for a review.
 */
const RELEASE_RULES = 2
const INT8 = 20
const DATE = 1082
const LOCK_TIMEOUT_MS = 5_000
const IDLE_TIMEOUT_MS = 15_000
const STATEMENT_TIMEOUT_MS = 10_000

/** Settings of every connection. The limits are part of the session, so no statement waits without a timeout. */
export function connectionSettings(limits: SessionLimits): pg.ClientConfig {
  const statementMs = limits.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS
  const settings = [
    ...(limits.role === undefined ? [] : [`-c role=${limits.role}`]),
    `-c lock_timeout=${LOCK_TIMEOUT_MS}`,
    `-c statement_timeout=${statementMs}`,
    `-c idle_in_transaction_session_timeout=${IDLE_TIMEOUT_MS}`,
    '-c timezone=UTC',
    `-c mupiira.release_rules=${RELEASE_RULES}`,
    // The working set fits in memory, so index lookups are cheaper than the planner's default assumes.
    '-c random_page_cost=1.1',
    // Detects a lost peer within four seconds, so another node can take over leadership within five.
    '-c tcp_keepalives_idle=1 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=3',
  ]
  return {
    connectionString: limits.url,
    options: settings.join(' '),
    application_name: 'mupiira',
    keepAlive: true,
    // The client's own time limit, for connections that are dead but were never closed.
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
