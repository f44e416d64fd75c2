import { platformClosedRefusal } from '../limits/stake-rules.ts'
import { minUgx, ugxFromShillings } from '../money/ugx.ts'
import type { Ugx } from '../money/ugx.ts'
import { err, ok } from '../result.ts'
import type { Result } from '../result.ts'
import type { Settings } from '../settings/types.ts'
import { HIGHEST_CRASH, LOWEST_CASH_OUT } from './growth.ts'
import { maxWin } from './outcome.ts'

export const MAX_BETS_PER_ROUND = 2
/** The maximum number of bets that a player can cancel per round. */
export const MAX_CANCELLED_BETS = 10
/** The minimum of the input field (AVI-04). The rule itself is the setting `aviator_min_bet` (D39). */
export const INPUT_MINIMUM_SHILLINGS = 1_000
export const QUICK_BETS_SHILLINGS = [1_000, 5_000, 10_000, 25_000] as const

export type AviatorBetRefusal =
  | { readonly code: 'MAINTENANCE' }
  | { readonly code: 'BETTING_DISABLED' }
  | { readonly code: 'AUTO_BET_OFF' }
  | { readonly code: 'BELOW_MINIMUM'; readonly minimumUgx: Ugx }
  | { readonly code: 'ABOVE_MAXIMUM'; readonly maximumUgx: Ugx }
  | { readonly code: 'TWO_BETS' }
  | { readonly code: 'NEGATIVE_BALANCE'; readonly balanceUgx: Ugx }
  | { readonly code: 'INSUFFICIENT_BALANCE' }
  | { readonly code: 'MAX_WIN'; readonly winUgx: Ugx; readonly maximumUgx: Ugx }
  | { readonly code: 'PLAYER_SHARE'; readonly maximumUgx: Ugx }
  | { readonly code: 'ROUND_FULL'; readonly maximumUgx: Ugx }

export interface AviatorBetRequest {
  readonly stakeUgx: Ugx
  readonly autoHundredths: number | null
  readonly isAutoBet: boolean
  readonly balanceUgx: Ugx
  /** The maximum stake that staff set for the player; null without one. */
  readonly maxStakeUgx: Ugx | null
  /** The number of the player's bets in this round. */
  readonly betsOfRound: number
  /** Sums of the highest possible wins in this round: of all players, of the player, and of the player's network. */
  readonly roundWinsUgx: Ugx
  readonly playerWinsUgx: Ugx
  readonly networkWinsUgx: Ugx
}

/**
 * Checks the platform, the stake, the player's funds and the maximum wins, in this order, and returns the first refusal
 * (AVI-13, AVI-14, AVI-36, AVI-37, D24, D52). Otherwise returns the highest possible win.
 */
export function checkAviatorBet(request: AviatorBetRequest, settings: Settings): Result<Ugx, AviatorBetRefusal> {
  const refusal = closed(request, settings) ?? badStake(request, settings) ?? badFunds(request)
  if (refusal !== null) return err<AviatorBetRefusal>(refusal)
  const winUgx = maxWin(request.stakeUgx, request.autoHundredths)
  const maxWinOfBet = ugxFromShillings(settings.aviator_max_win)
  if (winUgx > maxWinOfBet) return err({ code: 'MAX_WIN', winUgx, maximumUgx: maxWinOfBet })
  const maxWinOfRound = ugxFromShillings(settings.aviator_max_round)
  const { playerUgx, networkUgx } = sharesOfRound(settings)
  if (request.playerWinsUgx + winUgx > playerUgx) return err({ code: 'PLAYER_SHARE', maximumUgx: playerUgx })
  const isFull = request.roundWinsUgx + winUgx > maxWinOfRound || request.networkWinsUgx + winUgx > networkUgx
  return isFull ? err({ code: 'ROUND_FULL', maximumUgx: maxWinOfRound }) : ok(winUgx)
}

/** The shares of a round's maximum win for one player and one network, so that others can still bet. */
export function sharesOfRound(
  settings: Pick<Settings, 'aviator_max_round' | 'aviator_player_share' | 'aviator_network_share'>,
): { readonly playerUgx: Ugx; readonly networkUgx: Ugx } {
  const share = (percent: number): Ugx => ugxFromShillings(Math.floor((settings.aviator_max_round * percent) / 100))
  return { playerUgx: share(settings.aviator_player_share), networkUgx: share(settings.aviator_network_share) }
}

/** The minimum stake: the higher of Aviator's minimum and the minimum of all bets. */
export const minimumBet = (settings: Pick<Settings, 'aviator_min_bet' | 'min_bet_amount'>): Ugx =>
  ugxFromShillings(Math.max(settings.aviator_min_bet, settings.min_bet_amount))

function closed({ isAutoBet }: AviatorBetRequest, settings: Settings): AviatorBetRefusal | null {
  const house = platformClosedRefusal(settings)
  if (house !== null) return house
  return isAutoBet && !settings.aviator_auto_bet ? { code: 'AUTO_BET_OFF' } : null
}

/** The maximum stake: the lower of the general maximum and the player's own. */
export function maximumBet(settings: Pick<Settings, 'max_bet_amount'>, maxStakeUgx: Ugx | null): Ugx {
  const generalMaximumUgx = ugxFromShillings(settings.max_bet_amount)
  return maxStakeUgx === null ? generalMaximumUgx : minUgx(maxStakeUgx, generalMaximumUgx)
}

function badStake(
  { stakeUgx, maxStakeUgx, betsOfRound }: AviatorBetRequest,
  settings: Settings,
): AviatorBetRefusal | null {
  const minimumUgx = minimumBet(settings)
  if (stakeUgx < minimumUgx) return { code: 'BELOW_MINIMUM', minimumUgx }
  const maximumUgx = maximumBet(settings, maxStakeUgx)
  if (stakeUgx > maximumUgx) return { code: 'ABOVE_MAXIMUM', maximumUgx }
  return betsOfRound >= MAX_BETS_PER_ROUND ? { code: 'TWO_BETS' } : null
}

function badFunds({ stakeUgx, balanceUgx }: AviatorBetRequest): AviatorBetRefusal | null {
  if (balanceUgx < 0n) return { code: 'NEGATIVE_BALANCE', balanceUgx }
  return stakeUgx > balanceUgx ? { code: 'INSUFFICIENT_BALANCE' } : null
}

/**
 * Converts an auto cash-out target to hundredths. Targets are 1.11 to 10.00 with at most two decimals (D38).
 * `targetFromNumber(2.5)` → 250
 */
export function targetFromNumber(target: number): Result<number, 'TARGET_OUT_OF_RANGE'> {
  const hundredths = Math.round(target * 100)
  const isExact = hundredths / 100 === target
  return isExact && hundredths >= LOWEST_CASH_OUT && hundredths <= HIGHEST_CRASH
    ? ok(hundredths)
    : err('TARGET_OUT_OF_RANGE')
}

/** Formats a multiplier. `multiplierText(250)` → "2.50" */
export const multiplierText = (hundredths: number): string =>
  `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`
