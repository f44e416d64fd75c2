import { hasFallen } from '@mupiira/domain/cashout/offer.ts'
import { type Ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Outbox } from '../../kernel/outbox/event.ts'
import type { PlacedTicket } from '../betting/index.ts'
import { cashoutById, type CashoutRow, endCheck } from './cashouts.repository.ts'
import { type CashoutDeps, gamesOf, offerNow } from './offer-now.ts'
import { announceTicket, payCashout } from './pay-cashout.ts'

// After an outage of the server or the feed, wait for fresh data on the games before deciding.
const NEWS_AWAITED_MS = 60_000

/**
 * Decides an accepted offer under check (TICK-48): refused after a goal, card or suspension, or when the offer has
 * fallen by more than 1 %; otherwise the accepted amount is paid when the delay is over. Safe to repeat: a check
 * ends once.
 */
export async function decideCashout(kernel: Kernel, deps: CashoutDeps, id: string): Promise<void> {
  const found = await cashoutById(kernel.workerDb, id)
  if (found === null) return
  await kernel.workerDb.transaction(async (tx) => {
    await deps.catalogue.shareResults(tx)
    const placed = await deps.betting.lockTicket(tx, found.ticketId)
    const now = kernel.clock.now()
    // The check may have ended already; every writer locks the ticket first.
    const row = await cashoutById(tx, id)
    if (placed === null || row === null || row.state !== 'checking') return
    const refusal = await whyRefused(tx, deps, placed, row, now)
    if (refusal === 'WAIT') return
    if (refusal !== null) {
      await endCheck(tx, id, refusal, now)
      await announceTicket(tx, kernel.outbox, placed.ticket)
      await announceOutcome(tx, kernel.outbox, placed.ticket, row.offer, refusal)
    } else if (row.decidesAt <= now) {
      await endCheck(tx, id, null, now)
      await payCashout(tx, deps, kernel.outbox, placed, row.offer, now)
      await announceOutcome(tx, kernel.outbox, placed.ticket, row.offer, null)
    }
  })
}

declare module '../../kernel/outbox/event.ts' {
  interface EventData {
    'cashout-decided': {
      readonly ticketId: string
      readonly bookingCode: string
      readonly stake: number
      readonly offer: number
      readonly refusedBecause: CashoutRow['refusedBecause']
      readonly isRunning: boolean
    }
  }
}

/** Notifies players of the outcome of a delayed check. An immediate outcome is in the response. */
const announceOutcome = (
  tx: Tx,
  outbox: Outbox,
  { id: ticketId, userId, bookingCode, totalStake, status }: PlacedTicket['ticket'],
  offer: Ugx,
  refusedBecause: CashoutRow['refusedBecause'],
): Promise<void> => {
  const isRunning = refusedBecause !== null && status === 'pending'
  const stake = ugxToNumber(totalStake)
  const data = { ticketId, bookingCode, stake, offer: ugxToNumber(offer), refusedBecause, isRunning }
  return outbox.appendEvents(tx, [{ type: 'cashout-decided', userId, data }])
}

async function whyRefused(
  tx: Tx,
  deps: CashoutDeps,
  placed: PlacedTicket,
  row: CashoutRow,
  now: Date,
): Promise<CashoutRow['refusedBecause'] | 'WAIT'> {
  const { offer, marks } = offerNow(deps, placed, await gamesOf(tx, deps, placed), now)
  if (!offer.ok) {
    const isLate = now.getTime() - row.decidesAt.getTime() > NEWS_AWAITED_MS
    return offer.error === 'NO_NEWS' && !isLate ? 'WAIT' : 'CASHOUT_UNAVAILABLE'
  }
  // Games decided since then are covered by the offer itself.
  const isAsItWas = Object.entries(marks).every(([gameId, mark]) => row.games[gameId] === mark)
  return isAsItWas && !hasFallen(row.offer, offer.value) ? null : 'OFFER_CHANGED'
}
