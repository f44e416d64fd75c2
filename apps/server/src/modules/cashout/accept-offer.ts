import type { acceptCashout } from '@mupiira/contract/cashout.ts'
import { type Ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Outcome } from '../../kernel/http/route.ts'
import { newId } from '../../kernel/ids.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { gainOf, manualGames, lockManualCashouts } from './manual-games.ts'
import { addCashout, type CashoutRow, latestCashout } from './cashouts.repository.ts'
import { type CashoutDeps, gamesOf, offerMade } from './offer-now.ts'
import { payCashout } from './pay-cashout.ts'
import { presentCashout } from './present.ts'

export type AcceptOutcome = Outcome<typeof acceptCashout>
export type Acceptance = { readonly ticketId: string; readonly userId: string; readonly seenUgx: Ugx }

/**
 * Accepts an offer that the player has seen (TICK-45, TICK-46): paid at once, or checked first when a game of the
 * ticket is live (TICK-48). Lock order: results (against corrections), ticket, account, as in settlement. The second
 * of two acceptances finds the first.
 */
export async function acceptOffer(
  kernel: Kernel,
  deps: CashoutDeps,
  tx: Tx,
  { ticketId, userId, seenUgx }: Acceptance,
): Promise<AcceptOutcome> {
  await deps.catalogue.shareResults(tx)
  const placed = await deps.betting.lockTicket(tx, ticketId)
  if (placed === null || placed.ticket.userId !== userId) return { error: 'TICKET_NOT_FOUND' }
  let games = await gamesOf(tx, deps, placed)
  if (manualGames(placed, games).length > 0) {
    await lockManualCashouts(tx)
    // Read again: a goal may have been scored while the lock was awaited.
    games = await gamesOf(tx, deps, placed)
  }
  // Read after the locks.
  const now = kernel.clock.now()
  const latest = await latestCashout(tx, ticketId)
  if (latest?.state === 'checking') {
    return { status: 202, body: presentCashout(placed, latest, null, now) }
  }
  const { offer, isLive, marks, dependsOn } = await offerMade(tx, deps, placed, games, now)
  if (!offer.ok) return { error: 'CASHOUT_UNAVAILABLE', details: { reason: offer.error } }
  if (offer.value < seenUgx) return { error: 'OFFER_CHANGED', details: { offer: ugxToNumber(offer.value) } }
  const delayMs = isLive ? deps.settings.current().cashout_delay * 1000 : 0
  const row: CashoutRow = {
    id: newId(),
    ticketId,
    userId,
    offer: seenUgx,
    gain: gainOf(placed, seenUgx),
    inPlay: dependsOn.hasBegun,
    state: delayMs > 0 ? 'checking' : 'paid',
    refusedBecause: null,
    games: marks,
    createdAt: now,
    decidesAt: new Date(now.getTime() + delayMs),
    decidedAt: delayMs > 0 ? null : now,
  }
  await addCashout(tx, row)
  if (row.state === 'checking') return { status: 202, body: presentCashout(placed, row, null, now) }
  await payCashout(tx, deps, kernel.outbox, placed, seenUgx, now)
  return { status: 200, body: presentCashout(placed, row, null, now) }
}
