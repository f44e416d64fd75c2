import type { MarketId } from '@mupiira/domain/markets/types.ts'
import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import type { Sql } from '../../kernel/db/sql.ts'

/** The games with open bets, the most bet on first. Betting provides this, because pricing cannot import it. */
export type GamesMostBetOn = (sql: Sql, gameIds: readonly string[]) => Promise<readonly string[]>

/** What open bets on each selection can win beyond their stakes. */
export type OpenLiabilities = (sql: Sql) => Promise<
  readonly {
    readonly gameId: string
    readonly market: MarketId
    readonly selection: string
    readonly selectionUgx: Ugx
  }[]
>
