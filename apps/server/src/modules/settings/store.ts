import { SETTING_KEYS, settingRule } from '@mupiira/domain/settings/catalogue.ts'
import { storedText } from '@mupiira/domain/settings/parse.ts'
import type { SettingKey, Settings } from '@mupiira/domain/settings/types.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import { newId } from '../../kernel/ids.ts'

export type StoredSetting = { readonly key: string; readonly value: string }

/** Inserts missing settings with their defaults. */
export async function insertMissing(sql: Sql, first: Settings, now: Date): Promise<number> {
  const rules = SETTING_KEYS.map((key) => settingRule(key))
  return sql.change(
    `insert into admin_settings (id, setting_key, setting_value, description, updated_at)
     select id, key, value, description, $5 from unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) as t (id, key, value, description)
      order by key on conflict (setting_key) do nothing`,
    [
      rules.map(() => newId()),
      rules.map((rule) => rule.key),
      rules.map((rule) => storedText(first[rule.key])),
      rules.map((rule) => rule.description),
      now,
    ],
  )
}

export const readAll = (sql: Sql): Promise<StoredSetting[]> =>
  sql.query<StoredSetting>(`select setting_key as key, setting_value as value from admin_settings`)

export type SettingRow = StoredSetting & {
  readonly id: string
  readonly updatedAt: Date
  readonly updatedBy: string | null
}

export const readRows = (sql: Sql): Promise<SettingRow[]> =>
  sql.query<SettingRow>(
    `select id, setting_key as key, setting_value as value, updated_at as "updatedAt", updated_by as "updatedBy" from admin_settings`,
  )

/** Locks all rows in one order, so that changes of dependent settings are validated one after the other. */
export const lockAll = (sql: Sql): Promise<StoredSetting[]> =>
  sql.query<StoredSetting>(
    `select setting_key as key, setting_value as value from admin_settings order by setting_key for update`,
  )

export async function write(
  sql: Sql,
  change: { readonly key: SettingKey; readonly value: string; readonly actorId: string; readonly now: Date },
): Promise<void> {
  await sql.change(
    `insert into admin_settings (id, setting_key, setting_value, description, updated_at, updated_by)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (setting_key) do update set setting_value = $3, updated_at = $5, updated_by = $6`,
    [newId(), change.key, change.value, settingRule(change.key).description, change.now, change.actorId],
  )
}
