import { sql } from 'kysely'
import { type Ugx, ugx } from '@mupiira/domain/money/ugx.ts'
import type { StaffAmount } from '../../../kernel/access/approvals.ts'
import { type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import type { GameRow } from '../../catalogue/index.ts'

const insert = statement(
  (p: Params<{ gameId: string; version: number; enteredBy: string; exposure: Ugx; now: Date }>) =>
    q.insertInto('staff_results').values({
      game_id: p.gameId,
      version: p.version,
      entered_by: p.enteredBy,
      exposure: p.exposure,
      created_at: p.now,
    }),
)

/**
 * Stores a result that was entered without a second approver, or a kick-off without one (version 0; a game may
 * have several).
 */
export const recordUnapprovedResult = (
  tx: Tx,
  { id: gameId, resultVersion: version }: Pick<GameRow, 'id' | 'resultVersion'>,
  { enteredBy, exposureUgx: exposure }: { readonly enteredBy: string; readonly exposureUgx: Ugx },
  now: Date,
): Promise<number> => tx.change(insert({ gameId, version, enteredBy, exposure, now }))

const sumOfExposures = () =>
  q.selectFrom('staff_results').select(sql<bigint>`coalesce(sum(exposure), 0)::bigint`.as('sum'))

const earlierStarts = statement((p: Params<{ gameId: string; enteredBy: string; since: Date }>) =>
  sumOfExposures()
    .where('game_id', '=', p.gameId)
    .where('version', '=', sql.lit(0))
    .where(sql<boolean>`not (entered_by = ${p.enteredBy} and created_at > ${p.since})`),
)

/**
 * The effect of earlier kick-offs of a game that were set without approval, by others or by the same person before
 * `since`. Later kick-offs by the same person are included in `sumWithoutApproval`.
 */
export const exposureOfEarlierStarts = async (
  tx: Tx,
  gameId: string,
  { enteredBy, since }: { readonly enteredBy: string; readonly since: Date },
): Promise<Ugx> => ugx((await tx.first(earlierStarts({ gameId, enteredBy, since })))?.sum ?? 0n)

const byStaff = statement((p: Params<{ enteredBy: string; since: Date }>) =>
  sumOfExposures().where('entered_by', '=', p.enteredBy).where('created_at', '>', p.since),
)

/** The effect of a staff member's results without approval since a given time. */
export const unapprovedResultsBy = async (tx: Tx, enteredBy: string, since: Date): Promise<readonly StaffAmount[]> => [
  { amountUgx: ugx((await tx.first(byStaff({ enteredBy, since })))?.sum ?? 0n) },
]
