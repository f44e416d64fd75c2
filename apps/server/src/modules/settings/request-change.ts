import { ZERO } from '@mupiira/domain/money/ugx.ts'
import { type Result, err, ok } from '@mupiira/domain/result.ts'
import { settingRule } from '@mupiira/domain/settings/catalogue.ts'
import { checkSettingValue, parseStoredText, storedText } from '@mupiira/domain/settings/parse.ts'
import type { SettingKey } from '@mupiira/domain/settings/types.ts'
import { type Approvals, AUDIT_FLAGS, type StaffAction } from '../../kernel/access/approvals.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Db, Tx } from '../../kernel/db/sql.ts'
import type { Staff } from '../../kernel/access/staff.ts'
import type { Audit } from '../audit/index.ts'
import type { ChangedSettings, RefusedSetting, SettingChange } from './change-settings.ts'

type Changes = readonly { readonly key: SettingKey; readonly value: string }[]
/** `before`: the value that the second approver is shown. */
type Waiting = readonly (Changes[number] & { readonly before: string })[]
/** `seen`: the value that the author of the change has seen. */
type Requested = readonly (Changes[number] & { readonly seen?: string | undefined })[]
/** Another member of staff has just changed a setting. */
type ChangedSinceRequest = { readonly key: SettingKey; readonly error: 'CHANGED_MEANWHILE'; readonly value: string }

/** A setting that was changed after the request, so that the approver has not seen the current value. */
export type ChangedSince = { readonly code: 'CHANGED_SINCE'; readonly key: SettingKey }
type ApprovedRefusal = 'SETTING_REFUSED' | ChangedSince

/** The stored data of a request. */
export type RequestedSettings = { readonly changes: Waiting; readonly title: string }

type Evaluate<Rest extends readonly unknown[]> = (
  tx: Tx,
  changes: readonly SettingChange[],
  ...rest: Rest
) => Promise<Result<ChangedSettings['changed'], RefusedSetting>>

export type RequestChangeDeps = {
  readonly clock: Clock
  readonly db: Db
  readonly approvals: Approvals<ApprovedRefusal>
  readonly audit: Audit['commands']
  readonly evaluateAll: Evaluate<[]>
  readonly changeAll: Evaluate<[actorId: string, now: Date]>
}

/** Changes settings, or requests a second approver first and returns the id of the waiting request. */
export function requestChange(
  deps: RequestChangeDeps,
  { changes, reason, by }: { readonly changes: Requested; readonly reason: string; readonly by: Staff },
): Promise<Result<{ readonly approvalId: string | null }, RefusedSetting | ChangedSinceRequest>> {
  const { approvals, audit, clock, db, evaluateAll } = deps
  return db.transaction(async (tx) => {
    const evaluated = await evaluateAll(tx, changes)
    if (!evaluated.ok) return evaluated
    const now = clock.now()
    const changed = evaluated.value.filter(({ before, after }) => before !== after)
    const outdated = changed.find(({ key, before }) => isOutdated(changes, key, before))
    if (outdated !== undefined) return err({ key: outdated.key, error: 'CHANGED_MEANWHILE', value: outdated.before })
    const first = changed.find(({ key }) => settingRule(key).requiresSecondApprover)
    const evaluation =
      first === undefined
        ? 'do'
        : await approvals.fourEyes.requireApproval(tx, { kind: 'setting', actorId: by.actorId }, now)
    if (first === undefined || evaluation !== 'wait') {
      const flag = evaluation === 'alone' ? { flag: AUDIT_FLAGS.settings } : {}
      const done = await applyChanges(tx, deps, changes, { requestedBy: by.actorId, by, reason, ...flag }, now)
      return done.ok ? ok({ approvalId: null }) : done
    }
    const subject = `setting:${first.key}` as const
    const title = changed.map(titleOf).join(', ')
    // Only changed settings are requested; others may change before the approval.
    const requested: RequestedSettings = {
      changes: changed.map(({ key, before, after }) => ({ key, before, value: after })),
      title,
    }
    const proposal = {
      kind: 'setting',
      subject,
      reason,
      amountUgx: ZERO,
      request: requested,
      requestedBy: by.actorId,
      once: true,
    } as const
    const approvalId = await approvals.fourEyes.propose(tx, proposal, now)
    await audit.record(tx, { ...by, action: 'setting.change', subject, after: { title, waits: true }, reason }, now)
    return ok({ approvalId })
  })
}

/** "max_payout: 100 → 200". Of a setting with several values, only the changed ones. */
function titleOf({ key, before, after }: ChangedSettings['changed'][number]): string {
  const [from, to] = [before, after].map(parseStoredText)
  if (!isTable(from) || !isTable(to)) return `${key}: ${before} → ${after}`
  const text = (value: unknown): string => (value === undefined ? 'none' : JSON.stringify(value))
  const names = Object.keys({ ...from, ...to }).filter((name) => text(from[name]) !== text(to[name]))
  return `${key}: ${names.map((name) => `${name} ${text(from[name])} → ${text(to[name])}`).join(', ')}`
}

const isTable = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

function isOutdated(changes: Requested, key: SettingKey, current: string): boolean {
  const { seen } = changes.find((change) => change.key === key) ?? {}
  if (seen === undefined) return false
  const value = checkSettingValue(key, parseStoredText(seen))
  return !value.ok || storedText(value.value) !== current
}

/** Applies approved settings, unless one was changed in the meantime. */
export const changeApproved =
  (deps: RequestChangeDeps): StaffAction<ApprovedRefusal> =>
  async (tx, { request: requested, requestedBy, reason }, by) => {
    const { changes } = requested as RequestedSettings
    const evaluated = await deps.evaluateAll(tx, changes)
    if (!evaluated.ok) return err('SETTING_REFUSED')
    const now = deps.clock.now()
    const current = new Map(evaluated.value.map(({ key, before }) => [key, before]))
    const changed = changes.find(({ key, before }) => current.get(key) !== before)
    if (changed !== undefined) return err({ code: 'CHANGED_SINCE', key: changed.key })
    const done = await applyChanges(tx, deps, changes, { requestedBy, by, reason }, now)
    return done.ok ? ok(now) : err('SETTING_REFUSED')
  }

/** Stores the changes with an audit entry for each. */
async function applyChanges(
  tx: Tx,
  { audit, changeAll }: RequestChangeDeps,
  changes: Changes,
  action: { readonly requestedBy: string; readonly by: Staff; readonly reason: string; readonly flag?: string },
  now: Date,
): Promise<Result<void, RefusedSetting>> {
  const { requestedBy, by, reason, flag } = action
  const changed = await changeAll(tx, changes, requestedBy, now)
  if (!changed.ok) return changed
  const flags = { ...(requestedBy === by.actorId ? {} : { requestedBy }), ...(flag === undefined ? {} : { flag }) }
  for (const { key, before, after } of changed.value) {
    if (before === after) continue
    const entry = { action: 'setting.change', subject: `setting:${key}`, reason } as const
    await audit.record(tx, { ...by, ...entry, before: { [key]: before }, after: { [key]: after, ...flags } }, now)
  }
  return ok(undefined)
}
