import { sql } from 'kysely'
import { q } from '../../../kernel/db/query.ts'
import type { Wallet } from '../../wallet/index.ts'

/** Explains the postings of Aviator bets to the ledger check. */
export function explainBets(wallet: Pick<Wallet, 'registerPostingSource'>): void {
  wallet.registerPostingSource(
    'bet',
    q.selectFrom('aviator_bets').select(['id as reference', sql<bigint>`-stake`.as('amount')]),
  )
  wallet.registerPostingSource('win', payouts('cashed-out'))
  wallet.registerPostingSource('void-refund', payouts('refunded'))
}

const payouts = (state: 'cashed-out' | 'refunded') =>
  q
    .selectFrom('aviator_bets')
    .select(['id as reference', 'payout as amount'])
    .where('state', '=', state)
    .where('payout', '>', 0n)
