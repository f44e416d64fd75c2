import type { Sql } from '../../kernel/db/sql.ts'

/**
 * The references of a player's stakes that are not decided yet, which the statement does not count as lost. Betting
 * provides this function, because the ledger contains no tickets.
 */
export type OpenStakes = (sql: Sql, userId: string) => Promise<readonly string[]>
