import type { OddsPolicy } from '../odds/odds-policy.ts'
import { exhaustive } from '../result.ts'

/** A setting that players choose in their account. The account screen shows `label` and `hint`. */
type PlayerSettingRule = { readonly label: string; readonly hint: string } & (
  | { readonly kind: 'flag'; readonly initial: boolean }
  /** Whole UGX, or null for none. */
  | { readonly kind: 'amount'; readonly initial: number | null; readonly min: number; readonly max: number }
  /** One of the values of `choices`, which has the text of each. */
  | { readonly kind: 'choice'; readonly initial: string; readonly choices: { readonly [value: string]: string } }
)

const ODDS_CHANGES: { readonly [policy in OddsPolicy]: string } = {
  none: 'Reject any change',
  better: 'Accept better odds',
  any: 'Accept any odds',
}

/**
 * The settings of a player's account (PLAY-11). The contract, validation, storage, export and form fields derive from
 * this table; the code that a setting changes reads it with `playerSetting`.
 */
export const PLAYER_SETTINGS = {
  default_stake: {
    kind: 'amount',
    initial: null,
    min: 1,
    max: 1_000_000_000,
    label: 'Default stake',
    hint: 'Your betslip starts with this stake until you type another one.',
  },
  hide_balance: {
    kind: 'flag',
    initial: false,
    label: 'Hide balance',
    hint: 'The top of the screen does not show your balance.',
  },
  odds_policy: {
    kind: 'choice',
    initial: 'better',
    choices: ODDS_CHANGES,
    label: 'When odds change',
    hint: 'What happens if the odds change before your bet is accepted. You can accept a change on the betslip.',
  },
} as const satisfies { readonly [key: string]: PlayerSettingRule }

export type PlayerSettingKey = keyof typeof PLAYER_SETTINGS
type ValueOf<R extends PlayerSettingRule> = R extends { readonly choices: infer Choices }
  ? keyof Choices & string
  : { readonly flag: boolean; readonly amount: number | null; readonly choice: string }[R['kind']]
export type PlayerSettings = { readonly [K in PlayerSettingKey]: ValueOf<(typeof PLAYER_SETTINGS)[K]> }
/** The settings that a player has chosen. The others have their initial value. */
export type ChosenSettings = Partial<PlayerSettings>

const RULES: { readonly [K in PlayerSettingKey]: PlayerSettingRule } = PLAYER_SETTINGS
/** The table's rows in the order of the account screen. */
export const PLAYER_SETTING_ROWS = Object.entries(RULES) as readonly (readonly [PlayerSettingKey, PlayerSettingRule])[]

/** The chosen value, or the initial value if the player has chosen none. Stored data may lack the settings. */
export const playerSetting = <K extends PlayerSettingKey>(chosen: ChosenSettings | undefined, key: K) =>
  (chosen?.[key] ?? RULES[key].initial) as PlayerSettings[K]

function isAllowed(rule: PlayerSettingRule, value: unknown): boolean {
  switch (rule.kind) {
    case 'flag':
      return typeof value === 'boolean'
    case 'amount':
      return typeof value === 'number' && Number.isInteger(value) && value >= rule.min && value <= rule.max
    case 'choice':
      return typeof value === 'string' && Object.hasOwn(rule.choices, value)
    default:
      return exhaustive(rule)
  }
}

/** Reads stored settings. Values that the table no longer allows are left out. */
export function readChosenSettings(stored: unknown): ChosenSettings {
  const values = new Map(Object.entries(stored ?? {}))
  return Object.fromEntries(
    PLAYER_SETTING_ROWS.flatMap(([key, rule]) => (isAllowed(rule, values.get(key)) ? [[key, values.get(key)]] : [])),
  )
}
