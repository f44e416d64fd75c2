import type { Wallet } from '../wallet/index.ts'

/** What the ledger check compares betting's postings with: each stake with its ticket, each payout with what was settled. */
export function explainTickets(wallet: Pick<Wallet, 'registerExplainer'>): void {
  wallet.registerExplainer('bet', 'select id as reference, -total_stake as amount from tickets')
  wallet.registerExplainer('win', payoutOf('won'))
  wallet.registerExplainer('void-refund', payoutOf('void'))
}

const payoutOf = (status: 'won' | 'void'): string =>
  `select id as reference, payout as amount from tickets where status = '${status}' and payout > 0`
