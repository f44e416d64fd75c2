import type { Selectable } from 'kysely'
import type { LimitState, Raise } from '@mupiira/domain/protection/change-limit.ts'
import type { Exclusion } from '@mupiira/domain/protection/exclusion.ts'
import { LIMIT_NAMES, type LimitKind, type LimitName, type Limits } from '@mupiira/domain/protection/limits.ts'
import type { Period } from '@mupiira/domain/protection/periods.ts'
import { REALITY_CHECK } from '@mupiira/domain/protection/reality-check.ts'
import { type Ugx, ugx } from '@mupiira/domain/money/ugx.ts'
import type { PlayerProtection, ProtectionChanges } from '../../kernel/db/database-types.ts'
import { anyOf, type Params, q, statement } from '../../kernel/db/query.ts'
import type { Sql, Tx } from '../../kernel/db/sql.ts'

export type LimitColumn = `${LimitKind}_${Period}`
export const columnOf = ({ kind, period }: LimitName): LimitColumn => `${kind}_${period}`
export const LIMIT_COLUMNS = LIMIT_NAMES.map(columnOf)

export type LimitColumns = { readonly [column in LimitColumn]: bigint | null }

/** Converts amounts by column to amounts by limit. */
export function byLimit<T>(amountOf: (column: LimitColumn) => T) {
  const periodsOf = (kind: LimitKind) => ({
    day: amountOf(`${kind}_day`),
    week: amountOf(`${kind}_week`),
    month: amountOf(`${kind}_month`),
  })
  return { deposit: periodsOf('deposit'), stake: periodsOf('stake'), loss: periodsOf('loss') }
}

const orNull = (amount: bigint | null | undefined): Ugx | null => (amount == null ? null : ugx(amount))
export const limitsOf = (row: LimitColumns | null): Limits => byLimit((column) => orNull(row?.[column]))

/** All protection settings of a player; defaults if nothing is set. */
export type OwnProtection = {
  readonly limits: Limits
  readonly stateOf: (name: LimitName) => LimitState
  readonly exclusion: Exclusion | null
  readonly checkMinutes: number
}

const ofUser = statement((p: Params<{ userId: string }>) =>
  q.selectFrom('player_protection').selectAll().where('user_id', '=', p.userId),
)
const raisesOfUser = statement((p: Params<{ userId: string }>) =>
  q.selectFrom('limit_raises').selectAll().where('user_id', '=', p.userId),
)

export async function readProtection(db: Sql, userId: string): Promise<OwnProtection> {
  const row = (await db.first(ofUser({ userId }))) ?? null
  const raises = await db.run(raisesOfUser({ userId }))
  const limits = limitsOf(row)
  return {
    limits,
    stateOf({ kind, period }) {
      const raise = raises.find((each) => each.kind === kind && each.period === period)
      return {
        amount: limits[kind][period],
        raise: raise === undefined ? null : { amount: orNull(raise.amount), requestedAt: raise.requested_at },
      }
    },
    exclusion: exclusionOf(row),
    checkMinutes: row?.check_minutes ?? REALITY_CHECK.defaultMinutes,
  }
}

function exclusionOf(row: Selectable<PlayerProtection> | null): Exclusion | null {
  if (row === null || row.exclusion === null || row.excluded_from === null || row.excluded_until === null) return null
  return { kind: row.exclusion, from: row.excluded_from, until: row.excluded_until }
}

type Values = Partial<
  LimitColumns & Pick<Selectable<PlayerProtection>, 'exclusion' | 'excluded_from' | 'excluded_until' | 'check_minutes'>
>

/** Sets columns of a player's row, under the lock of the player's account. */
export async function saveProtection(tx: Tx, userId: string, values: Values, now: Date): Promise<void> {
  const saved = { ...values, updated_at: now }
  await tx.change(
    q
      .insertInto('player_protection')
      .values({ user_id: userId, ...saved })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(saved)),
  )
}

const deleteRaise = statement((p: Params<{ userId: string; kind: LimitKind; period: Period }>) =>
  q
    .deleteFrom('limit_raises')
    .where('user_id', '=', p.userId)
    .where('kind', '=', p.kind)
    .where('period', '=', p.period),
)
const upsertRaise = statement(
  (p: Params<{ userId: string; kind: LimitKind; period: Period; amount: bigint | null; requestedAt: Date }>) =>
    q
      .insertInto('limit_raises')
      .values({ user_id: p.userId, kind: p.kind, period: p.period, amount: p.amount, requested_at: p.requestedAt })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'kind', 'period']).doUpdateSet({ amount: p.amount, requested_at: p.requestedAt }),
      ),
)

/** Stores the raise of a limit that waits for its confirmation; null deletes it. */
export const saveRaise = (tx: Tx, userId: string, name: LimitName, raise: Raise | null): Promise<number> =>
  tx.change(raise === null ? deleteRaise({ userId, ...name }) : upsertRaise({ userId, ...name, ...raise }))

const insertChange = statement(
  (p: Params<{ userId: string; kind: ProtectionChanges['kind']; details: string; now: Date }>) =>
    q
      .insertInto('protection_changes')
      .values({ user_id: p.userId, kind: p.kind, details: p.details, created_at: p.now }),
)

/** Adds to the history of a player's protection. */
export async function recordChange(
  tx: Tx,
  userId: string,
  kind: ProtectionChanges['kind'],
  details: object,
  now: Date,
): Promise<void> {
  const json = JSON.stringify(details, (_, value) => (typeof value === 'bigint' ? String(value) : value))
  await tx.change(insertChange({ userId, kind, details: json, now }))
}

const exclusions = statement((p: Params<{ userIds: readonly string[]; now: Date }>) =>
  q
    .selectFrom('player_protection')
    .select(['user_id as userId', 'excluded_until as until'])
    .where('user_id', '=', anyOf(p.userIds))
    .where('excluded_until', '>', p.now)
    .$narrowType<{ until: Date }>(),
)

/** When the exclusion of each self-excluded player ends. */
export async function exclusionEnds(
  db: Sql,
  userIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Date>> {
  if (userIds.length === 0) return new Map()
  const rows = await db.run(exclusions({ userIds: [...new Set(userIds)], now }))
  return new Map(rows.map(({ userId, until }) => [userId, until]))
}
