import { type Ugx, ugxToNumber, ZERO } from '@mupiira/domain/money/ugx.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import { stakeLeft } from '@mupiira/domain/ticket/stake-left.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import type { Audit } from '../../audit/index.ts'
import { type Cancellation, type CancelledTicket, placedTicket } from '../tickets/close-ticket.ts'
import { cancelledBy, stakePartsOf } from '../tickets/tickets.repository.ts'
import { type Catalogue, hasEverStarted } from '../../catalogue/index.ts'
import { type Approvals, flagOf } from '../../../kernel/access/approvals.ts'

export type CancelDeps = {
  readonly clock: Clock
  readonly audit: Audit['commands']
  readonly cancel: (tx: Tx, cancellation: Cancellation) => Promise<Result<CancelledTicket, Refusal>>
  readonly games: Catalogue['games']
}
type Staff = { readonly actorId: string; readonly address: string }
type CancelRequest = { readonly ticketId: string; readonly userId: string; readonly title: string }
type Refusal = 'TICKET_NOT_FOUND' | 'TICKET_NOT_PENDING'
export type CancelOutcome = { readonly refundUgx: Ugx; readonly approvalId: string | null }

/**
 * Cancels a ticket. If a game of the ticket has started and the amount is above the threshold, a second approver
 * decides (ADMT-30).
 */
export function createTicketCancellation(
  deps: CancelDeps,
  { registerAmounts, fourEyes, register }: Approvals<Refusal>,
) {
  const { audit } = deps
  async function cancel(
    tx: Tx,
    ticketId: string,
    reason: string,
    by: Staff,
    flags: object = {},
  ): Promise<Result<{ readonly refundUgx: Ugx; readonly at: Date }, Refusal>> {
    const done = await deps.cancel(tx, { ticketId, actorId: by.actorId, reason })
    if (!done.ok) return done
    const { ticket, refundUgx, at } = done.value
    const after = { status: 'cancelled', refund: ugxToNumber(refundUgx), ...flags }
    const states = { before: { status: ticket.status }, after }
    await audit.record(tx, { ...by, action: 'bet.cancel', subject: `bet:${ticketId}`, ...states, reason }, at)
    return ok({ refundUgx, at })
  }

  registerAmounts('cancel-bet', async (tx, actorId, since) =>
    (await cancelledBy(tx, actorId, since)).map(({ ticketId, refundUgx }) => ({
      subject: `bet:${ticketId}`,
      amountUgx: refundUgx,
    })),
  )
  register('cancel-bet', async (tx, approval, by) => {
    const { ticketId } = approval.request as CancelRequest
    const done = await cancel(tx, ticketId, approval.reason, by, { requestedBy: approval.requestedBy })
    return done.ok ? ok(done.value.at) : err(done.error)
  })

  return async (
    tx: Tx,
    { ticketId, reason, by }: { readonly ticketId: string; readonly reason: string; readonly by: Staff },
  ): Promise<Result<CancelOutcome, Refusal>> => {
    const before = await fourEyes.sumWithoutApproval(tx, by.actorId)
    const now = deps.clock.now()
    const placed = await placedTicket(tx, ticketId)
    if (placed === null) return err('TICKET_NOT_FOUND')
    const { ticket, legs } = placed
    const amountUgx = stakeLeft(stakePartsOf(ticket))
    const games = await deps.games.byIds([...new Set(legs.map(({ gameId }) => gameId))], tx)
    const hasStarted = [...games.values()].some((game) => hasEverStarted(game, now))
    const approvalDecision = hasStarted
      ? await fourEyes.evaluate(tx, { kind: 'cancel-bet', actorId: by.actorId, amountUgx, before }, now)
      : 'do'
    if (approvalDecision === 'wait' && ticket.status === 'pending') {
      const requested: CancelRequest = { ticketId, userId: ticket.userId, title: `Bet ${ticket.bookingCode}` }
      const subject = `bet:${ticketId}` as const
      const proposal = {
        kind: 'cancel-bet',
        subject,
        amountUgx,
        request: requested,
        reason,
        requestedBy: by.actorId,
        once: true,
      } as const
      const approvalId = await fourEyes.propose(tx, proposal, now)
      const after = { refund: ugxToNumber(amountUgx), waits: true }
      await audit.record(tx, { ...by, action: 'bet.cancel', subject, after, reason }, now)
      return ok({ refundUgx: ZERO, approvalId })
    }
    const done = await cancel(tx, ticketId, reason, by, flagOf(approvalDecision))
    return done.ok ? ok({ refundUgx: done.value.refundUgx, approvalId: null }) : done
  }
}
