import type { DeskSetting } from '@mupiira/contract/desk-settings.ts'

/** `settingName('max_daily_bets')` → "Max daily bets" */
export function settingName(key: string): string {
  const words = key.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const number = (value: number): string => value.toLocaleString('en-UG')

/** What a value may be, and what it was first: "1 to 10,000,000 bets. Default 50." */
export function settingHint({ min, max, unit, initial, kind }: DeskSetting): string {
  const range =
    min === null || max === null ? '' : `${number(min)} to ${number(max)}${unit === null ? '' : ` ${unit}`}. `
  // A whole table of values says nothing in a line.
  if (kind === 'json') return ''
  const first = kind === 'integer' || kind === 'decimal' ? number(Number(initial)) : initial
  return `${range}Default ${kind === 'boolean' ? (initial === 'true' ? 'on' : 'off') : first}.`
}

/** ADMS-09 */
export const STATUS_BADGES = [
  ['betting_enabled', 'Betting', 'enabled', 'disabled', true],
  ['maintenance_mode', 'Maintenance', 'on', 'off', false],
  ['jackpot_enabled', 'Jackpot', 'enabled', 'disabled', true],
] as const
