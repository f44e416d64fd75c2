import { changeSettings, type AdminSetting, listSettings } from '@mupiira/contract/admin-settings.ts'
import { DEFAULT_PAYMENT_ROUTES } from '@mupiira/domain/payments/providers.ts'
import { type SettingRule, SETTING_KEYS, isSettingKey, settingRule } from '@mupiira/domain/settings/catalogue.ts'
import { type SettingError, storedText } from '@mupiira/domain/settings/parse.ts'
import type { SettingKey } from '@mupiira/domain/settings/types.ts'
import { type Call, type FieldError, type Outcome, type Route, route } from '../../kernel/http/route.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Identity } from '../identity/index.ts'
import type { SettingsApi } from '../settings/index.ts'
import type { Approvals } from './approvals.ts'
import {
  type AskedSettings,
  type AskingDeps,
  askSettings,
  type ChangingDeps,
  SETTING,
  settingsAction,
} from './ask-settings.ts'
import { nameOf } from '../identity/index.ts'
import { staffOf } from '../../kernel/http/staff.ts'

export type SettingsDeps = ChangingDeps & {
  readonly identity: Pick<Identity, 'profiles'>
  readonly settings: Pick<SettingsApi, 'stored'>
}
type BackOffice = SettingsDeps & AskingDeps

const TABLE_WORDS: { readonly [key in SettingKey]?: string } = {
  overround: 'must be a number for each market',
  carrier_prefixes: 'must be prefixes of three digits, the first one 0, with commas between',
  payment_routes: `must name for MTN ${DEFAULT_PAYMENT_ROUTES.MTN.join(' or ')}, for Airtel ${DEFAULT_PAYMENT_ROUTES.AIRTEL.join(' or ')}, each once, with commas between`,
}

/** The message beside a refused value. */
const PROBLEMS: { readonly [E in SettingError]: (rule: SettingRule) => string } = {
  WRONG_TYPE: ({ key, kind }) =>
    kind === 'integer'
      ? 'must be a whole number, for example 1,500'
      : kind === 'decimal'
        ? 'must be a number with at most two decimals, for example 5.25'
        : (TABLE_WORDS[key] ?? 'is not written as it is expected'),
  OUT_OF_RANGE: ({ min = 0, max = Infinity }) =>
    `must be from ${min.toLocaleString('en-UG')} to ${max.toLocaleString('en-UG')}`,
  UNKNOWN_CHOICE: ({ choices = [] }) => `must be one of ${choices.join(', ')}`,
  CONTRADICTION: () => 'contradicts another setting: a lowest amount is above its highest',
}

/** ADMS: every setting with its rule; changed together, in force at once. */
export function settingsRoutes(
  { db }: Pick<Kernel, 'db'>,
  deps: SettingsDeps,
  { fourEyes, register }: Approvals,
): readonly Route[] {
  const backOffice: BackOffice = { ...deps, db, fourEyes }
  register(SETTING, settingsAction(deps))
  return [
    route(listSettings, async ({ actor }) => ({ status: 200, body: { items: await shown(backOffice, actor.userId) } })),
    route(changeSettings, (call) => change(backOffice, call)),
  ]
}

async function change(
  backOffice: BackOffice,
  call: Call<typeof changeSettings>,
): Promise<Outcome<typeof changeSettings>> {
  const { body, actor, now } = call
  const changes = body.changes.flatMap(({ key, value }) => (isSettingKey(key) ? [{ key, value }] : []))
  const wrong: FieldError[] = body.changes.flatMap(({ key }) =>
    isSettingKey(key) ? [] : [{ path: key, message: 'is not a setting' }],
  )
  if (wrong.length > 0) return { error: 'SETTING_REFUSED', errors: wrong }
  const outcome = await askSettings(backOffice, { changes, reason: body.reason?.trim() ?? '', by: staffOf(call) }, now)
  if ('approvalId' in outcome)
    return { status: 202, body: { items: await shown(backOffice, actor.userId), approvalId: outcome.approvalId } }
  if (outcome.refusal === null) return { status: 200, body: { items: await shown(backOffice, actor.userId) } }
  const { key, error } = outcome.refusal
  return { error: 'SETTING_REFUSED', errors: [{ path: key, message: PROBLEMS[error](settingRule(key)) }] }
}

/** `userId`: who looks at them. */
async function shown({ fourEyes, identity, settings }: BackOffice, userId: string): Promise<AdminSetting[]> {
  const [rows, approvals] = await Promise.all([settings.stored(), fourEyes.waiting()])
  const asked = approvals.filter(({ kind }) => kind === SETTING)
  const people = await identity.profiles([
    ...new Set([...rows.flatMap((row) => row.updatedBy ?? []), ...asked.map(({ askedBy }) => askedBy)]),
  ])
  const nameBy = (id: string | null): string | null => {
    const person = id === null ? undefined : people.get(id)
    return person === undefined ? null : nameOf(person)
  }
  const waitingFor = (key: SettingKey): AdminSetting['waiting'] =>
    asked.flatMap((approval) => {
      const change = (approval.asked as AskedSettings).changes.find((each) => each.key === key)
      if (change === undefined) return []
      const { id: approvalId, askedBy, askedAt } = approval
      const by = { askedBy: nameBy(askedBy) ?? '', isOwn: askedBy === userId }
      return { approvalId, value: change.value, askedAt: askedAt.toISOString(), ...by }
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
      updatedBy: nameBy(row.updatedBy),
      waiting: waitingFor(key),
    }
  })
}
