import type { Sql } from '../../kernel/db/sql.ts'

/** Of the games those that open bets stand on. Betting knows; its floor is above this one. */
export type GamesBetOn = (sql: Sql, gameIds: readonly string[]) => Promise<ReadonlySet<string>>
