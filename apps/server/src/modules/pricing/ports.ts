import type { Sql } from '../../kernel/db/sql.ts'

/** Which of the games have open bets. Betting provides this, because pricing cannot import it. */
export type GamesBetOn = (sql: Sql, gameIds: readonly string[]) => Promise<ReadonlySet<string>>
