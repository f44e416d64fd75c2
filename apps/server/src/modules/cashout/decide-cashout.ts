import { hasOfferFallen } from '@mupiira/domain/cashout/offer.ts'
import { minUgx, type Ugx, ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import { partOfOffer } from '@mupiira/domain/cashout/part.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Outbox } from '../../kernel/outbox/event.ts'
import type { PlacedTicket } from '../betting/index.ts'
import { WITHDRAWN } from './accept-offer.ts'
import { cashoutById, type CashoutRow, endCheck } from './cashouts.repository.ts'
import { type CashoutDeps, gamesOf, offerNow } from './offer-now.ts'
import { announceTicket, payCashout } from './pay-cashout.ts'
import { endRule, rulesOf } from './rules.repository.ts'

// After an outage of the server or the feed, wait for fresh data on the games before deciding.
const FRESH_DATA_WAIT_MS = 60_000

/**
 * Decides an accepted offer under check (TICK-48): refused after a goal, card or suspension, or when the offer has
 * fallen by more than 1 %; otherwise paid when the delay is over. Safe to repeat: a check ends once.
 */
export async function decideCashout(kernel: Kernel, deps: CashoutDeps, id: string): Promise<void> {
  const found = await cashoutById(kernel.workerDb, id)
  if (found === null) return
  await kernel.workerDb.transaction(async (tx) => {
    const [, placed] = await Promise.all([
      deps.catalogue.results.lockShared(tx),
      deps.tickets.lock(tx, found.ticketId),
      deps.wallet.accounts.lock(tx, [found.userId]),
    ])
    // Read after the locks, so that the offer, the stored cash-out and the posting use the same time.
    const now = kernel.clock.now()
    // The check may have ended already; every writer locks the ticket first.
    const row = await cashoutById(tx, id)
    if (placed === null || row === null || row.state !== 'checking') return
    const decision = (await isWithdrawn(tx, row)) ? err(WITHDRAWN) : await decisionNow(tx, deps, placed, row, now)
    if (decision === 'WAIT') return
    if (!decision.ok) {
      await endCheck(tx, id, { refusedBecause: decision.error }, now)
      await announceTicket(tx, kernel.outbox, placed.ticket)
      // An automatic cash-out stays set, so the player need not know of a refused attempt.
      if (row.least === null) await announceOutcome(tx, kernel.outbox, placed.ticket, row, decision.error)
    } else if (row.decidesAt <= now) {
      const paid = decision.value
      await endCheck(tx, id, { paid }, now)
      if (row.least !== null) await endRule(tx, row.ticketId, { action: 'executed', paid }, now)
      await payCashout(tx, deps, kernel.outbox, placed, { ...row, paid }, now)
      await announceOutcome(tx, kernel.outbox, placed.ticket, { ...row, paid }, null)
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
      /** Whether the acceptance was for a part of the stake, and whether it was automatic. */
      readonly isPart: boolean
      readonly isAutomatic: boolean
      readonly isRunning: boolean
    }
  }
}

/**
 * Notifies players of the outcome of a delayed check or an automatic cash-out. Otherwise an immediate outcome is in the
 * response.
 */
export const announceOutcome = (
  tx: Tx,
  outbox: Outbox,
  { id: ticketId, userId, bookingCode, totalStake, status }: PlacedTicket['ticket'],
  { offer, paid, stake: part, least }: Pick<CashoutRow, 'offer' | 'paid' | 'stake' | 'least'>,
  refusedBecause: CashoutRow['refusedBecause'],
): Promise<void> => {
  const isPart = part !== null
  const isRunning = (refusedBecause !== null || isPart) && status === 'pending'
  const stake = ugxToNumber(totalStake)
  const data = {
    ticketId,
    bookingCode,
    stake,
    offer: ugxToNumber(paid ?? offer),
    refusedBecause,
    isPart,
    isAutomatic: least !== null,
    isRunning,
  }
  return outbox.appendEvents(tx, [{ type: 'cashout-decided', userId, data }])
}

/** The amount to pay, which is the lower of the accepted and the current offer, or the reason for a refusal. */
async function decisionNow(
  tx: Tx,
  deps: CashoutDeps,
  placed: PlacedTicket,
  row: CashoutRow,
  now: Date,
): Promise<Result<Ugx, NonNullable<CashoutRow['refusedBecause']>> | 'WAIT'> {
  const { offer, fingerprints, feedRequestedAtMs } = offerNow(deps, placed, await gamesOf(tx, deps, placed), now)
  const isLate = now.getTime() - row.decidesAt.getTime() > FRESH_DATA_WAIT_MS
  if (!offer.ok) {
    return offer.error === 'NO_NEWS' && !isLate ? 'WAIT' : err('CASHOUT_UNAVAILABLE')
  }
  // Games decided since the acceptance have no fingerprint. The current offer already includes their results.
  const isUnchanged = Object.entries(fingerprints).every(([gameId, fingerprint]) => row.games[gameId] === fingerprint)
  const current = offerOfPart(offer.value, row)
  const isBelowTarget = row.least !== null && current < row.least
  if (!isUnchanged || isBelowTarget || hasOfferFallen(row.offer, current)) return err('OFFER_CHANGED')
  // An older response may lack a goal that the player has already seen.
  if (row.decidesAt <= now && feedRequestedAtMs < row.decidesAt.getTime())
    return isLate ? err('CASHOUT_UNAVAILABLE') : 'WAIT'
  return ok(minUgx(row.offer, current))
}

/** Whether the player has removed or replaced the rule of an automatic acceptance since its check began. */
async function isWithdrawn(tx: Tx, { least, ticketId, createdAt }: CashoutRow): Promise<boolean> {
  if (least === null) return false
  const rule = (await rulesOf(tx, [ticketId])).get(ticketId)
  return rule === undefined || rule.createdAt > createdAt
}

/** The share of the current offer that an acceptance is for. Its ticket's stake left has not changed since. */
const offerOfPart = (offer: Ugx, { stake, stakeLeft }: Pick<CashoutRow, 'stake' | 'stakeLeft'>): Ugx =>
  stake === null || stakeLeft === null ? offer : partOfOffer(offer, stake, ugx(stake + stakeLeft))
