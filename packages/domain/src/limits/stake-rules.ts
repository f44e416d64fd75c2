import { isScorerMarket } from '../markets/catalogue.ts'
import type { MarketId } from '../markets/types.ts'
import { floorRatio, minUgx, type Ugx, ugx, ugxFromShillings } from '../money/ugx.ts'
import type { OddsHundredths } from '../odds/odds.ts'
import { err, ok, type Result } from '../result.ts'
import type { Settings } from '../settings/types.ts'

export type StakeRefusal =
  | { readonly code: 'MAINTENANCE' }
  | { readonly code: 'BETTING_DISABLED' }
  | { readonly code: 'NO_SELECTIONS' }
  | { readonly code: 'TOO_MANY_SELECTIONS'; readonly maximum: number }
  | { readonly code: 'STAKE_NOT_POSITIVE' | 'STAKE_BELOW_MINIMUM'; readonly minimumUgx: Ugx }
  | { readonly code: 'INVALID_STAKE'; readonly minimumUgx: Ugx; readonly ownMinimumUgx: Ugx }
  | { readonly code: 'STAKE_ABOVE_MAXIMUM'; readonly maximumUgx: Ugx }
  | { readonly code: 'DAILY_BET_LIMIT'; readonly limit: number }
  | { readonly code: 'NEGATIVE_BALANCE'; readonly balanceUgx: Ugx }
  | { readonly code: 'INSUFFICIENT_BALANCE'; readonly balanceUgx: Ugx; readonly requiredUgx: Ugx }

export interface StakeRequest {
  readonly stakeUgx: Ugx
  readonly selections: number
  readonly balanceUgx: Ugx
  /** The first-bet minimum applies while this is unknown (SLIP-33). */
  readonly isFirstBet: boolean | 'unknown'
  /** Tickets placed since midnight in Kampala, including cancelled and cashed-out ones (D24). */
  readonly ticketsToday: number
}

/** A slip holds at most 45 selections (SLIP-11). */
export const MAX_SELECTIONS = 45

/**
 * Validates a stake in this order and returns the first refusal: maintenance, betting disabled, number of selections,
 * stake of zero or less, lowest stake, the player's minimum, maximum, daily limit, negative balance, balance
 * (SLIP-30..41, D24, D48).
 */
export function checkStake(request: StakeRequest, settings: Settings): Result<Ugx, StakeRefusal> {
  const refusal =
    platformClosedRefusal(settings) ?? badCount(request) ?? badStake(request, settings) ?? badFunds(request, settings)
  return refusal === null ? ok(request.stakeUgx) : err<StakeRefusal>(refusal)
}

/** The player's minimum for a first or later bet, never below the lowest stake of all bets (SLIP-32..34). */
export function minimumStake(isFirstBet: boolean | 'unknown', settings: Settings): Ugx {
  const own = isFirstBet === false ? settings.later_bet_minimum : settings.first_bet_minimum
  return ugxFromShillings(Math.max(own, settings.min_bet_amount))
}

/** Returns why betting is closed for all players, or null if it is open. */
export function platformClosedRefusal(
  settings: Pick<Settings, 'maintenance_mode' | 'betting_enabled'>,
): { readonly code: 'MAINTENANCE' | 'BETTING_DISABLED' } | null {
  if (settings.maintenance_mode) return { code: 'MAINTENANCE' }
  return settings.betting_enabled ? null : { code: 'BETTING_DISABLED' }
}

function badCount({ selections }: StakeRequest): StakeRefusal | null {
  if (selections < 1) return { code: 'NO_SELECTIONS' }
  return selections > MAX_SELECTIONS ? { code: 'TOO_MANY_SELECTIONS', maximum: MAX_SELECTIONS } : null
}

function badStake({ stakeUgx, isFirstBet }: StakeRequest, settings: Settings): StakeRefusal | null {
  const lowest = ugxFromShillings(settings.min_bet_amount)
  if (stakeUgx <= 0n) return { code: 'STAKE_NOT_POSITIVE', minimumUgx: lowest }
  const own = minimumStake(isFirstBet, settings)
  if (stakeUgx < lowest) return { code: 'INVALID_STAKE', minimumUgx: lowest, ownMinimumUgx: own }
  if (stakeUgx < own) return { code: 'STAKE_BELOW_MINIMUM', minimumUgx: own }
  const highest = ugxFromShillings(settings.max_bet_amount)
  return stakeUgx > highest ? { code: 'STAKE_ABOVE_MAXIMUM', maximumUgx: highest } : null
}

function badFunds({ stakeUgx, balanceUgx, ticketsToday }: StakeRequest, settings: Settings): StakeRefusal | null {
  if (ticketsToday >= settings.max_daily_bets) return { code: 'DAILY_BET_LIMIT', limit: settings.max_daily_bets }
  if (balanceUgx < 0n) return { code: 'NEGATIVE_BALANCE', balanceUgx }
  return stakeUgx > balanceUgx ? { code: 'INSUFFICIENT_BALANCE', balanceUgx, requiredUgx: stakeUgx } : null
}

/** The limits on what open bets can win beyond their stakes. */
export const liabilityLimits = (settings: Settings) => ({
  selectionUgx: ugxFromShillings(settings.selection_liability_limit),
  /** The limit of a Goalscorer selection. Its price is based on less information than other prices (decision 0026). */
  scorerUgx: ugxFromShillings(settings.scorer_liability_limit),
  gameUgx: ugxFromShillings(settings.game_liability_limit),
  /** The limit per player and game. Related accounts count together. */
  playerUgx: ugxFromShillings(settings.player_liability_limit),
})
export type LiabilityLimits = ReturnType<typeof liabilityLimits>

export const selectionLimit = ({ selectionUgx, scorerUgx }: LiabilityLimits, market: MarketId): Ugx =>
  isScorerMarket(market) ? scorerUgx : selectionUgx

/**
 * The liability of a stake at the odds of one selection or game: the payout beyond the stake. Every leg of an
 * accumulator counts at its own odds with the whole stake of the ticket, because the other legs have about fair odds
 * and are expected to return that stake (decision 0029). `liabilityOf(ugx(1_000_000n), odds(250))` → 1,500,000n
 */
export const liabilityOf = (stakeUgx: Ugx, odds: OddsHundredths): Ugx =>
  ugx(floorRatio(stakeUgx * BigInt(odds - 100), 100n))

/** The odds of a selection or game, and the amount that bets can still win under one of its limits. */
export interface LiabilityHeadroom {
  readonly odds: OddsHundredths
  readonly headroomUgx: Ugx
}

/** The largest stake in whole shillings whose liability fits. */
export const mostStakeWithin = ({ odds, headroomUgx }: LiabilityHeadroom): Ugx =>
  ugx(floorRatio(headroomUgx, BigInt(odds - 100)) * 100n)

export type LiabilityRefusal =
  | { readonly code: 'STAKE_ABOVE_LIABILITY'; readonly maximumUgx: Ugx }
  | { readonly code: 'LIABILITY_REACHED' }

/**
 * Refuses a stake whose liability exceeds one of the headrooms (SLIP-72, SLIP-73). The refusal contains the largest
 * allowed stake in whole shillings, unless that is below the player's minimum. Returns null if the stake is allowed.
 */
export function checkLiability(
  stakeUgx: Ugx,
  headrooms: readonly LiabilityHeadroom[],
  minimumUgx: Ugx,
): LiabilityRefusal | null {
  const maximumUgx = headrooms.map(mostStakeWithin).reduce(minUgx, stakeUgx)
  if (maximumUgx === stakeUgx) return null
  return maximumUgx < minimumUgx ? { code: 'LIABILITY_REACHED' } : { code: 'STAKE_ABOVE_LIABILITY', maximumUgx }
}
