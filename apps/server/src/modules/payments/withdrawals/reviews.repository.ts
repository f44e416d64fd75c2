import { sql } from 'kysely'
import type { ReviewReason } from '@mupiira/domain/payments/withdrawal-review.ts'
import { type Ugx, ugx } from '@mupiira/domain/money/ugx.ts'
import { anyOf, type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'

const insert = statement((p: Params<{ id: string; reasons: readonly ReviewReason[]; now: Date }>) =>
  q.insertInto('withdrawal_reviews').values({
    transaction_id: p.id,
    reasons: sql`${p.reasons}::text[]`,
    created_at: p.now,
  }),
)

export const insertReview = (tx: Tx, id: string, reasons: readonly ReviewReason[], now: Date): Promise<number> =>
  tx.change(insert({ id, reasons, now }))

export type ReviewDecision = {
  readonly paymentId: string
  readonly decision: 'approved' | 'rejected' | 'cancelled'
  /** The member of staff, or the player who cancels. */
  readonly decidedBy: string
  /** For staff only; null if there is none. */
  readonly note: string | null
}

const decide = statement((p: Params<ReviewDecision & { readonly now: Date }>) =>
  q
    .updateTable('withdrawal_reviews')
    .set({ decision: p.decision, decided_by: p.decidedBy, note: p.note, decided_at: p.now })
    .where('transaction_id', '=', p.paymentId)
    .where('decision', 'is', null),
)

/** Stores a decision; 0: the withdrawal has been decided. */
export const storeReviewDecision = (tx: Tx, decision: ReviewDecision, now: Date): Promise<number> =>
  tx.change(decide({ ...decision, now }))

export type Review = {
  readonly id: string
  readonly reasons: readonly ReviewReason[]
  readonly decision: ReviewDecision['decision'] | null
  readonly decidedBy: string | null
  readonly note: string | null
  readonly decidedAt: Date | null
}

const byIds = statement((p: Params<{ ids: readonly string[] }>) =>
  q
    .selectFrom('withdrawal_reviews')
    .select([
      'transaction_id as id',
      'reasons',
      'decision',
      'decided_by as decidedBy',
      'note',
      'decided_at as decidedAt',
    ])
    .where('transaction_id', '=', anyOf(p.ids)),
)

/** The reviews of payments by id. Payments that were never held are absent. */
export const reviewsOf = async (db: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, Review>> =>
  ids.length === 0
    ? new Map()
    : new Map(((await db.run(byIds({ ids }))) as Review[]).map((review) => [review.id, review]))

const lastPaid = statement((p: Params<{ userId: string }>) =>
  q
    .selectFrom('transactions')
    .select(({ fn }) => fn.max('created_at').as('at'))
    .where('user_id', '=', p.userId)
    .where('type', '=', 'withdrawal')
    .where('status', '=', 'success'),
)

/** When the player requested the last withdrawal that was paid, or null. */
export const lastPaidWithdrawal = async (db: Sql, userId: string): Promise<Date | null> =>
  (await db.first(lastPaid({ userId })))?.at ?? null

const deposits = statement((p: Params<{ userId: string; since: Date }>) =>
  q
    .selectFrom('transactions')
    .select(({ fn }) => [
      fn.min('created_at').as('firstAt'),
      sql<bigint>`coalesce(sum(amount), 0)::bigint`.as('amount'),
    ])
    .where('user_id', '=', p.userId)
    .where('type', '=', 'deposit')
    .where('status', '=', 'success')
    .where('created_at', '>=', p.since),
)

/** The successful deposits since a given time, and when the first of them was requested. */
export async function recentDeposits(
  db: Sql,
  userId: string,
  since: Date,
): Promise<{ readonly firstAt: Date | null; readonly amountUgx: Ugx }> {
  const row = await db.first(deposits({ userId, since }))
  return { firstAt: row?.firstAt ?? null, amountUgx: ugx(row?.amount ?? 0n) }
}

const sharedNumbers = statement(
  (p: Params<{ userId: string; otherId: string; otherNumber: string }>) => sql<{ found: boolean }>`
    select exists (
      select from transactions own
       where own.user_id = ${p.userId}
         and (own.phone_number = ${p.otherNumber}
           or exists (select from transactions other
                       where other.phone_number = own.phone_number and other.user_id = ${p.otherId}))) as found`,
)

/**
 * Whether a payment of a player went to or came from a number of another account: its own number, or one of its
 * payments.
 */
export const sharesPaymentNumber = async (
  db: Sql,
  userId: string,
  other: { readonly id: string; readonly phoneNumber: string },
): Promise<boolean> =>
  (await db.first(sharedNumbers({ userId, otherId: other.id, otherNumber: other.phoneNumber })))?.found ?? false
