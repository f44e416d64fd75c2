import { insertRows } from '../../kernel/db/insert-rows.ts'
import type { Tx } from '../../kernel/db/sql.ts'

const insert = insertRows(
  'game_settlements',
  { game_id: 'uuid', result_version: 'int4', settled_at: 'timestamptz' },
  (rows) => rows.onConflict((conflict) => conflict.columns(['game_id', 'result_version']).doNothing()),
)

/** Records when each result of a game was settled first. */
export const addSettlements = (
  tx: Tx,
  games: readonly { readonly gameId: string; readonly resultVersion: number }[],
  settledAt: Date,
): Promise<number> =>
  tx.change(
    insert(
      games.map(({ gameId, resultVersion }) => ({
        game_id: gameId,
        result_version: resultVersion,
        settled_at: settledAt,
      })),
    ),
  )
