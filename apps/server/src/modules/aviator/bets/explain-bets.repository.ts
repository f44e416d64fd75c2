import { sql } from 'kysely'
import { q } from '../../../kernel/db/query.ts'
import type { Wallet } from '../../wallet/index.ts'

/** Explains the postings of Aviator bets to the ledger check. */
export function explainBets(wallet: Pick<Wallet, 'ledger'>): void {
  wallet.ledger.explain(
    'bet',
    q.selectFrom('aviator_bets').select(['id as reference', sql<bigint>`-stake`.as('amount')]),
  )
  wallet.ledger.explain('win', payouts('cashed-out'))
  wallet.ledger.explain('void-refund', payouts('refunded'))
}

const payouts = (state: 'cashed-out' | 'refunded') =>
  q
    .selectFrom('aviator_bets')
    .select(['id as reference', 'payout as amount'])
    .where('state', '=', state)
    .where('payout', '>', 0n)
