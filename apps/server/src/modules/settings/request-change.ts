import { ZERO } from '@mupiira/domain/money/ugx.ts'
import { type Result, err, ok } from '@mupiira/domain/result.ts'
import { isAllowedAlone } from '@mupiira/domain/settings/one-person.ts'
import { checkSettingValue, parseStoredText, storedText } from '@mupiira/domain/settings/parse.ts'
import { settingChangeText } from '@mupiira/domain/settings/texts.ts'
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

type Changed = ChangedSettings['changed']

/** Returns whether one member of staff may make this change alone. */
export function isChangeOfOne({ key, before, after }: Changed[number]): boolean {
  const [from, to] = [before, after].map((text) => checkSettingValue(key, parseStoredText(text)))
  return from?.ok === true && to?.ok === true && isAllowedAlone(key, from.value, to.value)
}

/**
 * Changes settings. What one member of staff may change alone applies at once, so a stop never waits. The other changes
 * are requested from a second approver, and the id of the waiting request is returned. Changes that are only valid
 * together with a waiting one wait with it.
 */
export function requestChange(
  deps: RequestChangeDeps,
  { changes, reason, by }: { readonly changes: Requested; readonly reason: string; readonly by: Staff },
): Promise<Result<{ readonly approvalId: string | null }, RefusedSetting | ChangedSinceRequest>> {
  const { approvals, audit, clock, db, evaluateAll } = deps
  /** The changes that are valid with the current settings, so that an invalid one does not delay a stop. */
  async function validWithoutRest(tx: Tx, asked: Changed): Promise<Changed> {
    let valid: Changed = []
    for (const change of asked)
      if ((await evaluateAll(tx, asChanges([...valid, change]))).ok) valid = [...valid, change]
    return valid
  }
  return db.transaction(async (tx) => {
    const evaluated = await evaluateAll(tx, changes)
    if (!evaluated.ok) return evaluated
    const now = clock.now()
    const changed = evaluated.value.filter(({ before, after }) => before !== after)
    const outdated = changed.find(({ key, before }) => isOutdated(changes, key, before))
    if (outdated !== undefined) return err({ key: outdated.key, error: 'CHANGED_MEANWHILE', value: outdated.before })
    const protectedChanges = changed.filter((change) => !isChangeOfOne(change))
    const needsApproval = protectedChanges.length > 0
    const action = { kind: 'setting', actorId: by.actorId } as const
    const evaluation = needsApproval ? await approvals.fourEyes.requireApproval(tx, action, now) : 'do'
    if (evaluation !== 'wait') {
      const flagged = new Map(protectedChanges.map(({ key }) => [key, AUDIT_FLAGS.settings]))
      const done = await applyChanges(tx, deps, changes, { requestedBy: by.actorId, by, reason, flagged }, now)
      return done.ok ? ok({ approvalId: null }) : done
    }
    const free = await validWithoutRest(tx, changed.filter(isChangeOfOne))
    if (free.length > 0) await applyChanges(tx, deps, asChanges(free), { requestedBy: by.actorId, by, reason }, now)
    const waiting = changed.filter((change) => !free.includes(change))
    const subject = `setting:${protectedChanges[0]?.key ?? ''}` as const
    const title = waiting.map(({ key, before, after }) => settingChangeText(key, before, after)).join('; ')
    // Only changed settings are requested; others may change before the approval.
    const requested: RequestedSettings = {
      changes: waiting.map(({ key, before, after }) => ({ key, before, value: after })),
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

const asChanges = (changed: Changed): Changes => changed.map(({ key, after }) => ({ key, value: after }))

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
  action: {
    readonly requestedBy: string
    readonly by: Staff
    readonly reason: string
    /** The audit flags of changes that needed an approver while there was none. */
    readonly flagged?: ReadonlyMap<SettingKey, string>
  },
  now: Date,
): Promise<Result<void, RefusedSetting>> {
  const { requestedBy, by, reason, flagged } = action
  const changed = await changeAll(tx, changes, requestedBy, now)
  if (!changed.ok) return changed
  const requester = requestedBy === by.actorId ? {} : { requestedBy }
  for (const { key, before, after } of changed.value) {
    if (before === after) continue
    const flag = flagged?.get(key)
    const flags = { ...requester, ...(flag === undefined ? {} : { flag }) }
    const entry = { action: 'setting.change', subject: `setting:${key}`, reason } as const
    await audit.record(tx, { ...by, ...entry, before: { [key]: before }, after: { [key]: after, ...flags } }, now)
  }
  return ok(undefined)
}
