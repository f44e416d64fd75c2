import { type Ugx, ZERO } from '../money/ugx.ts'
import type { TicketDecision } from './decide.ts'
import type { TicketStatus } from './states.ts'

/** The settlement of a ticket so far; the payout is null while it is pending. */
export interface TicketProgress {
  readonly status: TicketStatus
  readonly payoutUgx: Ugx | null
}

export interface TicketCorrection extends TicketProgress {
  /** Hundredths of a shilling: what was paid before and goes back to the book, zero where nothing was. */
  readonly takeBackUgx: Ugx
  /** The new payout. */
  readonly payUgx: Ugx
}

/**
 * The effect of a corrected result on a ticket (SETL-44, SETL-45, D21): everything paid so far is reversed, then the new
 * decision is paid. If status and payout are unchanged, no money moves. A ticket that the player cashed out or an admin
 * cancelled stays as it is, because its end was agreed and not settled.
 *
 * @example correctTicket({ status: 'won', payoutUgx: ugx(5_000n) }, lostDecision) // lost, 5,000 reversed, no new payout
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
