import { floorRatio, type Ugx, ugx, ZERO } from '../money/ugx.ts'

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
