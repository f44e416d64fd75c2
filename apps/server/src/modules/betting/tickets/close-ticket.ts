import { type Ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import { stakeLeft } from '@mupiira/domain/ticket/stake-left.ts'
import { canTransition, ticketStates, type TicketStatus } from '@mupiira/domain/ticket/states.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { GameRow } from '../../catalogue/index.ts'
import { HOUSE, type Wallet } from '../../wallet/index.ts'
import { adjustTicketCounts } from './player-counters.repository.ts'
import {
  addCancellation,
  cashTicketPart,
  endPendingTicket,
  legsOf,
  lockTicketRow,
  type PlacedLeg,
  stakePartsOf,
  type TicketRow,
  ticketsById,
} from './tickets.repository.ts'

export type PlacedTicket = { readonly ticket: TicketRow; readonly legs: readonly PlacedLeg[] }

/** Tickets with their legs as placed. Unknown ids are absent. */
export async function placedTickets(db: Sql, ticketIds: readonly string[]): Promise<PlacedTicket[]> {
  const [tickets, legs] = await Promise.all([ticketsById(db, ticketIds), legsOf(db, ticketIds)])
  const byTicket = Map.groupBy(legs, (leg) => leg.ticketId)
  return tickets.map((ticket) => ({ ticket, legs: byTicket.get(ticket.id) ?? [] }))
}

export const placedTicket = async (db: Sql, ticketId: string): Promise<PlacedTicket | null> =>
  (await placedTickets(db, [ticketId]))[0] ?? null

/** Whether a corrected result of the game of these legs is not yet settled. Their outcomes must then not be used. */
export const isBeingCorrected = (
  legs: readonly Pick<PlacedLeg, 'resultVersion'>[],
  game: Pick<GameRow, 'resultVersion' | 'settledVersion'> | undefined,
): boolean =>
  game !== undefined &&
  game.settledVersion < game.resultVersion &&
  legs.some(({ resultVersion }) => resultVersion !== null && resultVersion < game.resultVersion)

/**
 * Locks a ticket and reads its legs after the lock. Lock the player's account afterwards, in the same order as
 * settlement.
 */
export async function lockTicket(tx: Tx, ticketId: string): Promise<PlacedTicket | null> {
  const [, placed] = await Promise.all([lockTicketRow(tx, ticketId), placedTicket(tx, ticketId)])
  return placed
}

/**
 * Ends a pending ticket, or with `stake` a part of its stake, by a cash-out; false when it is no longer pending. The
 * caller pays in the same transaction.
 */
export const cashOutTicket = (
  tx: Tx,
  id: string,
  { stake, paid }: { readonly stake: Ugx | null; readonly paid: Ugx },
  at: Date,
): Promise<boolean> =>
  stake === null
    ? endPendingTicket(tx, { id, status: 'cashout', payout: paid, at })
    : cashTicketPart(tx, { id, stake, paid, at })

export type Cancellation = { readonly ticketId: string; readonly actorId: string; readonly reason: string }
/** `at`: the time read after the locks, which all records of the cancellation use. */
export type CancelledTicket = { readonly ticket: TicketRow; readonly refundUgx: Ugx; readonly at: Date }

declare module '../../../kernel/outbox/event.ts' {
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

/**
 * Cancels a pending ticket and refunds the stake left in the caller's transaction (ADMT-07 to ADMT-09). Irreversible.
 * Locks the ticket before the account, in the same order as settlement.
 */
export async function cancelTicket(
  tx: Tx,
  {
    wallet,
    outbox,
    clock,
  }: { readonly wallet: Pick<Wallet, 'accounts' | 'transfers'> } & Pick<Kernel, 'outbox' | 'clock'>,
  { ticketId, actorId, reason }: Cancellation,
): Promise<Result<CancelledTicket, 'TICKET_NOT_FOUND' | 'TICKET_NOT_PENDING'>> {
  const ticket = (await lockTicket(tx, ticketId))?.ticket
  if (ticket === undefined) return err('TICKET_NOT_FOUND')
  if (!canTransition(ticketStates, ticket.status, 'cancelled')) return err('TICKET_NOT_PENDING')
  const { userId, bookingCode } = ticket
  const refundUgx = stakeLeft(stakePartsOf(ticket))
  await wallet.accounts.lock(tx, [userId])
  const now = clock.now()
  await endPendingTicket(tx, { id: ticketId, status: 'cancelled', payout: refundUgx, at: now })
  await addCancellation(tx, { ticketId, actorId, reason, refund: refundUgx, createdAt: now })
  await adjustTicketCounts(tx, { removedFromCount: [userId] })
  const description = `Stake returned, bet ${bookingCode} cancelled: ${reason}`
  const credit = { account: userId, from: HOUSE.book, amount: refundUgx, reference: ticketId, description }
  await wallet.transfers.credit(tx, { ...credit, kind: 'refund' }, now)
  const stake = ugxToNumber(ticket.totalStake)
  const payout = ugxToNumber(refundUgx)
  const data = { ticketId, bookingCode, status: 'cancelled', payout, stake, reason } as const
  await outbox.appendEvents(tx, [{ type: 'ticket-settled', userId, data }])
  return ok({ ticket, refundUgx, at: now })
}
