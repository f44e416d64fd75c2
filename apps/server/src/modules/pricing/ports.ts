import type { MarketId } from '@mupiira/domain/markets/types.ts'
import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import type { Sql } from '../../kernel/db/sql.ts'

/**
 * The games with open bets, the game with the most bets first. Betting provides this function, because pricing cannot
 * import betting.
 */
export type ListMostBetGames = (sql: Sql, gameIds: readonly string[]) => Promise<readonly string[]>

/** The liability of open bets on each selection (winnings beyond their stakes), read at most `maxAgeMs` ago. */
export type OpenLiabilities = (maxAgeMs: number) => Promise<
  readonly {
    readonly gameId: string
    readonly market: MarketId
    readonly selection: string
    readonly selectionUgx: Ugx
  }[]
>
