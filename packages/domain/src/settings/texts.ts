import { ALERT_UNITS, forAlertSettings } from '../alerts/alerts.ts'
import { marketDefinition } from '../markets/catalogue.ts'
import { isMarketId, MARKET_GROUPS } from '../markets/types.ts'
import { isProvider, PROVIDERS } from '../payments/providers.ts'
import { carrierOfMethod, PAYMENT_METHODS } from '../phone/carriers.ts'
import { isSettingKey, settingRule } from './catalogue.ts'
import type { SettingRule } from './rules.ts'
import { parseStoredText } from './parse.ts'
import type { SettingKey } from './types.ts'

/** The names of the settings on screen, in approvals and in the audit log. */
const NAMES: { readonly [key in SettingKey]: string } = {
  betting_enabled: 'Betting',
  maintenance_mode: 'Maintenance',
  jackpot_enabled: 'Jackpot banner',
  min_bet_amount: 'Minimum bet',
  first_bet_minimum: 'Minimum first bet',
  later_bet_minimum: 'Minimum later bet',
  max_bet_amount: 'Maximum bet',
  max_daily_bets: 'Maximum bets per day',
  max_payout: 'Maximum payout',
  selection_liability_limit: 'Liability limit of a selection',
  scorer_liability_limit: 'Liability limit of a goalscorer',
  game_liability_limit: 'Liability limit of a game',
  player_liability_limit: 'Liability limit of a player',
  price_reaction: 'Reaction of odds to liability',
  default_odds_format: 'Odds format',
  settlement_rulebook: 'Settlement rules',
  overround: 'Margin',
  bonus_min_odds: 'Minimum odds for the win bonus',
  model_difference: 'Difference from the model',
  manual_odds_distance: 'Manual odds above the model',
  cashout_margin: 'Cashout margin',
  cashout_delay: 'Cashout delay',
  feed_latency: 'Feed latency',
  in_play_betting: 'Live betting',
  in_play_margin: 'Live margin',
  bet_delay_seconds: 'Bet delay',
  in_play_leagues: 'Leagues in live betting',
  courtsiding_selections: 'Live selections for the courtsiding report',
  courtsiding_threshold: 'Courtsiding threshold',
  in_play_silence_seconds: 'Suspension without news from the feed',
  reopen_delay_seconds: 'Suspension after a goal, card or review',
  max_in_play_stake: 'Maximum live bet',
  max_in_play_payout: 'Maximum live payout',
  cashout_part_minimum: 'Minimum partial cashout',
  cashout_stake_left: 'Minimum stake left after a partial cashout',
  cashout_step: 'Step of partial cashouts',
  booking_code_sharing: 'Booking code sharing',
  minimum_withdrawal: 'Minimum withdrawal',
  maximum_withdrawal: 'Maximum withdrawal',
  withdrawal_review_amount: 'Review withdrawals from',
  withdrawal_review_first: 'Review first withdrawals',
  withdrawal_review_turnover_hours: 'Review withdrawals after deposits of the last',
  withdrawal_review_turnover_share: 'Share of deposits to stake before',
  withdrawal_review_manual_games: 'Review wins on manual games',
  withdrawal_review_related: 'Review related accounts',
  withdrawal_review_target: 'Time to decide a review',
  first_deposit_rule: 'First-deposit rule',
  carrier_prefixes: 'Phone number prefixes',
  payment_routes: 'Payment providers',
  nin_required: 'NIN required',
  password_min_length: 'Minimum password length',
  minimum_age: 'Minimum age',
  support_phone: 'Customer care phone',
  support_email: 'Customer care email',
  admin_second_factor: 'Second factor for staff',
  four_eyes_threshold: 'Four-eyes threshold',
  ...forAlertSettings(({ label }) => `Alert: ${label}`),
  alert_payment_minutes: 'Failed payments of the last',
  alert_payment_count: 'Minimum payments for a share',
  alert_emails: 'Email addresses for alerts',
  alert_webhook_url: 'Webhook for alerts',
  aviator_min_bet: 'Minimum Aviator bet',
  aviator_rtp: 'Aviator return to player',
  aviator_max_win: 'Maximum Aviator win',
  aviator_max_round: 'Maximum win of an Aviator round',
  aviator_player_share: 'Aviator share of one player',
  aviator_network_share: 'Aviator share of one network',
  aviator_auto_bet: 'Aviator auto bet',
}

/** `settingName('min_bet_amount')` → "Minimum bet". An unknown key is returned with spaces. */
export const settingName = (key: string): string => (isSettingKey(key) ? NAMES[key] : key.replaceAll('_', ' '))

const CHOICES: { readonly [choice: string]: string } = {
  decimal: 'Decimal',
  fractional: 'Fractional',
  american: 'American',
  house: 'House rules',
  industry: 'Industry rules',
  owner: 'Only the owner',
  anyone: 'Any player',
  balance: 'A balance under 10,000',
  history: 'No successful deposit yet',
  off: 'Off',
  on: 'On',
}

export const choiceText = (choice: string): string => CHOICES[choice] ?? choice

/** The words of the units, for one and for several. */
const UNITS: {
  readonly [unit in Exclude<NonNullable<SettingRule['unit']>, 'UGX' | '%' | 'odds'>]: readonly [string, string]
} = {
  s: ['second', 'seconds'],
  ...ALERT_UNITS,
  hours: ['hour', 'hours'],
  years: ['year', 'years'],
  characters: ['character', 'characters'],
  bets: ['bet', 'bets'],
  payments: ['payment', 'payments'],
}

function numberText(value: number, unit: SettingRule['unit']): string {
  const figure = value.toLocaleString('en-UG', unit === 'odds' ? { minimumFractionDigits: 2 } : {})
  if (unit === undefined || unit === 'odds') return figure
  if (unit === 'UGX') return `UGX ${figure}`
  if (unit === '%') return `${figure} %`
  return `${figure} ${UNITS[unit][value === 1 ? 0 : 1]}`
}

/**
 * A stored value in words with its unit: `settingValueText('min_bet_amount', '500')` → "UGX 500". A text that is not a
 * value of the setting stays as it is. Values with parts have a text for each part: `settingParts`.
 */
export function settingValueText(key: string, stored: string): string {
  if (!isSettingKey(key)) return stored
  const rule: SettingRule = settingRule(key)
  const value = parseStoredText(stored)
  const text = typeof value === 'string' ? value : stored
  switch (rule.kind) {
    case 'boolean':
      return text === 'true' ? 'On' : text === 'false' ? 'Off' : text
    case 'choice':
      return choiceText(text)
    case 'text':
      return text === '' ? 'none' : text
    case 'integer':
    case 'decimal':
      return text === '' || Number.isNaN(Number(text)) ? text : numberText(Number(text), rule.unit)
    case 'json':
      return [...settingParts(key, stored).values()].map(({ name, text: part }) => `${name} ${part}`).join(', ')
  }
}

/** The name of a part of a setting with several values: a market, a group of markets, a carrier. */
export function settingPartName(key: string, part: string): string {
  if (part === 'same_game') return 'Same-game combination'
  if (key === 'overround' && isMarketId(part)) return marketDefinition(part).name
  if (MARKET_GROUPS.some((each) => each === part)) return `${part.charAt(0).toUpperCase()}${part.slice(1)}`
  const method = PAYMENT_METHODS.find((each) => each === part)
  return key === 'payment_routes' && method !== undefined ? carrierOfMethod(method) : part
}

type Part = { readonly name: string; readonly text: string }

/** The values of a setting with several values, in words, by an id of the part. */
export function settingParts(key: SettingKey, stored: string): ReadonlyMap<string, Part> {
  const table = parseStoredText(stored)
  const parts = new Map<string, Part>()
  if (typeof table !== 'object' || table === null) return parts
  const { unit }: SettingRule = settingRule(key)
  for (const [id, value] of Object.entries(table)) {
    if (key === 'in_play_leagues') addLeague(parts, id, value as LeagueTable)
    else parts.set(id, { name: settingPartName(key, id), text: partText(value, unit) })
  }
  return parts
}

type LeagueTable = { readonly delaySeconds?: number; readonly margin?: Readonly<Record<string, number>> }

function addLeague(parts: Map<string, Part>, scope: string, { delaySeconds, margin = {} }: LeagueTable): void {
  const slash = scope.indexOf('/')
  const league = [scope.slice(0, slash), scope.slice(slash + 1)].filter((word) => word !== '').join(' · ')
  if (delaySeconds !== undefined)
    parts.set(`${scope} delay`, { name: `${league}, bet delay`, text: numberText(delaySeconds, 's') })
  for (const [group, points] of Object.entries(margin)) {
    const name = `${league}, margin of ${settingPartName('in_play_margin', group)}`
    parts.set(`${scope} ${group}`, { name, text: `+${numberText(points, '%')}` })
  }
}

function partText(value: unknown, unit: SettingRule['unit']): string {
  if (Array.isArray(value)) return value.map((word) => wordText(String(word))).join(', ') || 'none'
  const number = value === '' ? Number.NaN : Number(value)
  return Number.isNaN(number) ? String(value ?? '') || 'none' : numberText(number, unit)
}

const wordText = (word: string): string => (isProvider(word) ? PROVIDERS[word].label : word)

/** The values of a change in words: the whole value, or each part that differs. */
export function settingChanges(key: string, before: string, after: string): readonly SettingChangeText[] {
  if (!isSettingKey(key) || settingRule(key).kind !== 'json')
    return [{ part: null, from: settingValueText(key, before), to: settingValueText(key, after) }]
  const otherwise = key === 'in_play_leagues' ? 'general setting' : 'none'
  const [old, now] = [settingParts(key, before), settingParts(key, after)]
  return [...new Map([...old, ...now])].flatMap(([id, { name }]) => {
    const [from, to] = [old.get(id)?.text ?? otherwise, now.get(id)?.text ?? otherwise]
    return from === to ? [] : [{ part: name, from, to }]
  })
}

export type SettingChangeText = { readonly part: string | null; readonly from: string; readonly to: string }

/** A change in words: "Minimum bet: UGX 500 → UGX 1,000", "Margin: Moneyline 5 % → 6 %". */
export function settingChangeText(key: string, before: string, after: string): string {
  const parts = settingChanges(key, before, after).map(
    ({ part, from, to }) => `${part === null ? '' : `${part} `}${from} → ${to}`,
  )
  return `${settingName(key)}: ${parts.join(', ')}`
}
