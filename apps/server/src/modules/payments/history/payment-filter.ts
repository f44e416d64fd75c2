import type { TransactionStatus, TransactionType } from '@mupiira/domain/ticket/states.ts'

/** Which payments staff looks at. */
export type PaymentFilter = {
  readonly type: TransactionType | null
  readonly status: TransactionStatus | null
  /** Only those that wait for a decision of staff. */
  readonly toReview: boolean
  /** Asked for at it or later, and before it. */
  readonly from: Date | null
  readonly until: Date | null
  /** null: whosever. Else payments that any of these matches. */
  readonly search: {
    readonly reference: string
    readonly userIds: readonly string[]
  } | null
}

type Filtered = { readonly from: string; readonly where: string; readonly values: readonly unknown[] }

const FOUND = `(
    select id, created_at, type, status, stage from transactions where reference = $1
    union select id, created_at, type, status, stage from transactions where user_id = any($2::uuid[])
  )`

/** A source of rows `t (id, created_at, …)` with its condition, and the values of both. */
export function filteredPayments({ type, status, toReview, from, until, search }: PaymentFilter): Filtered {
  const values: unknown[] = search === null ? [] : [search.reference, search.userIds]
  const conditions = [
    ...(type === null ? [] : [`t.type = $${values.push(type)}`]),
    ...(status === null ? [] : [`t.status = $${values.push(status)}`]),
    ...(toReview ? [`t.stage = 'review'`] : []),
    ...(from === null ? [] : [`t.created_at >= $${values.push(from)}`]),
    ...(until === null ? [] : [`t.created_at < $${values.push(until)}`]),
  ]
  return {
    from: search === null ? 'transactions t' : `${FOUND} t`,
    where: conditions.length === 0 ? 'true' : conditions.join(' and '),
    values,
  }
}
