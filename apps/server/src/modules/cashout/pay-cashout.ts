import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Outbox } from '../../kernel/outbox/event.ts'
import type { PlacedTicket } from '../betting/index.ts'
import { HOUSE } from '../wallet/index.ts'
import { type CashoutRow, countPaid } from './cashouts.repository.ts'
import type { CashoutDeps } from './offer-now.ts'

type Payment = Pick<CashoutRow, 'stake' | 'inPlay'> & { readonly paid: Ugx }

/**
 * Ends a locked, pending ticket or a part of its stake and credits the amount, in the caller's transaction (TICK-45,
 * COUT-01). The cash-out is already stored as paid. A ticket that ends before its first start does not count for the
 * first-bet rule (SLIP-35).
 */
export async function payCashout(
  tx: Tx,
  { tickets, wallet }: CashoutDeps,
  outbox: Outbox,
  { ticket }: PlacedTicket,
  { paid, stake, inPlay }: Payment,
  now: Date,
): Promise<void> {
  if (!(await tickets.cashOut(tx, ticket.id, { stake, paid }, now)))
    throw new Error(`ticket ${ticket.id} is not pending`)
  const description = `${stake === null ? 'Cashout' : 'Partial cashout'}, bet ${ticket.bookingCode}`
  // Earlier parts have the ordinals below.
  const ordinal = (await countPaid(tx, ticket.id)) - 1
  const from = { account: ticket.userId, from: HOUSE.book, reference: ticket.id, ordinal }
  await wallet.transfers.credit(tx, { ...from, amount: paid, kind: 'cashout', description }, now)
  if (!inPlay && stake === null) await tickets.adjustCounts(tx, { removedFromCount: [ticket.userId] })
  await announceTicket(tx, outbox, ticket)
}

declare module '../../kernel/outbox/event.ts' {
  interface EventData {
    'ticket-changed': { readonly ticketId: string }
  }
}

/** Makes the player's screens reload the ticket and its cash-out. */
export const announceTicket = (tx: Tx, outbox: Outbox, ticket: PlacedTicket['ticket']): Promise<void> =>
  outbox.appendEvents(tx, [{ type: 'ticket-changed', userId: ticket.userId, data: { ticketId: ticket.id } }])
