import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import type { Sql } from '../../kernel/db/sql.ts'

/** A stake that is not decided yet, and the part of it that the player has cashed out. */
export type OpenStake = { readonly reference: string; readonly cashed: Ugx }

/**
 * A player's stakes that are not decided yet, which the statement does not count as lost. Betting provides this
 * function, because the ledger contains no tickets.
 */
export type OpenStakes = (sql: Sql, userId: string) => Promise<readonly OpenStake[]>
