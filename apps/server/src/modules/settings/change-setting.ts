import { type Result, err, ok } from '@mupiira/domain/result.ts'
import {
  type SettingError,
  checkSettingValue,
  checkSettingsTogether,
  settingsFrom,
  storedText,
} from '@mupiira/domain/settings/parse.ts'
import type { SettingKey, Settings } from '@mupiira/domain/settings/types.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Outbox } from '../../kernel/outbox/event.ts'
import { lockAll, write } from './store.ts'

export type SettingChange = {
  readonly key: SettingKey
  /** As JSON or as the stored text. */
  readonly value: unknown
  readonly actorId: string
}

/** Changes one setting if its value is allowed, alone and beside the others; the audit needs what it was before. */
export async function changeSetting(
  tx: Tx,
  outbox: Outbox,
  change: SettingChange,
  now: Date,
): Promise<Result<{ before: Settings; after: Settings }, SettingError>> {
  const checked = checkSettingValue(change.key, change.value)
  if (!checked.ok) return checked
  const before = settingsFrom(await lockAll(tx))
  const after = checkSettingsTogether({ ...before, [change.key]: checked.value })
  if (!after.ok) return err(after.error)
  await write(tx, { key: change.key, value: storedText(checked.value), actorId: change.actorId, now })
  await outbox.appendEvents(tx, [{ type: 'settings-changed', data: { key: change.key } }])
  return ok({ before, after: after.value })
}
