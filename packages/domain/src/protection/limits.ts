import { formatPlain, type Ugx, ugx } from '../money/ugx.ts'
import { PERIODS, type Period, periodEnd } from './periods.ts'

/** The limits that a player can set: deposits, stakes, and losses (stakes less returns). */
export const LIMIT_KINDS = ['deposit', 'stake', 'loss'] as const
export type LimitKind = (typeof LIMIT_KINDS)[number]

export type LimitName = { readonly kind: LimitKind; readonly period: Period }
export const LIMIT_NAMES: readonly LimitName[] = LIMIT_KINDS.flatMap((kind) =>
  PERIODS.map((period) => ({ kind, period })),
)

/** An amount for each limit; null without a limit. */
export type Limits = { readonly [kind in LimitKind]: { readonly [period in Period]: Ugx | null } }
/** Deposits, stakes and losses of the current periods. A negative loss is a win. */
export type UsedAmounts = { readonly [kind in LimitKind]: { readonly [period in Period]: Ugx } }

/** A limit that an amount exceeds, with the remaining amount and the end of its period. */
export type ExceededLimit = LimitName & { readonly limitUgx: Ugx; readonly leftUgx: Ugx; readonly freesAt: Date }

/** The limits that a movement counts towards. A stake also counts as a possible loss. */
export const LIMIT_KINDS_OF = { deposit: ['deposit'], stake: ['stake', 'loss'] } as const

/**
 * Returns the limit that an amount exceeds (PLAY-02), or null. Of several exceeded limits, it returns the one with the
 * latest end, because the amount stays blocked until then. `exceededLimit('stake', ugx(200n), {…, stake: {day: 1000n}},
 * {…, stake: {day: 900n}}, now)` → {kind: 'stake', period: 'day', leftUgx: 100n, …}
 */
export function exceededLimit(
  movement: keyof typeof LIMIT_KINDS_OF,
  amount: Ugx,
  limits: Limits,
  used: UsedAmounts,
  now: Date,
): ExceededLimit | null {
  let last: ExceededLimit | null = null
  for (const kind of LIMIT_KINDS_OF[movement]) {
    for (const period of PERIODS) {
      const limitUgx = limits[kind][period]
      if (limitUgx === null || used[kind][period] + amount <= limitUgx) continue
      const freesAt = periodEnd(period, now)
      if (last !== null && freesAt <= last.freesAt) continue
      last = { kind, period, limitUgx, leftUgx: remainingOf(limitUgx, used[kind][period]), freesAt }
    }
  }
  return last
}

/** The remaining amount. It is zero if a lowered limit is already exceeded. */
export const remainingOf = (limit: Ugx, used: Ugx): Ugx => ugx(limit > used ? limit - used : 0n)

/** The used amounts after a movement. */
export function afterMovement(used: UsedAmounts, movement: keyof typeof LIMIT_KINDS_OF, amount: Ugx): UsedAmounts {
  const next = { ...used }
  for (const kind of LIMIT_KINDS_OF[movement]) {
    const { day, week, month } = used[kind]
    next[kind] = { day: ugx(day + amount), week: ugx(week + amount), month: ugx(month + amount) }
  }
  return next
}

export const PERIOD_WORDS = { day: 'daily', week: 'weekly', month: 'monthly' } as const

/**
 * Names a limit. `limitText({kind: 'stake', period: 'day', limitUgx: ugx(5_000_000n)})` → "daily stake limit of UGX
 * 50,000"
 */
export const limitText = ({ kind, period, limitUgx }: LimitName & { readonly limitUgx: Ugx }): string =>
  `${PERIOD_WORDS[period]} ${kind} limit of UGX ${formatPlain(limitUgx)}`
