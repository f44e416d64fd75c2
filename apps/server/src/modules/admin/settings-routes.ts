import { changeSettings, type DeskSetting, listSettings } from '@mupiira/contract/desk-settings.ts'
import { type SettingRule, SETTING_KEYS, isSettingKey, settingRule } from '@mupiira/domain/settings/catalogue.ts'
import { type SettingError, storedText } from '@mupiira/domain/settings/parse.ts'
import type { SettingKey } from '@mupiira/domain/settings/types.ts'
import { inTransaction } from '../../kernel/db/sql.ts'
import { type FieldError, type Outcome, type Route, route } from '../../kernel/http/route.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Audit } from '../audit/index.ts'
import type { Identity } from '../identity/index.ts'
import type { SettingsDoor } from '../settings/index.ts'
import { nameOf } from './desk-query.ts'
import { staffOf } from './staff.ts'

export type SettingsDoors = {
  readonly audit: Pick<Audit, 'record'>
  readonly identity: Pick<Identity, 'profiles'>
  readonly settings: Pick<SettingsDoor, 'changeAll' | 'stored'>
}

/** What the form says beside a value that was refused. */
const PROBLEMS: { readonly [E in SettingError]: (rule: SettingRule) => string } = {
  WRONG_TYPE: ({ kind }) =>
    `is not ${kind === 'integer' ? 'a whole number' : kind === 'decimal' ? 'a number' : 'in the expected form'}`,
  OUT_OF_RANGE: ({ min, max }) => `is not between ${min ?? 'any'} and ${max ?? 'any'}`,
  UNKNOWN_CHOICE: ({ choices = [] }) => `is none of ${choices.join(', ')}`,
  CONTRADICTION: () => 'contradicts another setting: a lowest amount is above its highest',
}

/** ADMS: every setting with its rule; changed together, in force at once. */
export const settingsRoutes = (
  { db }: Pick<Kernel, 'db'>,
  { audit, identity, settings }: SettingsDoors,
): readonly Route[] => {
  async function shown(): Promise<DeskSetting[]> {
    const rows = await settings.stored()
    const people = await identity.profiles([...new Set(rows.flatMap((row) => row.updatedBy ?? []))])
    const byKey = new Map(rows.map((row) => [row.key, row]))
    return SETTING_KEYS.flatMap((key) => {
      const row = byKey.get(key)
      if (row === undefined) return []
      const rule: SettingRule = settingRule(key)
      const changer = row.updatedBy === null ? undefined : people.get(row.updatedBy)
      return {
        id: row.id,
        key,
        value: row.value,
        description: rule.description,
        kind: rule.kind,
        initial: storedText(rule.initial),
        min: rule.min ?? null,
        max: rule.max ?? null,
        unit: rule.unit ?? null,
        choices: [...(rule.choices ?? [])],
        updatedAt: row.updatedAt.toISOString(),
        updatedBy: changer === undefined ? null : nameOf(changer),
      }
    })
  }

  return [
    route(listSettings, async () => ({ status: 200, body: { items: await shown() } })),

    route(changeSettings, async (call): Promise<Outcome<typeof changeSettings>> => {
      const { body, actor, now } = call
      const wrong: FieldError[] = body.changes.flatMap(({ key }) =>
        isSettingKey(key) ? [] : [{ path: key, message: 'is not a setting' }],
      )
      if (wrong.length > 0) return { error: 'SETTING_REFUSED', errors: wrong }
      const changes = body.changes as readonly { readonly key: SettingKey; readonly value: string }[]
      const refusal = await inTransaction(db, async (tx) => {
        const changed = await settings.changeAll(tx, changes, actor.userId, now)
        if (!changed.ok) return changed.error
        for (const { key, before, after } of changed.value) {
          if (before === after) continue
          const deed = {
            action: 'setting.change',
            subject: `setting:${key}`,
            reason: body.reason?.trim() ?? '',
          } as const
          await audit.record(tx, { ...staffOf(call), ...deed, before: { [key]: before }, after: { [key]: after } }, now)
        }
        return null
      })
      if (refusal !== null) {
        const { key, error } = refusal
        return { error: 'SETTING_REFUSED', errors: [{ path: key, message: PROBLEMS[error](settingRule(key)) }] }
      }
      return { status: 200, body: { items: await shown() } }
    }),
  ]
}
