import { type Ugx, ZERO } from '../money/ugx.ts'
import type { TicketDecision } from './decide.ts'
import type { TicketStatus } from './states.ts'

/** What a ticket has come to so far; the payout is null while it is pending. */
export interface TicketProgress {
  readonly status: TicketStatus
  readonly payoutUgx: Ugx | null
}

export interface TicketCorrection extends TicketProgress {
  /** Hundredths of a shilling: what was paid before and goes back to the book, zero where nothing was. */
  readonly takeBackUgx: Ugx
  /** What is paid anew. */
  readonly payUgx: Ugx
}

/**
 * What a corrected result makes of a ticket (SETL-44, SETL-45, D21): everything paid so far is reversed, then the new
 * decision is paid. Where status and payout come out the same no money moves. A ticket that the player cashed out, or that
 * an admin cancelled, stays as it is: its end was agreed on and was no settlement.
 *
 * @example correctTicket({ status: 'won', payoutUgx: ugx(5_000n) }, lostDecision) // lost, 5,000 taken back, nothing paid
 */
export function correctTicket(
  standing: TicketProgress,
  decision: Pick<TicketDecision, 'status' | 'payoutUgx'>,
): TicketCorrection {
  const isSettlement = standing.status !== 'cashout' && standing.status !== 'cancelled'
  const payoutUgx = decision.status === 'pending' ? null : decision.payoutUgx
  const stays = standing.status === decision.status && standing.payoutUgx === payoutUgx
  if (!isSettlement || stays) return { ...standing, takeBackUgx: ZERO, payUgx: ZERO }
  return { status: decision.status, payoutUgx, takeBackUgx: standing.payoutUgx ?? ZERO, payUgx: payoutUgx ?? ZERO }
}
