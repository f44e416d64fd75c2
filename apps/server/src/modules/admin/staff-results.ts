import { type Ugx, ugx } from '@mupiira/domain/money/ugx.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { GameRow } from '../catalogue/index.ts'

/**
 * Written down with a result that one member of staff has said without a second one, and with a start that he has moved:
 * that is of no result (version 0), and may be several of one game.
 */
export const keepEnteredAlone = async (
  tx: Tx,
  { id, resultVersion }: Pick<GameRow, 'id' | 'resultVersion'>,
  { enteredBy, movedUgx }: { readonly enteredBy: string; readonly movedUgx: Ugx },
  now: Date,
): Promise<void> =>
  void (await tx.change(
    `insert into staff_results (game_id, version, said_by, moved, created_at) values ($1, $2, $3, $4, $5)`,
    [id, resultVersion, enteredBy, movedUgx, now],
  ))

/** What the starts of a game moved that others have set alone, or he before then. */
export async function movedBefore(
  tx: Tx,
  gameId: string,
  { enteredBy, since }: { readonly enteredBy: string; readonly since: Date },
): Promise<Ugx> {
  const [row] = await tx.query<{ sum: bigint }>(
    `select coalesce(sum(moved), 0)::bigint as sum from staff_results
      where game_id = $1 and version = 0 and not (said_by = $2 and created_at > $3)`,
    [gameId, enteredBy, since],
  )
  return ugx(row?.sum ?? 0n)
}

/** What the results moved that a member of staff has said since then without a second one. */
export async function enteredAlone(tx: Tx, enteredBy: string, since: Date): Promise<Ugx> {
  const [row] = await tx.query<{ sum: bigint }>(
    `select coalesce(sum(moved), 0)::bigint as sum from staff_results where said_by = $1 and created_at > $2`,
    [enteredBy, since],
  )
  return ugx(row?.sum ?? 0n)
}
