import { parseShortReference } from '@mupiira/domain/payments/short-reference.ts'
import type { TransactionStatus, TransactionType } from '@mupiira/domain/ticket/states.ts'
import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import { type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql } from '../../../kernel/db/sql.ts'

type FoundPayment = {
  readonly id: string
  readonly userId: string
  readonly shortReference: string
  readonly type: TransactionType
  readonly amount: Ugx
  readonly status: TransactionStatus
}

const found = () =>
  q
    .selectFrom('transactions')
    .select(['id', 'user_id as userId', 'short_reference as shortReference', 'type', 'amount', 'status'])
    .$narrowType<Omit<FoundPayment, 'id' | 'userId' | 'shortReference'>>()

const byShortReference = statement((p: Params<{ reference: string }>) =>
  found().where('short_reference', '=', p.reference),
)
const byReference = statement((p: Params<{ reference: string }>) => found().where('reference', '=', p.reference))
/** The provider chooses its references, so several payments may have the same. */
const byProvidersReference = statement((p: Params<{ reference: string; limit: number }>) =>
  found().where('internal_reference', '=', p.reference).limit(p.limit),
)

const OUR_REFERENCE = /^(dep|wdr)-([\da-f]{32})$/i

/** Payments with a complete reference: the short one, ours at the provider, or the provider's. */
export async function paymentsByReference(db: Sql, typed: string, limit: number): Promise<FoundPayment[]> {
  const short = parseShortReference(typed)
  if (short !== null) {
    const payments = await db.run(byShortReference({ reference: short }))
    if (payments.length > 0) return payments
  }
  // Staff may type the letters of our reference in another case.
  const [, kind, digits] = OUR_REFERENCE.exec(typed) ?? []
  if (kind !== undefined && digits !== undefined) {
    return db.run(byReference({ reference: `${kind.toUpperCase()}-${digits.toLowerCase()}` }))
  }
  return db.run(byProvidersReference({ reference: typed, limit }))
}
