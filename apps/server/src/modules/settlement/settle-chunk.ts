import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Outbox, OutboxEvent } from '../../kernel/outbox/event.ts'
import { type Betting, idsOf, type SettledTicket, ticketIds, type TicketIds } from '../betting/index.ts'
import type { Catalogue, DecidedGame } from '../catalogue/index.ts'
import { HOUSE, type Transfer, type Wallet } from '../wallet/index.ts'
import { lockForPayment, payTransfers } from './pay-transfers.ts'

export type SettleDeps = {
  readonly betting: Betting
  readonly catalogue: Catalogue
  readonly wallet: Wallet
  readonly outbox: Outbox
  readonly clock: Clock
}

/**
 * The number of tickets that a chunk ended and the ids that it skipped. `corrected`: a result was corrected since it
 * was read, so nothing was changed.
 */
export type ChunkEnd = { readonly ended: number; readonly skipped: readonly string[] } | 'corrected'

/**
 * Settles a chunk of tickets in the caller's transaction: outcomes, tickets, payouts and events together, so a crash
 * leaves all or nothing, and repeating it does nothing (SETL-01, SETL-09). Skips tickets with a leg on another game
 * whose result is being corrected, because they would be paid on a result that is known to be wrong. Locks results,
 * tickets and accounts, then reads the clock once for legs, tickets and postings.
 */
export async function settleChunk(
  tx: Tx,
  deps: SettleDeps,
  games: readonly DecidedGame[],
  tickets: TicketIds,
): Promise<ChunkEnd> {
  const { betting, wallet, outbox } = deps
  const inCorrection = await gamesInCorrection(tx, deps, games)
  if (inCorrection === 'corrected') return 'corrected'
  const skipped = await betting.decisions.ticketsInCorrection(tx, inCorrection, tickets)
  const chunk = skipped.length === 0 ? tickets : ticketsExcept(tickets, skipped)
  const payment = lockForPayment(tx, deps)
  const settled = await betting.decisions.decide(tx, games, chunk, payment.lock)
  const paid = settled.filter((ticket) => ticket.payout > 0n)
  const events = await payTransfers(wallet, payment.accounts(), paid.map(payoutTransfer), (transfers) =>
    wallet.transfers.post(tx, transfers, payment.now(), { events: 'caller' }),
  )
  await betting.tickets.adjustCounts(tx, {
    removedFromCount: settled.filter((ticket) => ticket.status === 'void').map((ticket) => ticket.userId),
  })
  await outbox.appendEvents(tx, [...events, ...settled.map(ticketSettled)])
  return { ended: settled.length, skipped }
}

function ticketsExcept(tickets: TicketIds, skipped: readonly string[]): TicketIds {
  const without = new Set(skipped)
  return ticketIds(...idsOf(tickets).filter((id) => !without.has(id)))
}

/**
 * Returns the games that are being corrected, or 'corrected' if one of the given results has changed. Locks the results
 * until the transaction ends.
 */
export async function gamesInCorrection(
  tx: Tx,
  { catalogue }: Pick<SettleDeps, 'catalogue'>,
  games: readonly DecidedGame[],
): Promise<readonly DecidedGame[] | 'corrected'> {
  const { versions, inCorrection } = await catalogue.results.lockForReading(
    tx,
    games.map((game) => game.gameId),
  )
  return games.every((game) => versions.get(game.gameId) === game.resultVersion) ? inCorrection : 'corrected'
}

export const payoutTransfer = (
  ticket: Pick<SettledTicket, 'id' | 'userId' | 'bookingCode' | 'status' | 'payout' | 'corrections'>,
): Transfer => ({
  source: HOUSE.book,
  destination: ticket.userId,
  amount: ticket.payout,
  kind: ticket.status === 'void' ? 'void-refund' : 'win',
  reference: ticket.id,
  ordinal: ticket.corrections,
  description:
    ticket.status === 'void' ? `Stake returned, bet ${ticket.bookingCode}` : `Win, bet ${ticket.bookingCode}`,
})

const ticketSettled = (ticket: SettledTicket): OutboxEvent => ({
  type: 'ticket-settled',
  userId: ticket.userId,
  data: {
    ticketId: ticket.id,
    bookingCode: ticket.bookingCode,
    status: ticket.status,
    payout: ugxToNumber(ticket.payout),
    stake: ugxToNumber(ticket.totalStake),
  },
})
