import type { AdminSetting } from '@mupiira/contract/admin-settings.ts'
import { cellsOf } from './setting-tables.ts'
import { readAmount, typedAmount } from '../../shared/format/typed-amount.ts'

/** `settingName('nin_required')` → "NIN required" */
export function settingName(key: string): string {
  const words = key.replaceAll('_', ' ').replace(/\b(?:nin|rtp)\b/g, (letters) => letters.toUpperCase())
  return words.charAt(0).toUpperCase() + words.slice(1)
}

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

/**
 * Amounts are displayed with thousands separators, so that an extra zero is visible, and saved without separators.
 * Other text stays as typed.
 */
export const amountFormat = {
  shown: (value: string): string => typedAmount(value),
  typed: (text: string): string => (readAmount(text) === null ? text : text.replace(/[, ]/g, '')),
}

export const choiceText = (choice: string): string => CHOICES[choice] ?? choice

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

type Requested = Pick<AdminSetting, 'kind' | 'value'> & { readonly newValue: string }

/** "2,000,000 → 5,000,000". Invalid numbers stay as typed. */
function changeText({ kind, value, newValue }: Requested): string {
  const written = (text: string): string => {
    if (kind === 'boolean') return text === 'true' ? 'on' : 'off'
    if (kind === 'choice') return choiceText(text)
    if (kind === 'text') return text === '' ? 'none' : text
    return text === '' || Number.isNaN(Number(text)) ? text : number(Number(text))
  }
  return `${written(value)} → ${written(newValue)}`
}

/** "Waits for a second member of staff: 2,000,000 → 5,000,000" */
export const waitingText = (change: Requested): string =>
  change.kind === 'json'
    ? 'A change waits for a second member of staff'
    : `Waits for a second member of staff: ${changeText(change)}`

/** A change: "Max daily bets 50 → 60", or of a setting with several values "Overround: Moneyline 5 → 6". */
export function unsavedText({ key, initial, ...change }: Requested & Pick<AdminSetting, 'key' | 'initial'>): string {
  if (change.kind !== 'json') return `${settingName(key)} ${changeText(change)}`
  const before = new Map(cellsOf(key, change.value, initial).map(({ id, text }) => [id, text]))
  const cells = cellsOf(key, change.newValue, initial).filter(({ id, text }) => before.get(id) !== text)
  const changes = cells.map(({ id, name, text }) => `${name} ${before.get(id) || 'none'} → ${text || 'none'}`)
  return changes.length === 0 ? settingName(key) : `${settingName(key)}: ${changes.join(', ')}`
}

export const STATUS_BADGES = [
  ['betting_enabled', 'Betting', 'enabled', 'disabled', true],
  ['maintenance_mode', 'Maintenance', 'on', 'off', false],
  ['jackpot_enabled', 'Jackpot', 'enabled', 'disabled', true],
] as const
