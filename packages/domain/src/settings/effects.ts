import { forAlertSettings } from '../alerts/alerts.ts'
import { isSettingKey } from './catalogue.ts'
import type { SettingKey } from './types.ts'

/** What a changed setting affects. The console counts the countable effects before the change is saved. */
export const SETTING_EFFECTS = [
  ...(['open-games', 'live-games', 'priced-games', 'manual-odds'] as const),
  ...(['new-bets', 'tickets-keep-rules', 'cashout-offers', 'lower-stake-limits'] as const),
  ...(['selections-above', 'scorers-above', 'games-above'] as const),
  ...(['payments-under-way', 'new-payments', 'new-accounts', 'next-round'] as const),
  ...(['approvals-waiting', 'staff-logins', 'new-alerts', 'display'] as const),
] as const
export type SettingEffect = (typeof SETTING_EFFECTS)[number]

/** The effects without a number: when or for what the new value applies. */
export const UNCOUNTED_EFFECTS = [
  ...(['new-bets', 'new-payments', 'new-accounts', 'next-round', 'staff-logins', 'new-alerts', 'display'] as const),
] as const
export type CountedEffect = Exclude<SettingEffect, (typeof UNCOUNTED_EFFECTS)[number]>

export const isCounted = (effect: SettingEffect): effect is CountedEffect =>
  !UNCOUNTED_EFFECTS.some((each) => each === effect)

/** The effects of each setting. */
const EFFECTS: { readonly [key in SettingKey]: readonly [SettingEffect, ...SettingEffect[]] } = {
  betting_enabled: ['open-games'],
  maintenance_mode: ['open-games', 'payments-under-way'],
  jackpot_enabled: ['display'],
  min_bet_amount: ['new-bets'],
  first_bet_minimum: ['new-bets'],
  later_bet_minimum: ['new-bets'],
  max_bet_amount: ['new-bets', 'lower-stake-limits'],
  max_daily_bets: ['new-bets'],
  max_payout: ['new-bets', 'tickets-keep-rules'],
  selection_liability_limit: ['new-bets', 'selections-above'],
  scorer_liability_limit: ['new-bets', 'scorers-above'],
  game_liability_limit: ['new-bets', 'games-above'],
  player_liability_limit: ['new-bets'],
  price_reaction: ['priced-games'],
  default_odds_format: ['display'],
  settlement_rulebook: ['new-bets', 'tickets-keep-rules', 'priced-games'],
  overround: ['priced-games', 'manual-odds'],
  bonus_min_odds: ['new-bets', 'tickets-keep-rules'],
  model_difference: ['display'],
  manual_odds_distance: ['manual-odds'],
  cashout_margin: ['cashout-offers'],
  cashout_delay: ['cashout-offers'],
  feed_latency: ['live-games', 'cashout-offers'],
  in_play_betting: ['live-games'],
  in_play_margin: ['live-games'],
  bet_delay_seconds: ['live-games'],
  in_play_leagues: ['live-games'],
  courtsiding_selections: ['display'],
  courtsiding_threshold: ['display'],
  in_play_silence_seconds: ['live-games'],
  reopen_delay_seconds: ['live-games'],
  max_in_play_stake: ['new-bets', 'lower-stake-limits'],
  max_in_play_payout: ['new-bets', 'tickets-keep-rules'],
  cashout_part_minimum: ['cashout-offers'],
  cashout_stake_left: ['cashout-offers'],
  cashout_step: ['cashout-offers'],
  booking_code_sharing: ['display'],
  minimum_withdrawal: ['new-payments', 'payments-under-way'],
  maximum_withdrawal: ['new-payments', 'payments-under-way'],
  withdrawal_review_amount: ['new-payments'],
  withdrawal_review_first: ['new-payments'],
  withdrawal_review_turnover_hours: ['new-payments'],
  withdrawal_review_turnover_share: ['new-payments'],
  withdrawal_review_manual_games: ['new-payments'],
  withdrawal_review_related: ['new-payments'],
  withdrawal_review_target: ['new-payments'],
  first_deposit_rule: ['new-payments'],
  carrier_prefixes: ['new-payments', 'new-accounts'],
  payment_routes: ['new-payments', 'payments-under-way'],
  nin_required: ['new-accounts'],
  password_min_length: ['new-accounts'],
  minimum_age: ['new-accounts'],
  support_phone: ['display'],
  support_email: ['display'],
  admin_second_factor: ['staff-logins'],
  four_eyes_threshold: ['approvals-waiting'],
  ...forAlertSettings(() => ['new-alerts'] as const),
  alert_payment_minutes: ['new-alerts'],
  alert_payment_count: ['new-alerts'],
  alert_emails: ['new-alerts'],
  alert_webhook_url: ['new-alerts'],
  aviator_min_bet: ['next-round'],
  aviator_rtp: ['next-round'],
  aviator_max_win: ['next-round'],
  aviator_max_round: ['next-round'],
  aviator_player_share: ['next-round'],
  aviator_network_share: ['next-round'],
  aviator_auto_bet: ['next-round'],
}

/** The effects of a setting; none for an unknown key. */
export const settingEffects = (key: string): readonly SettingEffect[] => (isSettingKey(key) ? EFFECTS[key] : [])
