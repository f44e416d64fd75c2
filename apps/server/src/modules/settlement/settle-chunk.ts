import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Outbox, OutboxEvent } from '../../kernel/outbox/event.ts'
import type { Betting, SettledTicket, TicketIds } from '../betting/index.ts'
import type { Catalogue, DecidedGame } from '../catalogue/index.ts'
import { HOUSE, type Transfer, type Wallet } from '../wallet/index.ts'
import { payTransfers } from './pay-transfers.ts'

export type SettleDoors = {
  readonly betting: Betting
  readonly catalogue: Catalogue
  readonly wallet: Wallet
  readonly outbox: Outbox
}

/** How many tickets a chunk ended; `moved`: a result was corrected since it was read, and nothing was done. */
export type ChunkEnd = number | 'moved'

/**
 * Settles one chunk of tickets in the caller's transaction: outcomes, tickets, payouts and events together, so that a
 * crash leaves either all of it or nothing, and repeating it finds nothing to do (SETL-01, SETL-09).
 */
export async function settleChunk(
  tx: Tx,
  doors: SettleDoors,
  games: readonly DecidedGame[],
  tickets: TicketIds,
  now: Date,
): Promise<ChunkEnd> {
  const { betting, wallet, outbox } = doors
  if (!(await areInForce(tx, doors, games))) return 'moved'
  const settled = await betting.decide(tx, games, tickets, now)
  const paid = settled.filter((ticket) => ticket.payout > 0n)
  const events = await payTransfers(tx, wallet, paid.map(payoutTransfer), (transfers) =>
    wallet.post(tx, transfers, now, { events: 'caller' }),
  )
  await betting.countStanding(tx, {
    gone: settled.filter((ticket) => ticket.status === 'void').map((ticket) => ticket.userId),
  })
  await outbox.appendEvents(tx, [...events, ...settled.map(ticketSettled)])
  return settled.length
}

/** Whether the results are still those that were read, held so until the transaction ends. */
export async function areInForce(
  tx: Tx,
  { catalogue }: Pick<SettleDoors, 'catalogue'>,
  games: readonly DecidedGame[],
): Promise<boolean> {
  const versions = await catalogue.holdResults(
    tx,
    games.map((game) => game.gameId),
  )
  return games.every((game) => versions.get(game.gameId) === game.resultVersion)
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
