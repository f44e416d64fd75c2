import { type RawBuilder, sql } from 'kysely'
import { q } from '../../kernel/db/query.ts'
import type { Wallet } from '../wallet/index.ts'

/** Explains the postings of payments to the ledger check (OPS-05). */
export function explainPayments(wallet: Pick<Wallet, 'ledger'>): void {
  wallet.ledger.explain('deposit', payments('deposit', amount).where('status', '=', 'success'))
  wallet.ledger.explain('withdrawal-hold', payments('withdrawal', sql`-(${amount} + ${fee})`))
  wallet.ledger.explain('withdrawal', payments('withdrawal', sql`-${amount}`).where('status', '=', 'success'))
  wallet.ledger.explain(
    'withdrawal-fee',
    payments('withdrawal', sql`-${fee}`)
      .where('status', '=', 'success')
      .where('fee', '>', 0n),
  )
  wallet.ledger.explain(
    'withdrawal-release',
    payments('withdrawal', sql`${amount} + ${fee}`).where('status', '=', 'failed'),
  )
}

const [amount, fee] = [sql<bigint>`amount`, sql<bigint>`fee`]

const payments = (type: 'deposit' | 'withdrawal', moved: RawBuilder<bigint>) =>
  q
    .selectFrom('transactions')
    .select(['id as reference', moved.as('amount')])
    .where('type', '=', type)
