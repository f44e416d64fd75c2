import { floorRatio, type Ugx, ugx, ZERO } from '../money/ugx.ts'
import { err, ok, type Result } from '../result.ts'

/** The stake of a ticket, and the part of it that partial cashouts have ended (COUT-01). */
export interface StakeParts {
  readonly stakeUgx: Ugx
  /** Absent if there was none. */
  readonly cashedStakeUgx?: Ugx
}

/** The stake that is still on the ticket. */
export const stakeLeft = ({ stakeUgx, cashedStakeUgx = ZERO }: StakeParts): Ugx => ugx(stakeUgx - cashedStakeUgx)

/**
 * The share of an amount of the whole ticket that belongs to the stake left, rounded down. Payouts, bonuses, offers and
 * refunds of a ticket all follow this rule. `of_stake_left` in the database is the same function.
 *
 * @example ofStakeLeft(ugx(1_000n), { stakeUgx: ugx(300n), cashedStakeUgx: ugx(100n) }) // 666n
 */
export const ofStakeLeft = (amount: Ugx, { stakeUgx, cashedStakeUgx = ZERO }: StakeParts): Ugx =>
  cashedStakeUgx === 0n ? amount : ugx(floorRatio(amount * (stakeUgx - cashedStakeUgx), stakeUgx))

/** The limits of a partial cashout: settings, in hundredths of a shilling. */
export interface PartRules {
  /** The lowest payment. */
  readonly leastPaidUgx: Ugx
  /** The lowest stake that must stay on the ticket. */
  readonly leastLeftUgx: Ugx
}

/** The payment for a part of the stake left, rounded down. `leftUgx` is the stake that the offer is for. */
export const partOfOffer = (offerUgx: Ugx, stakeUgx: Ugx, leftUgx: Ugx): Ugx =>
  ugx(floorRatio(offerUgx * stakeUgx, leftUgx))

export type PartRefusal = 'CASHOUT_PART_TOO_SMALL' | 'STAKE_LEFT_TOO_SMALL'

/**
 * Checks a part of the stake left and returns its payment. The whole stake left has no limits (COUT-01).
 */
export function evaluatePart(
  { offerUgx, stakeUgx, leftUgx }: { readonly offerUgx: Ugx; readonly stakeUgx: Ugx; readonly leftUgx: Ugx },
  { leastPaidUgx, leastLeftUgx }: PartRules,
): Result<Ugx, PartRefusal> {
  if (stakeUgx === leftUgx) return ok(offerUgx)
  if (stakeUgx > leftUgx || leftUgx - stakeUgx < leastLeftUgx) return err('STAKE_LEFT_TOO_SMALL')
  const paid = partOfOffer(offerUgx, stakeUgx, leftUgx)
  return paid < leastPaidUgx ? err('CASHOUT_PART_TOO_SMALL') : ok(paid)
}

/** The stake of a percentage of the stake left, rounded down. */
export const stakeOfPercent = (leftUgx: Ugx, percent: number): Ugx => ugx(floorRatio(leftUgx * BigInt(percent), 100n))

/** The lowest stake whose part of the offer pays at least this amount. */
export function stakeOfPayment(paymentUgx: Ugx, offerUgx: Ugx, leftUgx: Ugx): Ugx {
  const stake = floorRatio(paymentUgx * leftUgx + offerUgx - 1n, offerUgx)
  return ugx(stake < leftUgx ? stake : leftUgx)
}
