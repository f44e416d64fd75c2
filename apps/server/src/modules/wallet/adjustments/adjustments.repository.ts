import { sql } from 'kysely'
import { type Ugx, ugx } from '@mupiira/domain/money/ugx.ts'
import { type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Tx } from '../../../kernel/db/sql.ts'

export type AdjustmentKind = 'top-up' | 'deduction'

type AdjustmentRow = {
  readonly id: string
  readonly userId: string
  readonly kind: AdjustmentKind
  /** Negative for a deduction. */
  readonly amount: Ugx
  readonly madeBy: string
  readonly approvedBy: string | null
  readonly now: Date
}

const insert = statement((p: Params<AdjustmentRow>) =>
  q.insertInto('staff_adjustments').values({
    id: p.id,
    user_id: p.userId,
    kind: p.kind,
    amount: p.amount,
    made_by: p.madeBy,
    approved_by: p.approvedBy,
    created_at: p.now,
  }),
)

export const insertAdjustment = (tx: Tx, row: AdjustmentRow): Promise<number> => tx.change(insert(row))

const unapprovedSum = statement((p: Params<{ kind: AdjustmentKind; userId: string; since: Date }>) =>
  q
    .selectFrom('staff_adjustments')
    .select(sql<bigint>`coalesce(sum(abs(amount)), 0)::bigint`.as('sum'))
    .where('kind', '=', p.kind)
    .where('made_by', '=', p.userId)
    .where('approved_by', 'is', null)
    .where('created_at', '>', p.since),
)

/** The sum of a staff member's adjustments of one kind without a second approver since a given time. */
export const adjustedWithoutApproval = async (tx: Tx, by: Parameters<typeof unapprovedSum>[0]): Promise<Ugx> =>
  ugx((await tx.first(unapprovedSum(by)))?.sum ?? 0n)

const topUps = statement((p: Params<{ userId: string; since: Date }>) =>
  q
    .selectFrom('staff_adjustments')
    .select(['made_by as madeBy', 'approved_by as approvedBy'])
    .where('user_id', '=', p.userId)
    .where('kind', '=', 'top-up')
    .where('created_at', '>', p.since),
)

/** The staff who made or approved a top-up of this player since a given time. */
export async function staffWhoToppedUp(tx: Tx, player: Parameters<typeof topUps>[0]): Promise<ReadonlySet<string>> {
  const rows = await tx.run(topUps(player))
  return new Set(rows.flatMap(({ madeBy, approvedBy }) => (approvedBy === null ? [madeBy] : [madeBy, approvedBy])))
}

/** The records that explain the postings of adjustments in the ledger check. */
export const adjustmentsOf = (kind: AdjustmentKind) =>
  q.selectFrom('staff_adjustments').select(['id as reference', 'amount']).where('kind', '=', kind)
