import { sql } from 'kysely'
import { UNCONFIRMED_LONG_MS } from '@mupiira/domain/payments/payment-states.ts'
import type { TaskReading } from '../../../kernel/access/tasks.ts'
import { countTasks, NO_TASKS } from '../../../kernel/db/count-tasks.ts'
import { type Bound, type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql } from '../../../kernel/db/sql.ts'
import type { WaitingTasks } from '../../../kernel/access/tasks.ts'

const inReview = statement(() =>
  countTasks(
    q
      .selectFrom('transactions')
      .select('updated_at as at')
      .where(sql<boolean>`stage = 'review'`)
      .orderBy('updated_at'),
  ),
)
const held = statement(() =>
  countTasks(
    q
      .selectFrom('transactions')
      .select('created_at as at')
      .where(sql<boolean>`stage = 'held'`)
      .orderBy('created_at'),
  ),
)
const unconfirmed = statement((p: Params<{ before: Date }>) =>
  countTasks(
    q
      .selectFrom('transactions')
      .select('unknown_since as at')
      .where(sql<boolean>`stage = 'checking'`)
      .where('unknown_since', '<=', p.before)
      .orderBy('unknown_since'),
  ),
)
const openCases = (about: 'payments' | 'wallets') =>
  statement(() =>
    countTasks(
      q
        .selectFrom('reconciliation_cases')
        .select('found_at as at')
        .where('closed_at', 'is', null)
        .where('kind', about === 'wallets' ? '=' : '<>', sql.lit('wallet'))
        .orderBy('found_at'),
    ),
  )
const paymentCases = openCases('payments')
const walletCases = openCases('wallets')

/** The payments and differences that wait for staff. */
export function createPaymentTasks(db: Sql) {
  const count = async (query: Bound<WaitingTasks>) => (await db.first(query)) ?? NO_TASKS
  return {
    payments: () => count(inReview({})),
    withdrawals: () => count(held({})),
    unconfirmed: ({ now }) => count(unconfirmed({ before: new Date(now.getTime() - UNCONFIRMED_LONG_MS) })),
    cases: () => count(paymentCases({})),
    charges: () => count(walletCases({})),
  } satisfies { readonly [kind: string]: TaskReading }
}
