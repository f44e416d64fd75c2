import { floorRatio, type Ugx, ugx } from '../money/ugx.ts'
import { err, ok, type Result } from '../result.ts'

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
  if (leftUgx - stakeUgx < leastLeftUgx) return err('STAKE_LEFT_TOO_SMALL')
  const paid = partOfOffer(offerUgx, stakeUgx, leftUgx)
  return paid < leastPaidUgx ? err('CASHOUT_PART_TOO_SMALL') : ok(paid)
}

/** The stake of a percentage of the stake left, rounded down. */
export const stakeOfPercent = (leftUgx: Ugx, percent: number): Ugx => ugx(floorRatio(leftUgx * BigInt(percent), 100n))

/** The lowest stake whose part of the offer pays at least this amount, which must not exceed the offer. */
export const stakeOfPayment = (paymentUgx: Ugx, offerUgx: Ugx, leftUgx: Ugx): Ugx =>
  ugx(floorRatio(paymentUgx * leftUgx + offerUgx - 1n, offerUgx))
