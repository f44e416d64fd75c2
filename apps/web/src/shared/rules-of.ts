import type { PublicSettings } from '@mupiira/contract/platform.ts'
import { DEFAULT_SETTINGS } from '@mupiira/domain/settings/catalogue.ts'
import type { Settings } from '@mupiira/domain/settings/types.ts'

/**
 * Converts public settings for the domain's rules. Private settings use their defaults: these checks are only a
 * convenience, and the server decides. `ownMinimum` is the player's minimum stake from the server.
 */
export function rulesOf(settings: PublicSettings, ownMinimum?: number): Settings {
  return {
    ...DEFAULT_SETTINGS,
    betting_enabled: settings.bettingEnabled,
    maintenance_mode: settings.maintenanceMode,
    min_bet_amount: settings.minBetAmount,
    max_bet_amount: settings.maxBetAmount,
    max_daily_bets: settings.maxDailyBets,
    max_payout: settings.maxPayout,
    minimum_withdrawal: settings.minimumWithdrawal,
    maximum_withdrawal: settings.maximumWithdrawal,
    bonus_min_odds: settings.bonusMinOdds,
    nin_required: settings.ninRequired,
    password_min_length: settings.passwordMinLength,
    minimum_age: settings.minimumAge,
    ...(ownMinimum === undefined ? {} : { first_bet_minimum: ownMinimum, later_bet_minimum: ownMinimum }),
  }
}
