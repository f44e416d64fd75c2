import { type RawBuilder, sql } from 'kysely'
import { q } from '../../kernel/db/query.ts'
import type { Explanations } from '../wallet/index.ts'

const [amount, fee] = [sql<bigint>`amount`, sql<bigint>`fee`]

const payments = (type: 'deposit' | 'withdrawal', change: RawBuilder<bigint>) =>
  q
    .selectFrom('transactions')
    .select(['id as reference', change.as('amount')])
    .where('type', '=', type)

/** The records that explain the postings of payments in the ledger check (OPS-05). */
export const PAYMENT_POSTINGS: Explanations = {
  deposit: [payments('deposit', amount).where('status', '=', 'success')],
  'withdrawal-hold': [payments('withdrawal', sql`-(${amount} + ${fee})`)],
  withdrawal: [payments('withdrawal', sql`-${amount}`).where('status', '=', 'success')],
  'withdrawal-fee': [
    payments('withdrawal', sql`-${fee}`)
      .where('status', '=', 'success')
      .where('fee', '>', 0n),
  ],
  'withdrawal-release': [payments('withdrawal', sql`${amount} + ${fee}`).where('status', '=', 'failed')],
}
