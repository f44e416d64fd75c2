import type { MarketId } from '../markets/types.ts'
import { floorRatio, type Ugx, ugx, ugxFromShillings, ZERO } from '../money/ugx.ts'
import type { OddsHundredths } from '../odds/odds.ts'
import type { Settings } from '../settings/types.ts'

/** The limits of what the house may have to pay beyond the stakes of open bets. */
export interface LiabilityLimits {
  readonly selectionUgx: Ugx
  /** Per selection of Goalscorer: its prices rest on less information (decision 0026). */
  readonly scorerUgx: Ugx
  readonly gameUgx: Ugx
  /** Per player and game. Related accounts count together. */
  readonly playerUgx: Ugx
}

export const liabilityLimits = (settings: Settings): LiabilityLimits => ({
  selectionUgx: ugxFromShillings(settings.selection_liability_limit),
  scorerUgx: ugxFromShillings(settings.scorer_liability_limit),
  gameUgx: ugxFromShillings(settings.game_liability_limit),
  playerUgx: ugxFromShillings(settings.player_liability_limit),
})

/** The limit of a selection of this market. */
export const selectionLimit = ({ selectionUgx, scorerUgx }: LiabilityLimits, market: MarketId): Ugx =>
  market === 'anytime_scorer' ? scorerUgx : selectionUgx

/**
 * The liability of a stake at the odds of one selection or game: the payout beyond the stake. Every leg of an accumulator
 * counts its own odds: the other legs are sold at about fair odds, so the stake that is expected to roll up to this leg is
 * the stake of the ticket (decision 0029). `liabilityOf(ugx(1_000_000n), odds(250))` → 1,500,000n
 */
export const liabilityOf = (stakeUgx: Ugx, odds: OddsHundredths): Ugx =>
  ugx(floorRatio(stakeUgx * BigInt(odds - 100), 100n))

/** The odds of a selection or game, and what can still be won under its limit. */
export interface LiabilityHeadroom {
  readonly odds: OddsHundredths
  readonly headroomUgx: Ugx
}

/** The largest stake, in whole shillings, whose liability fits into every headroom; zero when one is used up. */
export function largestStake(headrooms: readonly [LiabilityHeadroom, ...LiabilityHeadroom[]]): Ugx {
  const shillings = headrooms.map(({ odds, headroomUgx }) => floorRatio(headroomUgx, BigInt(odds - 100)))
  const least = shillings.reduce((a, b) => (a < b ? a : b))
  return least <= 0n ? ZERO : ugx(least * 100n)
}
