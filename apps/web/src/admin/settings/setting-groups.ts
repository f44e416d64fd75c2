import type { AdminSetting } from '@mupiira/contract/admin-settings.ts'
import { cellsOf } from './setting-tables.ts'
import { ALERT_KINDS, alertSetting } from '@mupiira/domain/alerts/alerts.ts'
import { settingName } from '@mupiira/domain/settings/texts.ts'

export type SettingGroup = {
  readonly id: string
  readonly title: string
  readonly settings: readonly AdminSetting[]
}

const GROUPS: readonly { readonly id: string; readonly title: string; readonly keys: readonly string[] }[] = [
  { id: 'platform', title: 'Platform', keys: ['betting_enabled', 'maintenance_mode', 'jackpot_enabled'] },
  {
    id: 'stakes',
    title: 'Stakes and payouts',
    keys: [
      ...['min_bet_amount', 'first_bet_minimum', 'later_bet_minimum', 'max_bet_amount', 'max_daily_bets'],
      ...['max_payout', 'bonus_min_odds'],
    ],
  },
  {
    id: 'odds',
    title: 'Odds and settlement',
    keys: ['default_odds_format', 'settlement_rulebook', 'overround', 'model_difference', 'manual_odds_distance'],
  },
  {
    id: 'risk',
    title: 'Risk',
    keys: [
      'selection_liability_limit',
      'scorer_liability_limit',
      'game_liability_limit',
      'player_liability_limit',
      'price_reaction',
    ],
  },
  {
    id: 'in-play',
    title: 'Live betting',
    keys: [
      ...[
        'in_play_betting',
        'in_play_margin',
        'bet_delay_seconds',
        'in_play_leagues',
        'max_in_play_stake',
        'max_in_play_payout',
      ],
      ...['reopen_delay_seconds', 'in_play_silence_seconds', 'courtsiding_selections', 'courtsiding_threshold'],
    ],
  },
  {
    id: 'tickets',
    title: 'Cashout and booking codes',
    keys: [
      ...['cashout_margin', 'cashout_delay', 'feed_latency', 'cashout_part_minimum', 'cashout_stake_left'],
      ...['cashout_step', 'booking_code_sharing'],
    ],
  },
  {
    id: 'payments',
    title: 'Deposits and withdrawals',
    keys: [...['minimum_withdrawal', 'maximum_withdrawal', 'first_deposit_rule', 'carrier_prefixes', 'payment_routes']],
  },
  {
    id: 'withdrawal-review',
    title: 'Withdrawal review',
    keys: [
      ...['withdrawal_review_amount', 'withdrawal_review_first', 'withdrawal_review_turnover_hours'],
      ...['withdrawal_review_turnover_share', 'withdrawal_review_manual_games', 'withdrawal_review_related'],
      'withdrawal_review_target',
    ],
  },
  { id: 'accounts', title: 'Accounts', keys: ['nin_required', 'password_min_length', 'minimum_age'] },
  { id: 'support', title: 'Customer care', keys: ['support_phone', 'support_email'] },
  { id: 'staff', title: 'Staff', keys: ['admin_second_factor', 'four_eyes_threshold'] },
  {
    id: 'alerts',
    title: 'Alerts',
    keys: [
      ...ALERT_KINDS.map(alertSetting),
      ...['alert_payment_minutes', 'alert_payment_count', 'alert_emails', 'alert_webhook_url'],
    ],
  },
  {
    id: 'aviator',
    title: 'Aviator',
    keys: [
      ...['aviator_min_bet', 'aviator_rtp', 'aviator_max_win', 'aviator_max_round'],
      ...['aviator_player_share', 'aviator_network_share', 'aviator_auto_bet'],
    ],
  },
]
/** Settings without a group. */
const OTHERS = { id: 'others', title: 'Other settings' } as const

/**
 * The settings whose name, description or values contain every typed word, by group. If no setting of a group matches,
 * the title of the group is searched too: "cashout and codes" finds every setting under "Cashout and booking codes".
 */
export function groupsOf(settings: readonly AdminSetting[], typed: string): readonly SettingGroup[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const grouped = new Set(GROUPS.flatMap(({ keys }) => keys))
  const others = settings.map(({ key }) => key).filter((key) => !grouped.has(key))
  return [...GROUPS, { ...OTHERS, keys: others }]
    .map(({ id, title, keys }) => {
      const all = settings.filter(({ key }) => keys.includes(key))
      const found = (under: string) => all.filter((setting) => hasWords(`${wordsOf(setting)} ${under}`, words))
      const own = found('')
      return { id, title, settings: own.length > 0 ? own : found(title) }
    })
    .filter((group) => group.settings.length > 0)
}

const hasWords = (text: string, words: readonly string[]): boolean =>
  words.every((word) => text.toLowerCase().includes(word))

function wordsOf({ key, description, kind, value, initial }: AdminSetting): string {
  const cells = kind === 'json' ? cellsOf(key, value, initial).map(({ name }) => name) : []
  return [key, settingName(key), description, ...cells].join(' ')
}

/** `namesOf(['max_payout', 'max_daily_bets', 'overround'])` → "Maximum payout, Maximum bets per day and 1 more" */
export const namesOf = (keys: readonly string[]): string => summaryOf(keys.map(settingName))

/** The first two texts, and the number of others. */
export function summaryOf(texts: readonly string[]): string {
  const first = texts.slice(0, 2).join(', ')
  return texts.length > 2 ? `${first} and ${texts.length - 2} more` : first
}
