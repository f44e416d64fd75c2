import { type Ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import type { OddsHundredths } from '@mupiira/domain/odds/odds.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import { canMove, ticketStates, type TicketStatus } from '@mupiira/domain/ticket/states.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'
import type { Outbox } from '../../../kernel/outbox/event.ts'
import type { GameRow } from '../../catalogue/index.ts'
import { HOUSE, type Wallet } from '../../wallet/index.ts'
import { adjustTicketCounts } from '../placement/player-counters.ts'
import { type LegRow, legsOf, type TicketRow, ticketsById } from './ticket-rows.ts'

/** A leg with its base price at placement (D22) and the result version that decided it; null while undecided. */
export type PlacedLeg = LegRow & {
  readonly baseOdds: OddsHundredths
  readonly priceVersion: number
  readonly resultVersion: number | null
}
export type PlacedTicket = { readonly ticket: TicketRow; readonly legs: readonly PlacedLeg[] }

/** A ticket with its legs as placed; null when it does not exist. */
export async function placedTicket(sql: Sql, ticketId: string): Promise<PlacedTicket | null> {
  const [ticket] = await ticketsById(sql, [ticketId])
  if (ticket === undefined) return null
  const taken = await sql.query<Pick<PlacedLeg, 'legNo' | 'baseOdds' | 'priceVersion' | 'resultVersion'>>(
    `select leg_no as "legNo", base_odds as "baseOdds", price_version as "priceVersion", result_version as "resultVersion"
       from ticket_legs where ticket_id = $1`,
    [ticketId],
    'betting-legs-as-taken',
  )
  const byNo = new Map(taken.map((leg) => [leg.legNo, leg]))
  const legs = (await legsOf(sql, [ticketId])).map((leg) => {
    const unknown = { baseOdds: leg.odds, priceVersion: 0, resultVersion: null }
    return { ...leg, ...(byNo.get(leg.legNo) ?? unknown) }
  })
  return { ticket, legs }
}

/** Whether a corrected result of these legs' games is not yet settled. Their current outcomes must not be used. */
export const isBeingCorrected = (
  legs: readonly Pick<PlacedLeg, 'resultVersion'>[],
  game: Pick<GameRow, 'resultVersion' | 'settledVersion'> | undefined,
): boolean =>
  game !== undefined &&
  game.settledVersion < game.resultVersion &&
  legs.some(({ resultVersion }) => resultVersion !== null && resultVersion < game.resultVersion)

/** Locks a ticket before its player's account, in the same order as settlement. The legs are read after the lock. */
export async function lockTicket(tx: Tx, ticketId: string): Promise<PlacedTicket | null> {
  await tx.query('select id from tickets where id = $1 for no key update', [ticketId], 'betting-lock-ticket')
  return placedTicket(tx, ticketId)
}

/** Ends a pending ticket by a cash-out; false when it is no longer pending. The caller pays in the same transaction. */
export async function cashOutTicket(tx: Tx, ticketId: string, payout: Ugx, now: Date): Promise<boolean> {
  const changed = await tx.change(
    `update tickets set status = 'cashout', payout = $2, settled_at = $3, updated_at = $3
      where id = $1 and status = 'pending'`,
    [ticketId, payout, now],
    'betting-cash-out',
  )
  return changed === 1
}

export type Cancellation = { readonly ticketId: string; readonly actorId: string; readonly reason: string }
export type CancelledTicket = { readonly ticket: TicketRow; readonly refundUgx: Ugx }

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
    'betting-store-cancellation',
  )
  await adjustTicketCounts(tx, { voided: [userId] })
  const description = `Stake returned, bet ${bookingCode} cancelled: ${reason}`
  const credit = { account: userId, from: HOUSE.book, amount: totalStake, kind: 'refund', reference: ticketId }
  await wallet.credit(tx, { ...credit, description }, now)
  const stake = ugxToNumber(totalStake)
  const data = { ticketId, bookingCode, status: 'cancelled', payout: stake, stake, reason } as const
  await outbox.appendEvents(tx, [{ type: 'ticket-settled', userId, data }])
  return ok({ ticket, refundUgx: totalStake })
}
