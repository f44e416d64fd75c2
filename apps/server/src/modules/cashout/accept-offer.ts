import type { CashoutReason } from '@mupiira/domain/cashout/live-state.ts'
import { hasOfferFallen } from '@mupiira/domain/cashout/offer.ts'
import { minUgx, type Ugx } from '@mupiira/domain/money/ugx.ts'
import { type Result, err, ok } from '@mupiira/domain/result.ts'
import { databaseAhead } from '../../kernel/clock-offset.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import { newId } from '../../kernel/ids.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { PlacedTicket } from '../betting/index.ts'
import { gainOf, manualGames, lockManualCashouts } from './manual-games.ts'
import { addCashout, type CashoutRow, latestCashout } from './cashouts.repository.ts'
import { type CashoutDeps, gamesOf, offerToPlayer } from './offer-now.ts'
import { payCashout } from './pay-cashout.ts'

export type AcceptRefusal =
  | { readonly code: 'TICKET_NOT_FOUND' }
  | { readonly code: 'CASHOUT_UNAVAILABLE'; readonly reason: CashoutReason }
  | { readonly code: 'OFFER_CHANGED'; readonly offerUgx: Ugx }
/** The ticket, its cash-out, which is paid at once or checked first, and the time of the acceptance. */
export type AcceptedOffer = { readonly placed: PlacedTicket; readonly cashout: CashoutRow; readonly at: Date }
export type Acceptance = { readonly ticketId: string; readonly userId: string; readonly seenUgx: Ugx }

/**
 * Accepts an offer that the player has seen (TICK-45, TICK-46, D22a). It is paid at once, or checked first when a game
 * of the ticket is live (TICK-48). The player gets the lower of the offer seen and the current one. An offer that has
 * fallen by more than 1 % is refused. Lock order: results (against corrections), ticket, account, as in settlement. A
 * concurrent acceptance of the same ticket waits for the lock and then finds the first one.
 */
export async function acceptOffer(
  kernel: Kernel,
  deps: CashoutDeps,
  tx: Tx,
  { ticketId, userId, seenUgx }: Acceptance,
): Promise<Result<AcceptedOffer, AcceptRefusal>> {
  const [, placed] = await Promise.all([
    deps.catalogue.results.lockShared(tx),
    deps.tickets.lock(tx, ticketId),
    deps.wallet.accounts.lock(tx, [userId]),
  ])
  if (placed === null || placed.ticket.userId !== userId) return err({ code: 'TICKET_NOT_FOUND' })
  let games = await gamesOf(tx, deps, placed)
  if (manualGames(placed, games).length > 0) {
    await lockManualCashouts(tx)
    // Read again, because a goal may have been scored while waiting for the lock.
    games = await gamesOf(tx, deps, placed)
  }
  // Read after the locks, so that the offer, the stored cash-out and the posting use the same time.
  const now = kernel.clock.now()
  const latest = await latestCashout(tx, ticketId)
  if (latest?.state === 'checking') return ok({ placed, cashout: latest, at: now })
  const { offer, isLive, fingerprints, feedRequestedAtMs, dependsOn } = await offerToPlayer(
    tx,
    deps,
    placed,
    games,
    now,
  )
  if (!offer.ok) return err({ code: 'CASHOUT_UNAVAILABLE', reason: offer.error })
  if (hasOfferFallen(seenUgx, offer.value)) return err({ code: 'OFFER_CHANGED', offerUgx: offer.value })
  const dependsOnFeed = feedRequestedAtMs !== Infinity
  const { cashout_delay: delay, feed_latency: latency } = deps.settings.current()
  const lagMs = dependsOnFeed ? latency * 1000 + (await deps.catalogue.feed.lag(tx)).lagMs : 0
  const delayMs = (isLive ? delay : 0) * 1000 + lagMs
  // The check compares this time with the time of a feed request on another node, so both use the database's clock.
  const aheadMs = dependsOnFeed ? (await databaseAhead(tx)).mostMs : 0
  const isPaid = delayMs === 0 && !dependsOnFeed
  const paid = minUgx(seenUgx, offer.value)
  const cashout: CashoutRow = {
    id: newId(),
    ticketId,
    userId,
    offer: seenUgx,
    paid: isPaid ? paid : null,
    gain: gainOf(placed, seenUgx),
    inPlay: dependsOn.hasBegun,
    state: isPaid ? 'paid' : 'checking',
    refusedBecause: null,
    games: fingerprints,
    createdAt: now,
    decidesAt: new Date(now.getTime() + aheadMs + delayMs),
    decidedAt: isPaid ? now : null,
  }
  await addCashout(tx, cashout)
  if (isPaid) await payCashout(tx, deps, kernel.outbox, placed, { paid, inPlay: cashout.inPlay }, now)
  return ok({ placed, cashout, at: now })
}
