import { changeSettings, type DeskSetting, listSettings } from '@mupiira/contract/desk-settings.ts'
import { ZERO } from '@mupiira/domain/money/ugx.ts'
import { err, ok } from '@mupiira/domain/result.ts'
import { type SettingRule, SETTING_KEYS, isSettingKey, settingRule } from '@mupiira/domain/settings/catalogue.ts'
import { type SettingError, storedText } from '@mupiira/domain/settings/parse.ts'
import type { SettingKey } from '@mupiira/domain/settings/types.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import { type FieldError, type Outcome, type Route, route } from '../../kernel/http/route.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Audit } from '../audit/index.ts'
import type { Identity } from '../identity/index.ts'
import type { RefusedSetting, SettingsDoor } from '../settings/index.ts'
import { ALONE_WITH_SETTINGS_FLAG, type Approvals } from './approvals.ts'
import { nameOf } from './desk-query.ts'
import { type Staff, staffOf } from './staff.ts'

/** Who could change these alone would have no second one look at what he moves, nor show who he is (ADMT-30, D55). */
const TAKE_TWO: ReadonlySet<SettingKey> = new Set(['four_eyes_threshold', 'admin_second_factor'])

const SETTING = 'setting'

type Changes = readonly { readonly key: SettingKey; readonly value: string }[]

type Asked = { readonly changes: Changes }

export type SettingsDoors = {
  readonly audit: Pick<Audit, 'record'>
  readonly identity: Pick<Identity, 'profiles'>
  readonly settings: Pick<SettingsDoor, 'changeAll' | 'current' | 'judgeAll' | 'stored'>
}

const TABLE_WORDS: { readonly [key in SettingKey]?: string } = {
  overround: 'must be a number for each market',
  carrier_prefixes: 'must be prefixes of three digits, the first one 0, with commas between',
  payment_routes: 'must name for MTN relworx or mtn, for Airtel relworx or airtel, each once, with commas between',
}

/** What the form says beside a value that was refused. */
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
  { audit, identity, settings }: SettingsDoors,
  { fourEyes, register }: Approvals,
): readonly Route[] {
  /** Changes them, and writes each down; answers what was refused. */
  async function change(
    tx: Tx,
    changes: Changes,
    deed: { readonly askedBy: string; readonly by: Staff; readonly reason: string; readonly flag?: string },
    now: Date,
  ): Promise<RefusedSetting | null> {
    const { askedBy, by, reason, flag } = deed
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

  register(SETTING, async (tx, { asked, askedBy, reason }, by, now) => {
    const refused = await change(tx, (asked as Asked).changes, { askedBy, by, reason }, now)
    return refused === null ? ok(undefined) : err('SETTING_REFUSED')
  })

  /** `userId`: who looks at them. */
  async function shown(userId: string): Promise<DeskSetting[]> {
    const [rows, approvals] = await Promise.all([settings.stored(), fourEyes.waiting()])
    const asked = approvals.filter(({ kind }) => kind === SETTING)
    const people = await identity.profiles([
      ...new Set([...rows.flatMap((row) => row.updatedBy ?? []), ...asked.map(({ askedBy }) => askedBy)]),
    ])
    const nameBy = (id: string | null): string | null => {
      const person = id === null ? undefined : people.get(id)
      return person === undefined ? null : nameOf(person)
    }
    const waitingFor = (key: SettingKey): DeskSetting['waiting'] =>
      asked.flatMap((approval) => {
        const change = (approval.asked as Asked).changes.find((each) => each.key === key)
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

  return [
    route(listSettings, async ({ actor }) => ({ status: 200, body: { items: await shown(actor.userId) } })),

    route(changeSettings, async (call): Promise<Outcome<typeof changeSettings>> => {
      const { body, actor, now } = call
      const wrong: FieldError[] = body.changes.flatMap(({ key }) =>
        isSettingKey(key) ? [] : [{ path: key, message: 'is not a setting' }],
      )
      if (wrong.length > 0) return { error: 'SETTING_REFUSED', errors: wrong }
      const changes = body.changes as Changes
      const reason = body.reason?.trim() ?? ''
      const by = staffOf(call)
      const outcome = await db.transaction(async (tx) => {
        const judged = await settings.judgeAll(tx, changes)
        if (!judged.ok) return { refusal: judged.error }
        const changed = judged.value.filter(({ before, after }) => before !== after)
        const first = changed.find(({ key }) => TAKE_TWO.has(key))
        const judgement = first === undefined ? 'do' : await fourEyes.judgeAlways(tx, now)
        if (first === undefined || judgement !== 'wait') {
          const flag = judgement === 'alone' ? { flag: ALONE_WITH_SETTINGS_FLAG } : {}
          return { refusal: await change(tx, changes, { askedBy: actor.userId, by, reason, ...flag }, now) }
        }
        const title = changed.map(({ key, before, after }) => `${key}: ${before} → ${after}`).join(', ')
        const proposal = { kind: SETTING, subject: `setting:${first.key}`, reason } as const
        // What is named is what is agreed to: others may change meanwhile what was only sent along.
        const asked = { changes: changed.map(({ key, after }) => ({ key, value: after })), title }
        const wish = { ...proposal, amountUgx: ZERO, asked, askedBy: actor.userId, once: true } as const
        const approvalId = await fourEyes.propose(tx, wish, now)
        const { subject } = proposal
        await audit.record(tx, { ...by, action: 'setting.change', subject, after: { title, waits: true }, reason }, now)
        return { approvalId }
      })
      if ('approvalId' in outcome) {
        return { status: 202, body: { items: await shown(actor.userId), approvalId: outcome.approvalId } }
      }
      const { refusal } = outcome
      if (refusal !== null) {
        const { key, error } = refusal
        return { error: 'SETTING_REFUSED', errors: [{ path: key, message: PROBLEMS[error](settingRule(key)) }] }
      }
      return { status: 200, body: { items: await shown(actor.userId) } }
    }),
  ]
}
