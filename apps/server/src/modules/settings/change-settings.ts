import { type Result, err, ok } from '@mupiira/domain/result.ts'
import {
  type SettingError,
  checkSettingValue,
  checkSettingsTogether,
  parseStoredText,
  settingsFrom,
  storedText,
} from '@mupiira/domain/settings/parse.ts'
import type { SettingKey, Settings } from '@mupiira/domain/settings/types.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Outbox } from '../../kernel/outbox/event.ts'
import { lockAll, saveSetting } from './settings.repository.ts'

export type SettingChange = {
  readonly key: SettingKey
  /** The value as JSON or as stored text. */
  readonly value: unknown
}

export type ChangedSettings = {
  readonly before: Settings
  readonly after: Settings
  /** The values as text, for the audit log. */
  readonly changed: readonly { readonly key: SettingKey; readonly before: string; readonly after: string }[]
}

export type RefusedSetting = { readonly key: SettingKey; readonly error: SettingError }

/** Validates changes alone and together, with all settings locked. Stores nothing. */
export async function evaluateSettings(
  tx: Tx,
  changes: readonly SettingChange[],
): Promise<Result<ChangedSettings, RefusedSetting>> {
  const values: Partial<Record<SettingKey, Settings[SettingKey]>> = {}
  for (const { key, value } of changes) {
    const checked = checkSettingValue(key, typeof value === 'string' ? parseStoredText(value) : value)
    if (!checked.ok) return err({ key, error: checked.error })
    values[key] = checked.value
  }
  const before = settingsFrom(await lockAll(tx))
  const together = { ...before, ...values } as Settings
  const after = checkSettingsTogether(together)
  const [first] = changes
  if (first === undefined) return ok({ before, after: before, changed: [] })
  if (!after.ok) {
    const causesContradiction = ({ key }: SettingChange) =>
      checkSettingsTogether({ ...together, [key]: before[key] }).ok
    return err({ key: (changes.find(causesContradiction) ?? first).key, error: after.error })
  }
  const changed = changes.map(({ key }) => ({
    key,
    before: storedText(before[key]),
    after: storedText(after.value[key]),
  }))
  return ok({ before, after: after.value, changed })
}

declare module '../../kernel/outbox/event.ts' {
  interface EventData {
    'settings-changed': { readonly key: SettingKey }
  }
}

/** Changes settings; all of them or none. */
export async function changeSettings(
  tx: Tx,
  outbox: Outbox,
  changes: readonly SettingChange[],
  actorId: string,
  now: Date,
): Promise<Result<ChangedSettings, RefusedSetting>> {
  const evaluated = await evaluateSettings(tx, changes)
  if (!evaluated.ok) return evaluated
  const { changed } = evaluated.value
  for (const { key, after: value } of changed) await saveSetting(tx, { key, value, actorId, now })
  await outbox.appendEvents(
    tx,
    changed.map(({ key }) => ({ type: 'settings-changed', data: { key } })),
  )
  return evaluated
}
