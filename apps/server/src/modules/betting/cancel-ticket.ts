import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import { canMove, type TicketStatus, ticketStates } from '@mupiira/domain/ticket/states.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Outbox } from '../../kernel/outbox/event.ts'
import { HOUSE, type Wallet } from '../wallet/index.ts'
import { lockTicket } from './cash-out.ts'
import type { TicketRow } from './ticket-row.ts'
import { countOpen } from './write-tickets.ts'

export type Cancellation = { readonly ticketId: string; readonly actorId: string; readonly reason: string }
export type CancelledTicket = { readonly ticket: TicketRow; readonly refundUgx: Ugx }

declare module '../../kernel/outbox/event.ts' {
  interface EventData {
    'ticket-settled': {
      readonly ticketId: string
      readonly bookingCode: string
      readonly status: TicketStatus
      readonly payout: number
      readonly stake: number
      /** The reason staff gave for a cancelled ticket. */
      readonly reason?: string
    }
  }
}

/** Tickets that a member of staff has cancelled since a date, with the refunded stakes. */
export const cancelledBy = (tx: Tx, actorId: string, since: Date): Promise<{ ticketId: string; refundUgx: Ugx }[]> =>
  tx.query(
    `select ticket_id as "ticketId", refund as "refundUgx" from ticket_cancellations where actor_id = $1 and created_at > $2`,
    [actorId, since],
  )

/**
 * Cancels a pending ticket and refunds its stake in the caller's transaction (ADMT-07 to ADMT-09). Irreversible.
 * Locks the ticket before the account, in the same order as settlement.
 */
export async function cancelTicket(
  tx: Tx,
  { wallet, outbox }: { readonly wallet: Pick<Wallet, 'lockAccounts' | 'credit'>; readonly outbox: Outbox },
  { ticketId, actorId, reason }: Cancellation,
  now: Date,
): Promise<Result<CancelledTicket, 'TICKET_NOT_FOUND' | 'TICKET_NOT_PENDING'>> {
  const ticket = (await lockTicket(tx, ticketId))?.ticket
  if (ticket === undefined) return err('TICKET_NOT_FOUND')
  if (!canMove(ticketStates, ticket.status, 'cancelled')) return err('TICKET_NOT_PENDING')
  const { userId, bookingCode, totalStake } = ticket
  await wallet.lockAccounts(tx, [userId])
  await tx.change(
    `update tickets set status = 'cancelled', payout = total_stake, settled_at = $2, updated_at = $2 where id = $1`,
    [ticketId, now],
    'betting-cancel-ticket',
  )
  await tx.change(
    `insert into ticket_cancellations (ticket_id, actor_id, reason, refund, created_at) values ($1, $2, $3, $4, $5)`,
    [ticketId, actorId, reason, totalStake, now],
    'betting-keep-cancellation',
  )
  await countOpen(tx, { gone: [userId] })
  const description = `Stake returned, bet ${bookingCode} cancelled: ${reason}`
  const credit = { account: userId, from: HOUSE.book, amount: totalStake, kind: 'refund', reference: ticketId }
  await wallet.credit(tx, { ...credit, description }, now)
  const stake = ugxToNumber(totalStake)
  const data = { ticketId, bookingCode, status: 'cancelled', payout: stake, stake, reason } as const
  await outbox.appendEvents(tx, [{ type: 'ticket-settled', userId, data }])
  return ok({ ticket, refundUgx: totalStake })
}
