import { insertRows } from '../../kernel/db/insert-rows.ts'
import type { Tx } from '../../kernel/db/sql.ts'

const insert = insertRows('game_settlements', (rows) =>
  rows.onConflict((conflict) => conflict.columns(['game_id', 'result_version']).doNothing()),
)

/** Records when each result of a game was first settled. */
export const addSettlements = (
  tx: Tx,
  games: readonly { readonly gameId: string; readonly resultVersion: number }[],
  settledAt: Date,
): Promise<number> =>
  tx.change(insert(games.map(({ gameId, resultVersion }) => ({ gameId, resultVersion, settledAt }))))
