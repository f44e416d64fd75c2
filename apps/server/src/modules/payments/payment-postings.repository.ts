import { type RawBuilder, sql } from 'kysely'
import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import type { Provider } from '@mupiira/domain/payments/providers.ts'
import { insertRows } from '../../kernel/db/insert-rows.ts'
import { q } from '../../kernel/db/query.ts'
import type { Tx } from '../../kernel/db/sql.ts'
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
  'provider-charge': [q.selectFrom('provider_charges').select(['transaction_id as reference', 'amount'])],
  'withdrawal-release': [payments('withdrawal', sql`${amount} + ${fee}`).where('status', '=', 'failed')],
}

type Charge = { readonly id: string; readonly provider: Provider; readonly amount: Ugx }

const insertCharges = insertRows('provider_charges')

export const storeCharges = (tx: Tx, charges: readonly Charge[], now: Date): Promise<number> =>
  tx.change(
    insertCharges(charges.map(({ id, provider, amount }) => ({ transactionId: id, provider, amount, createdAt: now }))),
  )
