import { type Ugx, ZERO } from '../money/ugx.ts'
import type { TicketDecision } from './decide.ts'
import type { TicketStatus } from './states.ts'

/** The current settlement of a ticket. The payout is null while it is pending. */
export interface TicketProgress {
  readonly status: TicketStatus
  readonly payoutUgx: Ugx | null
}

export interface TicketCorrection extends TicketProgress {
  /** The earlier payout that is reversed, in hundredths of a shilling; zero without one. */
  readonly reversedUgx: Ugx
  /** The new payout. */
  readonly payUgx: Ugx
}

/**
 * The effect of a corrected result on a ticket (SETL-44, SETL-45, D21): the earlier payout is reversed and the new one
 * is paid. If status and payout are unchanged, no money moves. Tickets that were cashed out or cancelled stay
 * unchanged, because they were not settled by a result.
 *
 * @example correctTicket({ status: 'won', payoutUgx: ugx(5_000n) }, lostDecision) // lost, 5,000 reversed, no new payout
 */
export function correctTicket(
  current: TicketProgress,
  decision: Pick<TicketDecision, 'status' | 'payoutUgx'>,
): TicketCorrection {
  const isSettlement = current.status !== 'cashout' && current.status !== 'cancelled'
  const payoutUgx = decision.status === 'pending' ? null : decision.payoutUgx
  const stays = current.status === decision.status && current.payoutUgx === payoutUgx
  if (!isSettlement || stays) return { ...current, reversedUgx: ZERO, payUgx: ZERO }
  return { status: decision.status, payoutUgx, reversedUgx: current.payoutUgx ?? ZERO, payUgx: payoutUgx ?? ZERO }
}
