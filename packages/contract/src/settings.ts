import { prefixFields } from '@mupiira/domain/phone/carriers.ts'
import type { Settings } from '@mupiira/domain/settings/types.ts'
import type { PublicSettings } from './platform.ts'

type Deployment = { readonly demo: boolean; readonly handsetUrl: string | null }

/**
 * The settings that visitors see. This function is not in `platform.ts`, because the browser uses it without the
 * schema.
 */
export const presentPublicSettings = (settings: Settings, deployment: Deployment): PublicSettings => ({
  bettingEnabled: settings.betting_enabled,
  maintenanceMode: settings.maintenance_mode,
  jackpotEnabled: settings.jackpot_enabled,
  minBetAmount: settings.min_bet_amount,
  maxBetAmount: settings.max_bet_amount,
  maxPayout: settings.max_payout,
  maxDailyBets: settings.max_daily_bets,
  minimumWithdrawal: settings.minimum_withdrawal,
  maximumWithdrawal: settings.maximum_withdrawal,
  firstDepositRule: settings.first_deposit_rule,
  minimumAge: settings.minimum_age,
  supportPhone: settings.support_phone,
  supportEmail: settings.support_email,
  ninRequired: settings.nin_required,
  passwordMinLength: settings.password_min_length,
  bonusMinOdds: settings.bonus_min_odds,
  aviatorRtp: settings.aviator_rtp,
  oddsFormat: settings.default_odds_format,
  settlementRulebook: settings.settlement_rulebook,
  bookingCodeSharing: settings.booking_code_sharing,
  inPlayBetting: settings.in_play_betting === 'on',
  betDelaySeconds: settings.bet_delay_seconds,
  ...prefixFields((carrier) => [...settings.carrier_prefixes[carrier]]),
  demoMoney: deployment.demo,
  handsetUrl: deployment.handsetUrl,
})
