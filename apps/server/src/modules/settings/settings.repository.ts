import { SETTING_KEYS, settingRule } from '@mupiira/domain/settings/catalogue.ts'
import { storedText } from '@mupiira/domain/settings/parse.ts'
import type { SettingKey, Settings } from '@mupiira/domain/settings/types.ts'
import { insertRows } from '../../kernel/db/insert-rows.ts'
import { type Params, q, statement } from '../../kernel/db/query.ts'
import type { Sql, Tx } from '../../kernel/db/sql.ts'
import { newId } from '../../kernel/ids.ts'

const insertNew = insertRows('admin_settings', (insert) =>
  insert.onConflict((conflict) => conflict.column('setting_key').doNothing()),
)

/** Inserts missing settings with their defaults. */
export const insertMissing = (sql: Sql, first: Settings, now: Date): Promise<number> =>
  sql.change(
    insertNew(
      SETTING_KEYS.toSorted().map((key) => ({
        id: newId(),
        settingKey: key,
        settingValue: storedText(first[key]),
        description: settingRule(key).description,
        updatedAt: now,
      })),
    ),
  )

const pairs = q.selectFrom('admin_settings').select(['setting_key as key', 'setting_value as value'])

const all = statement(() => pairs)
export const readAll = (sql: Sql) => sql.run(all({}))

const rows = statement(() => pairs.select(['id', 'updated_at as updatedAt', 'updated_by as updatedBy']))

/** The stored rows with time and author of the last change. */
export const readRows = (sql: Sql) => sql.run(rows({}))

const locked = statement(() => pairs.orderBy('setting_key').forUpdate())

/** Locks all rows in one order, so that changes of dependent settings are validated one after the other. */
export const lockAll = (tx: Tx) => tx.run(locked({}))

const save = statement(
  (p: Params<{ id: string; key: string; value: string; description: string; actorId: string; now: Date }>) =>
    q
      .insertInto('admin_settings')
      .values({
        id: p.id,
        setting_key: p.key,
        setting_value: p.value,
        description: p.description,
        updated_at: p.now,
        updated_by: p.actorId,
      })
      .onConflict((conflict) =>
        conflict
          .column('setting_key')
          .doUpdateSet({ setting_value: p.value, updated_at: p.now, updated_by: p.actorId }),
      ),
)

export const saveSetting = (
  tx: Tx,
  change: { readonly key: SettingKey; readonly value: string; readonly actorId: string; readonly now: Date },
): Promise<number> => tx.change(save({ ...change, id: newId(), description: settingRule(change.key).description }))
