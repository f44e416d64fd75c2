import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import type { TicketStatus } from '@mupiira/domain/ticket/states.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { OutboxEvent } from '../../kernel/outbox/event.ts'
import type { CorrectedTicket, TicketIds } from '../betting/index.ts'
import type { DecidedGame } from '../catalogue/index.ts'
import { HOUSE, type Transfer } from '../wallet/index.ts'
import { lockForPayment, payTransfers } from './pay-transfers.ts'
import { type ChunkEnd, gamesInCorrection, payoutTransfer, type SettleDeps } from './settle-chunk.ts'

/**
 * Resettles a chunk of tickets by a corrected result, in the caller's transaction: a separate entry reverses the
 * earlier payout, even below a zero balance, then the new payout is paid (SETL-44, SETL-45, D21).
 */
export async function correctChunk(
  tx: Tx,
  deps: SettleDeps,
  game: DecidedGame,
  match: string,
  tickets: TicketIds,
): Promise<ChunkEnd> {
  const { betting, wallet, outbox } = deps
  if ((await gamesInCorrection(tx, deps, [game])) === 'corrected') return 'corrected'
  const payment = lockForPayment(tx, deps)
  const corrected = await betting.decisions.correct(tx, game, tickets, payment.lock)
  const events = await payTransfers(
    wallet,
    payment.accounts(),
    corrected.flatMap((ticket) => transfersOf(ticket, match)),
    (transfers) => wallet.transfers.correct(tx, transfers, payment.now(), { events: 'caller' }),
  )
  const changed = corrected.filter(hasChanged)
  await betting.tickets.adjustCounts(tx, {
    removedFromCount: changed.filter(({ correction }) => correction.status === 'void').map(({ userId }) => userId),
    counted: changed.filter(({ statusBefore }) => statusBefore === 'void').map(({ userId }) => userId),
  })
  await outbox.appendEvents(tx, [...events, ...corrected.map((ticket) => announcement(ticket, match))])
  return { ended: changed.length, skipped: [] }
}

const hasChanged = ({ statusBefore, correction }: CorrectedTicket): boolean =>
  statusBefore !== correction.status || correction.reversedUgx > 0n || correction.payUgx > 0n

function transfersOf(ticket: CorrectedTicket, match: string): Transfer[] {
  const { id, userId, bookingCode, ordinal, correction } = ticket
  const { reversedUgx, payUgx, status } = correction
  const reversal: Transfer = {
    source: userId,
    destination: HOUSE.book,
    amount: reversedUgx,
    kind: 'resettlement',
    reference: id,
    ordinal,
    description: `Payout reversed, bet ${bookingCode}: the result of ${match} was corrected`,
  }
  const payment: Transfer[] =
    payUgx > 0n && (status === 'won' || status === 'void')
      ? [payoutTransfer({ id, userId, bookingCode, status, payout: payUgx, corrections: ordinal })]
      : []
  return [
    ...(reversedUgx > 0n ? [reversal] : []),
    ...payment.map((each) => ({ ...each, description: `${each.description}: the result of ${match} was corrected` })),
  ]
}

declare module '../../kernel/outbox/event.ts' {
  interface EventData {
    'ticket-resettled': {
      readonly ticketId: string
      readonly bookingCode: string
      readonly match: string
      readonly stake: number
      readonly statusBefore: TicketStatus
      readonly status: TicketStatus
      readonly takenBack: number
      readonly payout: number
    }
  }
}

/** Notifies players whose ticket has changed; for others only the screens are updated. */
function announcement(ticket: CorrectedTicket, match: string): OutboxEvent {
  const { id, userId, bookingCode, totalStake, statusBefore, correction } = ticket
  if (!hasChanged(ticket)) return { type: 'ticket-changed', userId, data: { ticketId: id } }
  return {
    type: 'ticket-resettled',
    userId,
    data: {
      ticketId: id,
      bookingCode,
      match,
      stake: ugxToNumber(totalStake),
      statusBefore,
      status: correction.status,
      takenBack: ugxToNumber(correction.reversedUgx),
      payout: ugxToNumber(correction.payUgx),
    },
  }
}
