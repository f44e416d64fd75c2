import type { AlertUnit } from '../alerts/alerts.ts'
import type { SettingKey, Settings } from './types.ts'

/**
 * The changes of a setting that one member of staff may make alone (ADMT-30). Every other change needs a second one:
 * 'nothing' for settings that move money, a direction for stops and tighter rules, 'everything' for settings without
 * money. Adding a provider or changing the order is not 'removing'.
 */
export type ChangeAlone =
  | 'nothing'
  | 'everything'
  | 'switching-off'
  | 'switching-on'
  | 'lowering'
  | 'raising'
  | 'removing'

/** The type, range and description of a setting. `GET /api/settings` returns `public` settings to every visitor. */
export interface SettingRule<K extends SettingKey = SettingKey> {
  readonly key: K
  readonly kind: 'boolean' | 'integer' | 'decimal' | 'choice' | 'text' | 'json'
  readonly initial: Settings[K]
  readonly min?: number
  readonly max?: number
  readonly unit?: AlertUnit | 's' | 'hours' | 'years' | 'characters' | 'bets' | 'payments' | 'odds'
  readonly choices?: readonly string[]
  /** The format of a text. */
  readonly pattern?: RegExp
  /** The longest text; 100 characters by default. */
  readonly maxCharacters?: number
  readonly public: boolean
  readonly mayChangeAlone: ChangeAlone
  readonly description: string
}

export type Catalogue = { readonly [K in SettingKey]: Omit<SettingRule<K>, 'key'> }

export const flag = { kind: 'boolean' } as const
export const shillings = { kind: 'integer', unit: 'UGX' } as const

export const EMAIL = String.raw`[\w.+-]{1,60}@[\w-]+(\.[\w-]+)+`
