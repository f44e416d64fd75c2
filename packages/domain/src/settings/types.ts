import type { AlertSetting } from '../alerts/alerts.ts'
import type { MarketGroup, MarketId, Rulebook } from '../markets/types.ts'
import type { OddsFormat } from '../odds/odds-format.ts'
import type { PaymentRoutes } from '../payments/providers.ts'
import type { CarrierPrefixes } from '../phone/carriers.ts'

/** Margins in percent, per market and for same-game combinations (D16). */
export type OverroundPercent = { readonly [market in MarketId | 'same_game']: number }

/** The percentage points that each group of markets adds to its margin while a game is live (INP-04). */
export type InPlayMargin = { readonly [group in MarketGroup]: number }

/** The rules of a league in play. Missing ones are those of the general settings (INP-04, INP-05). */
export interface LeagueRules {
  readonly delaySeconds?: number
  readonly margin?: Partial<InPlayMargin>
}

/** The leagues with own rules in play, by `country/league`. */
export type InPlayLeagues = { readonly [scope: string]: LeagueRules }

/** The threshold of each kind of alert, in its unit. 0: no alerts of this kind. */
type AlertThresholds = { readonly [setting in AlertSetting]: number }

/** All settings with their types. Amounts are whole shillings; shares are percent. */
export interface Settings extends AlertThresholds {
  readonly betting_enabled: boolean
  readonly maintenance_mode: boolean
  readonly jackpot_enabled: boolean
  readonly min_bet_amount: number
  readonly first_bet_minimum: number
  readonly later_bet_minimum: number
  readonly max_bet_amount: number
  readonly max_daily_bets: number
  readonly max_payout: number
  readonly selection_liability_limit: number
  readonly scorer_liability_limit: number
  readonly game_liability_limit: number
  readonly player_liability_limit: number
  readonly price_reaction: number
  readonly default_odds_format: OddsFormat
  readonly settlement_rulebook: Rulebook
  readonly overround: OverroundPercent
  readonly bonus_min_odds: number
  readonly model_difference: number
  readonly manual_odds_distance: number
  readonly cashout_margin: number
  readonly cashout_delay: number
  readonly feed_latency: number
  readonly in_play_betting: 'off' | 'on'
  readonly in_play_margin: InPlayMargin
  readonly bet_delay_seconds: number
  readonly in_play_leagues: InPlayLeagues
  readonly courtsiding_selections: number
  readonly courtsiding_threshold: number
  readonly in_play_silence_seconds: number
  readonly reopen_delay_seconds: number
  readonly max_in_play_stake: number
  readonly max_in_play_payout: number
  readonly cashout_part_minimum: number
  readonly cashout_stake_left: number
  readonly cashout_step: number
  readonly booking_code_sharing: 'owner' | 'anyone'
  readonly minimum_withdrawal: number
  readonly maximum_withdrawal: number
  readonly withdrawal_review_amount: number
  readonly withdrawal_review_first: boolean
  /** 0: the rule of fast turnover is off. */
  readonly withdrawal_review_turnover_hours: number
  readonly withdrawal_review_turnover_share: number
  readonly withdrawal_review_manual_games: boolean
  readonly withdrawal_review_related: boolean
  readonly withdrawal_review_target: number
  readonly first_deposit_rule: 'balance' | 'history'
  readonly carrier_prefixes: CarrierPrefixes
  readonly payment_routes: PaymentRoutes
  readonly nin_required: boolean
  readonly password_min_length: number
  readonly minimum_age: number
  /** The phone number of customer care; empty if players cannot call. */
  readonly support_phone: string
  readonly support_email: string
  readonly admin_second_factor: boolean
  readonly four_eyes_threshold: number
  /** The payments of this time count for the share of failed payments. */
  readonly alert_payment_minutes: number
  /** A provider with fewer payments in this time has no share. */
  readonly alert_payment_count: number
  /** Email addresses that receive alerts, separated by commas. */
  readonly alert_emails: string
  readonly alert_webhook_url: string
  readonly aviator_min_bet: number
  readonly aviator_rtp: number
  readonly aviator_max_win: number
  readonly aviator_max_round: number
  readonly aviator_player_share: number
  readonly aviator_network_share: number
  readonly aviator_auto_bet: boolean
}

export type SettingKey = keyof Settings
