import { type TSchema, Type } from 'typebox'
import {
  type ChosenSettings,
  PLAYER_SETTING_ROWS,
  type PlayerSettingKey,
} from '@mupiira/domain/identity/player-settings.ts'
import { exhaustive } from '@mupiira/domain/result.ts'
import { endpoint } from './endpoint.ts'
import { literals, nullable, strict } from './schemas.ts'

type Rule = (typeof PLAYER_SETTING_ROWS)[number][1]

function valueOf(rule: Rule): TSchema {
  switch (rule.kind) {
    case 'flag':
      return Type.Boolean()
    case 'amount':
      return Type.Integer({ minimum: rule.min, maximum: rule.max })
    case 'choice':
      return literals(Object.keys(rule.choices))
    default:
      return exhaustive(rule)
  }
}
const VALUES = PLAYER_SETTING_ROWS.map(([key, rule]) => [key, valueOf(rule)] as const)
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
