import { ZERO } from '@mupiira/domain/money/ugx.ts'
import { err, ok } from '@mupiira/domain/result.ts'
import { SETTINGS_WITH_SECOND_APPROVER } from '@mupiira/domain/settings/catalogue.ts'
import type { SettingKey } from '@mupiira/domain/settings/types.ts'
import type { Db, Tx } from '../../kernel/db/sql.ts'
import type { Audit } from '../audit/index.ts'
import type { RefusedSetting, SettingsApi } from '../settings/index.ts'
import { ALONE_WITH_SETTINGS_FLAG, type Approvals } from './approvals.ts'
import type { StaffAction } from './four-eyes.ts'
import type { Staff } from '../../kernel/http/staff.ts'

export const SETTING = 'setting'

export type Changes = readonly { readonly key: SettingKey; readonly value: string }[]

/** The stored part of a request. */
export type AskedSettings = { readonly changes: Changes; readonly title: string }

export type ChangingDeps = {
  readonly audit: Pick<Audit, 'record'>
  readonly settings: Pick<SettingsApi, 'changeAll' | 'evaluateAll'>
}
export type AskingDeps = ChangingDeps & Pick<Approvals, 'fourEyes'> & { readonly db: Db }

type Wish = { readonly changes: Changes; readonly reason: string; readonly by: Staff }

/** Changes settings, or has a second member of staff look at them first; answers what was refused, or what waits. */
export function askSettings(
  { audit, db, fourEyes, settings }: AskingDeps,
  { changes, reason, by }: Wish,
  now: Date,
): Promise<{ readonly refusal: RefusedSetting | null } | { readonly approvalId: string }> {
  return db.transaction(async (tx) => {
    const evaluated = await settings.evaluateAll(tx, changes)
    if (!evaluated.ok) return { refusal: evaluated.error }
    const changed = evaluated.value.filter(({ before, after }) => before !== after)
    const first = changed.find(({ key }) => SETTINGS_WITH_SECOND_APPROVER.has(key))
    const judgement = first === undefined ? 'do' : await fourEyes.evaluateAlways(tx, now)
    if (first === undefined || judgement !== 'wait') {
      const flag = judgement === 'alone' ? { flag: ALONE_WITH_SETTINGS_FLAG } : {}
      return {
        refusal: await makeChanges(tx, { audit, settings }, changes, { askedBy: by.actorId, by, reason, ...flag }, now),
      }
    }
    const subject = `setting:${first.key}` as const
    const title = changed.map(({ key, before, after }) => `${key}: ${before} → ${after}`).join(', ')
    // Only changed settings are requested; others may change before the approval.
    const asked: AskedSettings = { changes: changed.map(({ key, after }) => ({ key, value: after })), title }
    const wish = { kind: SETTING, subject, reason, amountUgx: ZERO, asked, askedBy: by.actorId, once: true } as const
    const approvalId = await fourEyes.propose(tx, wish, now)
    await audit.record(tx, { ...by, action: 'setting.change', subject, after: { title, waits: true }, reason }, now)
    return { approvalId }
  })
}

/** Applies approved settings. */
export const settingsAction =
  (deps: ChangingDeps): StaffAction<'SETTING_REFUSED'> =>
  async (tx, { asked, askedBy, reason }, by, now) => {
    const refused = await makeChanges(tx, deps, (asked as AskedSettings).changes, { askedBy, by, reason }, now)
    return refused === null ? ok(undefined) : err('SETTING_REFUSED')
  }

/** Changes them, and writes each down; answers what was refused. */
async function makeChanges(
  tx: Tx,
  { audit, settings }: ChangingDeps,
  changes: Changes,
  staffAction: { readonly askedBy: string; readonly by: Staff; readonly reason: string; readonly flag?: string },
  now: Date,
): Promise<RefusedSetting | null> {
  const { askedBy, by, reason, flag } = staffAction
  const changed = await settings.changeAll(tx, changes, askedBy, now)
  if (!changed.ok) return changed.error
  const flags = { ...(askedBy === by.actorId ? {} : { askedBy }), ...(flag === undefined ? {} : { flag }) }
  for (const { key, before, after } of changed.value) {
    if (before === after) continue
    const row = { action: 'setting.change', subject: `setting:${key}`, reason } as const
    await audit.record(tx, { ...by, ...row, before: { [key]: before }, after: { [key]: after, ...flags } }, now)
  }
  return null
}
