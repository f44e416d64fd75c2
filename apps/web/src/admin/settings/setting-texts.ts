import type { AdminSetting } from '@mupiira/contract/admin-settings.ts'
import { isSettingKey, settingRule } from '@mupiira/domain/settings/catalogue.ts'
import type { ChangeAlone } from '@mupiira/domain/settings/rules.ts'
import { choiceText, settingChanges } from '@mupiira/domain/settings/texts.ts'
import { readAmount, typedAmount } from '../../shared/format/typed-amount.ts'

/**
 * Amounts are displayed with thousands separators, so that an extra zero is visible, and saved without separators.
 * Other text stays as typed.
 */
export const amountFormat = {
  shown: (value: string): string => typedAmount(value),
  typed: (text: string): string => (readAmount(text) === null ? text : text.replace(/[, ]/g, '')),
}

const number = (value: number): string => value.toLocaleString('en-UG')

const TABLE_HINTS: { readonly [key: string]: string } = {
  overround: 'Each market has its own value.',
  in_play_margin: 'Added to the margin of each market of the group.',
}
const LIST_HINTS: { readonly [key: string]: string } = {
  carrier_prefixes: 'Three digits each, starting with 0, separated by commas.',
  payment_routes: 'In order of preference, separated by commas.',
}

/** The range and default of a value: "1 to 10,000,000 bets. Default 50." */
export function settingHint({ min, max, unit, initial, key, kind }: AdminSetting): string {
  const range =
    min === null || max === null ? '' : `${number(min)} to ${number(max)}${unit === null ? '' : ` ${unit}`}. `
  // Each value of a table shows its own default.
  if (kind === 'json') return TABLE_HINTS[key] === undefined ? (LIST_HINTS[key] ?? '') : `${range}${TABLE_HINTS[key]}`
  const first = kind === 'integer' || kind === 'decimal' ? number(Number(initial)) : choiceText(initial)
  if (kind === 'text') return initial === '' ? '' : `Default ${initial}.`
  return `${range}Default ${kind === 'boolean' ? (initial === 'true' ? 'on' : 'off') : first}.`
}

const ALONE_TEXTS: { readonly [alone in ChangeAlone]: string } = {
  nothing: '',
  everything: 'You can change it alone.',
  'switching-off': 'You can switch it off alone. Switching it on needs a second member of staff.',
  'switching-on': 'You can switch it on alone. Switching it off needs a second member of staff.',
  lowering: 'You can lower it alone. A higher value needs a second member of staff.',
  raising: 'You can raise it alone. A lower value needs a second member of staff.',
  removing: 'You can remove a provider alone. Other changes need a second member of staff.',
}

/** Which changes of a setting one member of staff may make alone (ADMT-30); empty if none. */
export const aloneText = (key: string): string =>
  isSettingKey(key) ? ALONE_TEXTS[settingRule(key).mayChangeAlone] : ''

/** "Waits for a second member of staff: UGX 2,000,000 → UGX 5,000,000" */
export const waitingText = (key: string, value: string, newValue: string): string =>
  `Waits for a second member of staff: ${settingChanges(key, value, newValue)
    .map(({ part, from, to }) => `${part === null ? '' : `${part} `}${from} → ${to}`)
    .join(', ')}`

export const STATUS_BADGES = [
  ['betting_enabled', 'Betting', 'enabled', 'disabled', true],
  ['maintenance_mode', 'Maintenance', 'on', 'off', false],
  ['jackpot_enabled', 'Jackpot', 'enabled', 'disabled', true],
] as const
