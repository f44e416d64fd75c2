import type { DeskSetting } from '@mupiira/contract/desk-settings.ts'

/** `settingName('max_daily_bets')` → "Max daily bets" */
export function settingName(key: string): string {
  const words = key.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const number = (value: number): string => value.toLocaleString('en-UG')

const LIST_HINTS: { readonly [key: string]: string } = {
  carrier_prefixes: 'Three digits each, the first one 0, with commas between.',
  payment_routes: 'The preferred one first, with commas between.',
}

/** What a value may be, and what it was first: "1 to 10,000,000 bets. Default 50." */
export function settingHint({ min, max, unit, initial, key, kind }: DeskSetting): string {
  const range =
    min === null || max === null ? '' : `${number(min)} to ${number(max)}${unit === null ? '' : ` ${unit}`}. `
  // Each value of a table says its own first one.
  if (kind === 'json') return key === 'overround' ? `${range}For each market.` : (LIST_HINTS[key] ?? '')
  const first = kind === 'integer' || kind === 'decimal' ? number(Number(initial)) : initial
  return `${range}Default ${kind === 'boolean' ? (initial === 'true' ? 'on' : 'off') : first}.`
}

type Wanted = Pick<DeskSetting, 'kind' | 'value'> & { readonly wanted: string }

/** "Waits for a second member of staff: 2,000,000 → 5,000,000" */
export function waitingText({ kind, value, wanted }: Wanted): string {
  if (kind === 'json') return 'Another table waits for a second member of staff'
  const written = (text: string): string =>
    kind === 'boolean' ? (text === 'true' ? 'on' : 'off') : kind === 'choice' ? text : number(Number(text))
  return `Waits for a second member of staff: ${written(value)} → ${written(wanted)}`
}

/** ADMS-09 */
export const STATUS_BADGES = [
  ['betting_enabled', 'Betting', 'enabled', 'disabled', true],
  ['maintenance_mode', 'Maintenance', 'on', 'off', false],
  ['jackpot_enabled', 'Jackpot', 'enabled', 'disabled', true],
] as const
