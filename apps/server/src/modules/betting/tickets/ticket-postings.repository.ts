import { sql } from 'kysely'
import { q } from '../../../kernel/db/query.ts'
import type { Explanations } from '../../wallet/index.ts'

const negative = (column: 'total_stake' | 'payout_before') => sql<bigint>`-${sql.ref(column)}`

const endedAs = (status: 'won' | 'void' | 'cancelled') =>
  q
    .selectFrom('tickets')
    .select(['id as reference', 'payout as amount'])
    .where('status', '=', status)
    .where('payout', '>', 0n)

/** Corrections that changed the payout. */
const corrected = () =>
  q
    .selectFrom('ticket_corrections')
    .where('payout_before', '>', 0n)
    .where(sql<boolean>`(status <> status_before or payout is distinct from payout_before)`)

/** A payout belongs to the current state of its ticket, or to an earlier state that a correction stored. */
const payoutsOf = (status: 'won' | 'void') => [
  endedAs(status),
  corrected().select(['ticket_id as reference', 'payout_before as amount']).where('status_before', '=', status),
]

/**
 * The records that explain betting's postings in the ledger check: tickets explain stakes, and settlements explain
 * payouts.
 */
export const TICKET_POSTINGS: Explanations = {
  bet: [q.selectFrom('tickets').select(['id as reference', negative('total_stake').as('amount')])],
  win: payoutsOf('won'),
  'void-refund': payoutsOf('void'),
  refund: [endedAs('cancelled')],
  resettlement: [corrected().select(['ticket_id as reference', negative('payout_before').as('amount')])],
}
