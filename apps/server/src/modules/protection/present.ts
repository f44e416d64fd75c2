import type { Protection as ProtectionResponse, Restrictions } from '@mupiira/contract/protection.ts'
import { type Ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { confirmableAt, hasLapsed, lapsesAt } from '@mupiira/domain/protection/change-limit.ts'
import { isExcluded } from '@mupiira/domain/protection/exclusion.ts'
import { remainingOf, LIMIT_NAMES, type UsedAmounts } from '@mupiira/domain/protection/limits.ts'
import { periodEnd } from '@mupiira/domain/protection/periods.ts'
import type { CountedDeposits } from './check.ts'
import type { OwnProtection } from './protection.repository.ts'

const shown = (amount: Ugx | null): number | null => (amount === null ? null : ugxToNumber(amount))

export function presentProtection(
  own: OwnProtection,
  used: UsedAmounts,
  unconfirmed: CountedDeposits['unconfirmed'] | undefined,
  now: Date,
): ProtectionResponse {
  return {
    limits: LIMIT_NAMES.map(({ kind, period }) => {
      const { amount, raise } = own.stateOf({ kind, period })
      return {
        kind,
        period,
        amount: shown(amount),
        used: ugxToNumber(used[kind][period]),
        unconfirmed: kind === 'deposit' && unconfirmed !== undefined ? ugxToNumber(unconfirmed[period]) : 0,
        left: amount === null ? null : ugxToNumber(remainingOf(amount, used[kind][period])),
        frees: periodEnd(period, now).toISOString(),
        raise:
          raise === null || hasLapsed(raise, now)
            ? null
            : {
                amount: shown(raise.amount),
                confirmableAt: confirmableAt(raise).toISOString(),
                lapsesAt: lapsesAt(raise).toISOString(),
              },
      }
    }),
    ...presentRestrictions(own, now),
  }
}

export function presentRestrictions({ exclusion, checkMinutes }: OwnProtection, now: Date): Restrictions {
  return {
    exclusion:
      exclusion !== null && isExcluded(exclusion, now)
        ? { kind: exclusion.kind, from: exclusion.from.toISOString(), until: exclusion.until.toISOString() }
        : null,
    realityCheckMinutes: checkMinutes,
  }
}
