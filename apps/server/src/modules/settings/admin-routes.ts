import { changeSettings, type AdminSetting, listSettings, previewSettings } from '@mupiira/contract/admin-settings.ts'
import { DEFAULT_PAYMENT_ROUTES } from '@mupiira/domain/payments/providers.ts'
import { carrierOfMethod, PAYMENT_METHODS } from '@mupiira/domain/phone/carriers.ts'
import { SETTING_KEYS, isSettingKey, settingRule } from '@mupiira/domain/settings/catalogue.ts'
import type { SettingRule } from '@mupiira/domain/settings/rules.ts'
import { type SettingError, storedText } from '@mupiira/domain/settings/parse.ts'
import { settingValueText } from '@mupiira/domain/settings/texts.ts'
import type { SettingKey } from '@mupiira/domain/settings/types.ts'
import { type Call, type FieldError, type Outcome, type Route, route } from '../../kernel/http/route.ts'
import { staffOf } from '../../kernel/access/staff.ts'
import type { RefusedSetting } from './change-settings.ts'
import { type CountEffect, previewChange } from './preview-change.ts'
import { changeApproved, requestChange, type RequestChangeDeps, type RequestedSettings } from './request-change.ts'
import { readRows } from './settings.repository.ts'

export type SettingsAdminDeps = RequestChangeDeps & {
  /** Full names of members of staff for the list. */
  readonly namesOf: (userIds: readonly string[]) => Promise<ReadonlyMap<string, string>>
  readonly countEffect: CountEffect
}

const FORMAT_WORDS: { readonly [key in SettingKey]?: string } = {
  overround: 'must be a number for each market',
  in_play_margin: 'must be a number for each group of markets',
  in_play_leagues: 'must be a bet delay or margins for each league',
  carrier_prefixes: 'must be three-digit prefixes that start with 0, separated by commas',
  support_phone: 'must be a phone number such as 0800 100 200, or empty',
  support_email: 'must be an email address',
  payment_routes: `must list ${PAYMENT_METHODS.map((method) => `for ${carrierOfMethod(method)} ${DEFAULT_PAYMENT_ROUTES[method].join(' or ')}`).join(', ')}, each once, separated by commas`,
}

const LEAGUES_OUT_OF_RANGE =
  'must have at most 100 leagues, with bet delays and margins in the ranges of the general settings'

/** The message shown with a refused value. */
const PROBLEMS: { readonly [E in SettingError]: (rule: SettingRule) => string } = {
  WRONG_TYPE: ({ key, kind }) =>
    kind === 'integer'
      ? 'must be a whole number, for example 1,500'
      : kind === 'decimal'
        ? 'must be a number with at most two decimals, for example 5.25'
        : (FORMAT_WORDS[key] ?? 'has an invalid format'),
  OUT_OF_RANGE: ({ key, min = 0, max = Infinity }) =>
    key === 'in_play_leagues'
      ? LEAGUES_OUT_OF_RANGE
      : `must be from ${min.toLocaleString('en-UG')} to ${max.toLocaleString('en-UG')}`,
  UNKNOWN_CHOICE: ({ choices = [] }) => `must be one of ${choices.join(', ')}`,
  WRONG_FORMAT: ({ key }) => FORMAT_WORDS[key] ?? 'has an invalid format',
  CONTRADICTION: () => 'contradicts another setting: a minimum is above its maximum',
}

/** The settings with their rules, changed together and effective immediately (ADMS). */
export function settingsAdminRoutes(deps: SettingsAdminDeps): readonly Route[] {
  deps.approvals.register('setting', changeApproved(deps))
  return [
    route(listSettings, async ({ actor }) => ({ status: 200, body: { items: await presentAll(deps, actor.userId) } })),
    route(previewSettings, (call) => preview(deps, call)),
    route(changeSettings, (call) => change(deps, call)),
  ]
}

type Requested = { readonly key: string; readonly value: string; readonly seen?: string | undefined }
type Refused = { readonly error: 'SETTING_REFUSED'; readonly errors: FieldError[] }

/** The changes of known settings, or the error for the others. */
function readChanges(requested: readonly Requested[]) {
  const changes = requested.flatMap(({ key, ...change }) => (isSettingKey(key) ? [{ key, ...change }] : []))
  const unknown = requested.flatMap(({ key }): FieldError[] =>
    isSettingKey(key) ? [] : [{ path: key, message: 'is not a setting' }],
  )
  return unknown.length === 0 ? { changes } : { refused: { error: 'SETTING_REFUSED', errors: unknown } as Refused }
}

const refusalOf = ({ key, error }: RefusedSetting): Refused => ({
  error: 'SETTING_REFUSED',
  errors: [{ path: key, message: PROBLEMS[error](settingRule(key)) }],
})

async function preview(
  deps: SettingsAdminDeps,
  call: Call<typeof previewSettings>,
): Promise<Outcome<typeof previewSettings>> {
  const read = readChanges(call.body.changes)
  if ('refused' in read) return read.refused
  const previewed = await previewChange(deps, { changes: read.changes, by: staffOf(call) })
  return previewed.ok ? { status: 200, body: previewed.value } : refusalOf(previewed.error)
}

async function change(
  deps: SettingsAdminDeps,
  call: Call<typeof changeSettings>,
): Promise<Outcome<typeof changeSettings>> {
  const { body, actor } = call
  const read = readChanges(body.changes)
  if ('refused' in read) return read.refused
  const requested = await requestChange(deps, {
    changes: read.changes,
    reason: body.reason.trim(),
    by: staffOf(call),
  })
  if (!requested.ok) {
    const refused = requested.error
    if (refused.error !== 'CHANGED_MEANWHILE') return refusalOf(refused)
    const value = settingValueText(refused.key, refused.value)
    const message = `was changed to ${value} by someone else. Please check it again`
    return { error: 'SETTING_REFUSED', errors: [{ path: refused.key, message }] }
  }
  const items = await presentAll(deps, actor.userId)
  const { approvalId } = requested.value
  return approvalId === null ? { status: 200, body: { items } } : { status: 202, body: { items, approvalId } }
}

/** `userId`: the member of staff who reads the settings. */
async function presentAll({ approvals, db, namesOf }: SettingsAdminDeps, userId: string): Promise<AdminSetting[]> {
  const [rows, waiting] = await Promise.all([readRows(db), approvals.fourEyes.waiting()])
  const requests = waiting.filter(({ kind }) => kind === 'setting')
  const names = await namesOf([
    ...rows.flatMap((row) => row.updatedBy ?? []),
    ...requests.map(({ requestedBy }) => requestedBy),
  ])
  const waitingFor = (key: SettingKey): AdminSetting['waiting'] =>
    requests.flatMap((approval) => {
      const change = (approval.request as RequestedSettings).changes.find((each) => each.key === key)
      if (change === undefined) return []
      const { id: approvalId, requestedBy, requestedAt } = approval
      const by = { askedBy: names.get(requestedBy) ?? '', isOwn: requestedBy === userId }
      return { approvalId, value: change.value, askedAt: requestedAt.toISOString(), ...by }
    })
  const byKey = new Map(rows.map((row) => [row.key, row]))
  return SETTING_KEYS.flatMap((key) => {
    const row = byKey.get(key)
    if (row === undefined) return []
    const rule: SettingRule = settingRule(key)
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
      updatedBy: names.get(row.updatedBy ?? '') ?? null,
      waiting: waitingFor(key),
    }
  })
}
