import type { LimitState } from '@mupiira/domain/protection/change-limit.ts'
import type { Exclusion, ExclusionKind } from '@mupiira/domain/protection/exclusion.ts'
import { LIMIT_NAMES, type LimitKind, type LimitName, type Limits } from '@mupiira/domain/protection/limits.ts'
import type { Period } from '@mupiira/domain/protection/periods.ts'
import { REALITY_CHECK } from '@mupiira/domain/protection/reality-check.ts'
import { type Ugx, ugx } from '@mupiira/domain/money/ugx.ts'
import type { Sql, Tx } from '../../kernel/db/sql.ts'

export type LimitColumn = `${LimitKind}_${Period}`
export const columnOf = ({ kind, period }: LimitName): LimitColumn => `${kind}_${period}`
export const LIMIT_COLUMNS = LIMIT_NAMES.map(columnOf)

export type LimitColumns = { readonly [column in LimitColumn]: bigint | null }

/** Amounts by column as amounts by limit: of limits, and of what is used of them. */
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

type Row = LimitColumns & {
  readonly exclusion: ExclusionKind | null
  readonly excludedFrom: Date | null
  readonly excludedUntil: Date | null
  readonly checkMinutes: number
}
type RaiseRow = LimitName & { readonly amount: bigint | null; readonly askedAt: Date }

/** All protection settings of a player; defaults if nothing is set. */
export type OwnProtection = {
  readonly limits: Limits
  readonly stateOf: (name: LimitName) => LimitState
  readonly exclusion: Exclusion | null
  readonly checkMinutes: number
}

export async function readProtection(sql: Sql, userId: string): Promise<OwnProtection> {
  const [row] = await sql.query<Row>(
    `select ${LIMIT_COLUMNS.join(', ')}, exclusion, excluded_from as "excludedFrom", excluded_until as "excludedUntil",
            check_minutes as "checkMinutes"
       from player_protection where user_id = $1`,
    [userId],
    'protection-own',
  )
  const raises = await sql.query<RaiseRow>(
    `select kind, period, amount, asked_at as "askedAt" from limit_raises where user_id = $1`,
    [userId],
    'protection-raises',
  )
  const limits = limitsOf(row ?? null)
  return {
    limits,
    stateOf({ kind, period }) {
      const raise = raises.find((each) => each.kind === kind && each.period === period)
      return {
        amount: limits[kind][period],
        raise: raise === undefined ? null : { amount: orNull(raise.amount), askedAt: raise.askedAt },
      }
    },
    exclusion: exclusionOf(row),
    checkMinutes: row?.checkMinutes ?? REALITY_CHECK.defaultMinutes,
  }
}

function exclusionOf(row: Row | undefined): Exclusion | null {
  if (row?.exclusion == null || row.excludedFrom === null || row.excludedUntil === null) return null
  return { kind: row.exclusion, from: row.excludedFrom, until: row.excludedUntil }
}

/** Columns of a player's row, which is made where there is none. Under the lock of his account. */
export async function writeProtection(
  tx: Tx,
  userId: string,
  values: Readonly<Record<string, unknown>>,
  now: Date,
): Promise<void> {
  const names = Object.keys(values)
  await tx.change(
    `insert into player_protection (user_id, updated_at, ${names.join(', ')})
     values ($1, $2, ${names.map((_, at) => `$${at + 3}`).join(', ')})
     on conflict (user_id) do update set updated_at = excluded.updated_at,
       ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    [userId, now, ...Object.values(values)],
  )
}

export type Change = 'limit' | 'raise-asked' | 'raise-confirmed' | 'exclusion' | 'reality-check'

export async function noteChange(tx: Tx, userId: string, what: Change, details: object, now: Date): Promise<void> {
  await tx.change(
    `insert into protection_changes (user_id, what, details, created_at) values ($1, $2, $3::jsonb, $4)`,
    [userId, what, JSON.stringify(details, (_, value) => (typeof value === 'bigint' ? String(value) : value)), now],
  )
}
