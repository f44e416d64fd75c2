import { type Ugx, ugx } from '@mupiira/domain/money/ugx.ts'
import type { MovedAmount } from '../../../kernel/approvals.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import type { GameRow } from '../../catalogue/index.ts'

/**
 * Stores a result that was entered without a second approver, or a kick-off without one (version 0; a game may
 * have several).
 */
export const recordUnapproved = async (
  tx: Tx,
  { id, resultVersion }: Pick<GameRow, 'id' | 'resultVersion'>,
  { enteredBy, exposureUgx }: { readonly enteredBy: string; readonly exposureUgx: Ugx },
  now: Date,
): Promise<void> =>
  void (await tx.change(
    `insert into staff_results (game_id, version, said_by, moved, created_at) values ($1, $2, $3, $4, $5)`,
    [id, resultVersion, enteredBy, exposureUgx, now],
  ))

/**
 * The effect of earlier kick-offs of a game that were set without approval, by others or by the same person before
 * `since`. Later kick-offs by the same person are included in `movedWithoutApproval`.
 */
export async function exposureOfEarlierStarts(
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

/** The effect of a member of staff's results without approval since a time. */
export async function unapprovedBy(tx: Tx, enteredBy: string, since: Date): Promise<readonly MovedAmount[]> {
  const [row] = await tx.query<{ sum: bigint }>(
    `select coalesce(sum(moved), 0)::bigint as sum from staff_results where said_by = $1 and created_at > $2`,
    [enteredBy, since],
  )
  return [{ amountUgx: ugx(row?.sum ?? 0n) }]
}
