import { DEPOSIT_MAXIMUM, depositMinimum } from '@mupiira/domain/limits/payment-rules.ts'
import { minUgx, type Ugx, ugx } from '@mupiira/domain/money/ugx.ts'
import type { Settings } from '@mupiira/domain/settings/types.ts'
import type { DepositState } from '../../shared/deposit-state.ts'
import { money } from '../../shared/format/amounts.ts'

/**
 * The amount missing for a stake, rounded to an amount that a deposit accepts, in whole shillings. Empty if the balance
 * is unknown or covers the stake.
 * `missingDeposit(ugxFromShillings(50_000), 20_000.5, 'balance')` → `{ amount: 30000 }`
 */
export function missingDeposit(
  stakeUgx: Ugx,
  balance: number | null,
  rule: Settings['first_deposit_rule'],
): DepositState {
  if (balance === null) return {}
  const balanceUgx = money(balance)
  if (balanceUgx >= stakeUgx) return {}
  const missing = ugx(((stakeUgx - balanceUgx + 99n) / 100n) * 100n)
  const least = depositMinimum(balanceUgx, rule)
  return { amount: Number(minUgx(missing > least ? missing : least, DEPOSIT_MAXIMUM) / 100n) }
}
