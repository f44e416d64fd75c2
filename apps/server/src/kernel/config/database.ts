import { resolve } from 'node:path'
import { integer, matching, optional, required, text, type Values, withDefault } from './variable.ts'

const postgresUrl = matching('^postgres(ql)?://.+')

export const databaseVariables = {
  DATABASE_URL: required(postgresUrl, {
    about:
      'Login of the application: a member of `mupiira_app` that owns no tables and is not a superuser. A remote database needs `?sslmode=verify-full`',
  }),
  DATABASE_ADMIN_URL: optional(postgresUrl, {
    about:
      "Login of the schema's owner, for migrations. Without it the node does not migrate, so the database must be migrated already",
  }),
  DATABASE_CONNECTIONS: withDefault(integer(2, 200), 12, {
    about:
      'Size of the connection pool for requests. A node opens up to eleven more connections, and the sum over all nodes must stay below `max_connections`. PgBouncer in transaction mode does not work: advisory locks and `LISTEN` belong to one session',
  }),
  DATABASE_WAIT_MS: withDefault(integer(100, 60_000), 3_000, {
    about:
      'How long requests and background work wait for a connection to the database, in milliseconds. After that a request gets 503',
    maxInProduction: 10_000,
  }),
  SEALS_DIR: optional(text(), {
    about:
      'Folder where the leading node stores the newest seals of the ledger and the audit log, for `ledger:check` and `audit:verify`. It must be shared by all nodes, and on another machine than the database',
    requiredInProduction: true,
  }),
  REDIS_URL: optional(matching('^rediss?://.+'), {
    about:
      'Redis or Valkey, where nodes share the counters of request limits. Without it each node counts separately. Redis has no other use',
    address: 'internal',
  }),
} as const

export function databaseConfig(env: Values<typeof databaseVariables>) {
  return {
    databaseUrl: env.DATABASE_URL,
    databaseAdminUrl: env.DATABASE_ADMIN_URL ?? env.DATABASE_URL,
    databaseConnections: env.DATABASE_CONNECTIONS,
    databaseWaitMs: env.DATABASE_WAIT_MS,
    sealsFolder: env.SEALS_DIR === null ? null : resolve(env.SEALS_DIR),
    redisUrl: env.REDIS_URL,
  }
}
