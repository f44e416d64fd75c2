import type { CashoutReason } from '@mupiira/domain/cashout/live-state.ts'
import { cashoutCheckMs, NO_RESTRICTION } from '@mupiira/domain/in-play/live-wait.ts'
import { hasOfferFallen } from '@mupiira/domain/cashout/offer.ts'
import { minUgx, type Ugx, ugx } from '@mupiira/domain/money/ugx.ts'
import { type Result, err, ok } from '@mupiira/domain/result.ts'
import { evaluatePart, partOfOffer, type PartRefusal, type PartRules } from '@mupiira/domain/cashout/part.ts'
import { stakeLeft } from '@mupiira/domain/ticket/stake-left.ts'
import { databaseAhead } from '../../kernel/clock-offset.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import { newId } from '../../kernel/ids.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { type PlacedTicket, stakePartsOf } from '../betting/index.ts'
import { gainOf, manualGames, lockManualCashouts } from './manual-games.ts'
import { addCashout, type CashoutRow, endCheck, latestCashout } from './cashouts.repository.ts'
import { type CashoutDeps, gamesOf, offerToPlayer } from './offer-now.ts'
import { partRulesNow } from './part-limits.ts'
import { payCashout } from './pay-cashout.ts'

/** A part that does not reach a limit. */
export type PartTooSmall = { readonly code: PartRefusal; readonly minimumUgx: Ugx }
export type AcceptRefusal =
  | { readonly code: 'TICKET_NOT_FOUND' }
  | { readonly code: 'CASHOUT_UNAVAILABLE'; readonly reason: CashoutReason }
  | { readonly code: 'OFFER_CHANGED'; readonly offerUgx: Ugx }
  | { readonly code: 'CASHOUT_IN_PROGRESS' }
  | PartTooSmall
/** The ticket, its cash-out, which is paid at once or checked first, and the time of the acceptance. */
export type AcceptedOffer = { readonly placed: PlacedTicket; readonly cashout: CashoutRow; readonly at: Date }
export type Acceptance = {
  readonly ticketId: string
  readonly userId: string
  /** The offer for all of the stake left that the player saw; null for an automatic cash-out. */
  readonly seenUgx: Ugx | null
  /** The stake left that the player saw with the offer; null for an automatic cash-out. */
  readonly seenLeftUgx: Ugx | null
  /** The stake to cash out; null for all of the stake left. */
  readonly stakeUgx: Ugx | null
  /** The target of an automatic cash-out: the lowest offer for all of the stake left. */
  readonly targetUgx?: Ugx
}

/**
 * Accepts an offer that the player has seen (TICK-45, TICK-46, D22a). It is paid at once, or checked first when a game
 * of the ticket is live (TICK-48). The player gets the lower of the offer seen and the current one. An offer that has
 * fallen by more than 1 %, or is for another stake left, is refused. A part of the stake gets its share of that amount
 * (COUT-01). Lock order: results (against corrections), ticket, account, as in settlement. A concurrent acceptance of
 * the same ticket waits for the lock and then finds the first one, or the stake that it left.
 *
 * One acceptance is checked at a time. The player's own acceptance ends the check of an automatic one, which the player
 * could also end by removing the rule. Repeating an acceptance that is checked returns it, and one for another stake is
 * refused. The caller must roll back after a refusal, so that an automatic check then continues.
 */
export async function acceptOffer(
  kernel: Kernel,
  deps: CashoutDeps,
  tx: Tx,
  { ticketId, userId, stakeUgx, targetUgx, seenLeftUgx, ...acceptance }: Acceptance,
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
  const leftUgx = stakeLeft(stakePartsOf(placed.ticket))
  if (latest?.state === 'checking') {
    const isOfPlayer = latest.least === null
    // During a check the stake left does not change. All of it can be requested with or without its amount.
    const isSame = (latest.stake ?? leftUgx) === (stakeUgx ?? leftUgx)
    if (isOfPlayer && targetUgx === undefined && isSame) return ok({ placed, cashout: latest, at: now })
    if (isOfPlayer || targetUgx !== undefined) return err({ code: 'CASHOUT_IN_PROGRESS' })
    await endCheck(tx, latest.id, { refusedBecause: WITHDRAWN }, now)
  }
  const current = await offerToPlayer(tx, deps, placed, games, now)
  const { offer, liveGames, fingerprints, feedRequestedAtMs, dependsOn } = current
  if (!offer.ok) return err({ code: 'CASHOUT_UNAVAILABLE', reason: offer.error })
  const seenUgx = acceptance.seenUgx ?? offer.value
  const isBelowTarget = targetUgx !== undefined && offer.value < targetUgx
  const isForOtherStake = seenLeftUgx !== null && seenLeftUgx !== leftUgx
  if (isBelowTarget || isForOtherStake || hasOfferFallen(seenUgx, offer.value))
    return err({ code: 'OFFER_CHANGED', offerUgx: offer.value })
  const cashedUgx = stakeUgx ?? leftUgx
  const rules = partRulesNow(deps.settings.current(), current, await deps.tickets.countValid(tx, userId))
  const paymentOf = (offerUgx: Ugx) => paymentOfPart(rules, { offerUgx, stakeUgx: cashedUgx, leftUgx })
  const paid = paymentOf(minUgx(seenUgx, offer.value))
  if (!paid.ok) return paid
  const accepted = paymentOf(seenUgx)
  if (!accepted.ok) return accepted
  const isPart = cashedUgx < leftUgx
  const dependsOnFeed = feedRequestedAtMs !== Infinity
  const settings = deps.settings.current()
  const feedMs = dependsOnFeed ? settings.feed_latency * 1000 + (await deps.catalogue.feed.lag(tx)).lagMs : 0
  const restricted = liveGames.length > 0 ? await deps.exposure.inPlayRestrictions(tx, [userId], now) : null
  const delayMs = cashoutCheckMs(liveGames, feedMs, restricted?.get(userId) ?? NO_RESTRICTION, settings)
  // The check compares this time with the time of a feed request on another node, so both use the database's clock.
  const aheadMs = dependsOnFeed ? (await databaseAhead(tx)).mostMs : 0
  const isPaid = delayMs === 0 && !dependsOnFeed
  const cashout: CashoutRow = {
    id: newId(),
    ticketId,
    userId,
    offer: accepted.value,
    paid: isPaid ? paid.value : null,
    stake: isPart ? cashedUgx : null,
    stakeLeft: isPart ? ugx(leftUgx - cashedUgx) : null,
    least: targetUgx === undefined ? null : partOfOffer(targetUgx, cashedUgx, leftUgx),
    gain: gainOf(cashedUgx, accepted.value),
    inPlay: dependsOn.hasBegun,
    state: isPaid ? 'paid' : 'checking',
    refusedBecause: null,
    games: fingerprints,
    createdAt: now,
    decidesAt: new Date(now.getTime() + aheadMs + delayMs),
    decidedAt: isPaid ? now : null,
  }
  await addCashout(tx, cashout)
  if (isPaid) await payCashout(tx, deps, kernel.outbox, placed, { ...cashout, paid: paid.value }, now)
  return ok({ placed, cashout, at: now })
}

/** Why the check of an automatic acceptance ends when the player has removed its rule, or accepts an offer. */
export const WITHDRAWN = 'CASHOUT_UNAVAILABLE'

/** The payment for a part of the stake left, or the limit that the part does not reach. */
function paymentOfPart(rules: PartRules, part: Parameters<typeof evaluatePart>[0]): Result<Ugx, PartTooSmall> {
  const payment = evaluatePart(part, rules)
  return payment.ok ? payment : err(partTooSmall(payment.error, rules))
}

export const partTooSmall = (code: PartRefusal, { leastPaidUgx, leastLeftUgx }: PartRules): PartTooSmall => ({
  code,
  minimumUgx: code === 'CASHOUT_PART_TOO_SMALL' ? leastPaidUgx : leastLeftUgx,
})
