import type { Wallet } from '../wallet/index.ts'
import { pendingTickets } from './tickets/tickets.repository.ts'

/**
 * Explains betting's postings to the ledger check: each stake by its ticket, each payout by its settlement. Also
 * registers the open stakes for the statement.
 */
export function explainTickets(wallet: Pick<Wallet, 'registerExplainer' | 'registerOpenStakes'>): void {
  wallet.registerOpenStakes(pendingTickets)
  wallet.registerExplainer('bet', 'select id as reference, -total_stake as amount from tickets')
  wallet.registerExplainer('win', payoutOf('won'))
  wallet.registerExplainer('void-refund', payoutOf('void'))
  wallet.registerExplainer('refund', `select id as reference, payout as amount from tickets where status = 'cancelled'`)
  wallet.registerExplainer(
    'resettlement',
    `select ticket_id as reference, -payout_before as amount from ticket_corrections where ${CHANGED}`,
  )
}

// A payout belongs to its ticket, or to an earlier state in the corrections.
const CHANGED = `payout_before > 0 and (status <> status_before or payout is distinct from payout_before)`
const payoutOf = (status: 'won' | 'void'): string =>
  `select id as reference, payout as amount from tickets where status = '${status}' and payout > 0
   union all select ticket_id, payout_before from ticket_corrections where status_before = '${status}' and ${CHANGED}`
