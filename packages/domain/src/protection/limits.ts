import { formatPlain, type Ugx, ugx } from '../money/ugx.ts'
import { PERIODS, type Period, periodEnd } from './periods.ts'

/** The amounts that a player can limit: deposits, stakes, and losses (stakes less everything returned). */
export const LIMIT_KINDS = ['deposit', 'stake', 'loss'] as const
export type LimitKind = (typeof LIMIT_KINDS)[number]

export type LimitName = { readonly kind: LimitKind; readonly period: Period }
export const LIMIT_NAMES: readonly LimitName[] = LIMIT_KINDS.flatMap((kind) =>
  PERIODS.map((period) => ({ kind, period })),
)

/** An amount for each limit; null: no limit is set. */
export type Limits = { readonly [kind in LimitKind]: { readonly [period in Period]: Ugx | null } }
/** Deposits, stakes and losses in each period so far. A negative loss is a win. */
export type Used = { readonly [kind in LimitKind]: { readonly [period in Period]: Ugx } }

/** A limit that an amount would pass: what it is, what is left of it, and when it is free again. */
export type LimitReached = LimitName & { readonly limitUgx: Ugx; readonly leftUgx: Ugx; readonly freesAt: Date }

/** The limits that a movement counts towards: a stake may be lost as a whole. */
export const KINDS_OF = { deposit: ['deposit'], stake: ['stake', 'loss'] } as const

/**
 * The limit that an amount would pass (PLAY-02), or null. Of several the one that frees last: until then it stays refused.
 * `reachedLimit('stake', ugx(200n), {…, stake: {day: 1000n}}, {…, stake: {day: 900n}}, now)` → {kind: 'stake', period: 'day', leftUgx: 100n, …}
 */
export function reachedLimit(
  movement: keyof typeof KINDS_OF,
  amount: Ugx,
  limits: Limits,
  used: Used,
  now: Date,
): LimitReached | null {
  let last: LimitReached | null = null
  for (const kind of KINDS_OF[movement]) {
    for (const period of PERIODS) {
      const limitUgx = limits[kind][period]
      if (limitUgx === null || used[kind][period] + amount <= limitUgx) continue
      const freesAt = periodEnd(period, now)
      if (last !== null && freesAt <= last.freesAt) continue
      last = { kind, period, limitUgx, leftUgx: leftOf(limitUgx, used[kind][period]), freesAt }
    }
  }
  return last
}

/** The remaining allowance, never negative: a lowered limit may be exceeded already. */
export const leftOf = (limit: Ugx, used: Ugx): Ugx => ugx(limit > used ? limit - used : 0n)

/** The used amounts after a movement. */
export function afterMovement(used: Used, movement: keyof typeof KINDS_OF, amount: Ugx): Used {
  const next = { ...used }
  for (const kind of KINDS_OF[movement]) {
    const { day, week, month } = used[kind]
    next[kind] = { day: ugx(day + amount), week: ugx(week + amount), month: ugx(month + amount) }
  }
  return next
}

const PERIOD_WORDS = { day: 'daily', week: 'weekly', month: 'monthly' } as const

/** `limitWords({kind: 'stake', period: 'day', limitUgx: ugx(5_000_000n)})` → "daily stake limit of UGX 50,000" */
export const limitWords = ({ kind, period, limitUgx }: LimitName & { readonly limitUgx: Ugx }): string =>
  `${PERIOD_WORDS[period]} ${kind} limit of UGX ${formatPlain(limitUgx)}`
