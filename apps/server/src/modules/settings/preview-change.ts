import type { SettingsPreview } from '@mupiira/contract/admin-settings.ts'
import { type Result, ok } from '@mupiira/domain/result.ts'
import { type CountedEffect, isCounted, settingEffects } from '@mupiira/domain/settings/effects.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { Staff } from '../../kernel/access/staff.ts'
import type { RefusedSetting, SettingChange } from './change-settings.ts'
import { isChangeOfOne, type RequestChangeDeps } from './request-change.ts'

/** Counts what a changed value affects. `value` is the new value as stored text. */
export type CountEffect = (effect: CountedEffect, value: string, now: Date) => Promise<number>

export type PreviewDeps = Pick<RequestChangeDeps, 'approvals' | 'clock' | 'db' | 'evaluateAll'> & {
  readonly db: Db
  readonly countEffect: CountEffect
}

/** The changes as they would be saved and what they affect. Stores nothing. */
export async function previewChange(
  { approvals, clock, countEffect, db, evaluateAll }: PreviewDeps,
  { changes, by }: { readonly changes: readonly SettingChange[]; readonly by: Staff },
): Promise<Result<SettingsPreview, RefusedSetting>> {
  const now = clock.now()
  const evaluated = await db.transaction(async (tx) => {
    const each = await evaluateAll(tx, changes)
    if (!each.ok) return each
    const changed = each.value
      .filter(({ before, after }) => before !== after)
      .map((change) => ({ ...change, isAllowedAlone: isChangeOfOne(change) }))
    const isOfOne = changed.every(({ isAllowedAlone }) => isAllowedAlone)
    const approval = isOfOne
      ? 'none'
      : await approvals.fourEyes.requireApproval(tx, { kind: 'setting', actorId: by.actorId }, now)
    return ok({ approval, changed } as const)
  })
  if (!evaluated.ok) return evaluated
  const { approval, changed } = evaluated.value
  return ok({
    approval,
    changes: await Promise.all(
      changed.map(async (change) => ({
        ...change,
        effects: await Promise.all(
          settingEffects(change.key).map(async (kind) => ({
            kind,
            count: isCounted(kind) ? await countEffect(kind, change.after, now) : null,
          })),
        ),
      })),
    ),
  })
}
