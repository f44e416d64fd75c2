import { type TSchema, Type } from 'typebox'
import {
  type ChosenSettings,
  PLAYER_SETTING_ROWS,
  type PlayerSettingKey,
} from '@mupiira/domain/identity/player-settings.ts'
import { endpoint } from './endpoint.ts'
import { nullable, strict } from './schemas.ts'

const VALUES = PLAYER_SETTING_ROWS.map(
  ([key, rule]) =>
    [key, rule.kind === 'flag' ? Type.Boolean() : Type.Integer({ minimum: rule.min, maximum: rule.max })] as const,
)
const objectOf = (schemaOf: (value: TSchema) => TSchema) =>
  Type.Object(Object.fromEntries(VALUES.map(([key, value]) => [key, Type.Optional(schemaOf(value))])), strict)

/** The settings that the player has chosen. The others have their initial value. */
export const ChosenPlayerSettings = Type.Unsafe<ChosenSettings>(objectOf((value) => value))

/** Changes of several settings. Null restores the initial value. */
export type SettingChanges = { readonly [K in PlayerSettingKey]?: ChosenSettings[K] | null }

export const changePlayerSettings = endpoint({
  method: 'PUT',
  path: '/api/account/settings',
  summary: 'Change own settings. Null restores the initial value',
  access: 'player',
  perMinute: 60,
  body: Type.Unsafe<SettingChanges>(objectOf(nullable)),
  responses: { 200: Type.Object({ settings: ChosenPlayerSettings }) },
  errors: [],
})
