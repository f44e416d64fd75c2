import { DEPOSIT_MAXIMUM, depositMinimum } from '@mupiira/domain/limits/payment-rules.ts'
import { minUgx, type Ugx, ugx } from '@mupiira/domain/money/ugx.ts'
import type { Settings } from '@mupiira/domain/settings/types.ts'
import { money } from '../../shared/format/amounts.ts'

/**
 * The deposit screen with the amount that a stake needs: whole shillings, and an amount that a deposit accepts.
 * `depositHref(ugxFromShillings(50_000), 20_000.5, 'balance')` → "/deposit?amount=30000"
 */
export function depositHref(stakeUgx: Ugx, balance: number | null, rule: Settings['first_deposit_rule']): string {
  if (balance === null) return '/deposit'
  const balanceUgx = money(balance)
  const missing = ugx(((stakeUgx - balanceUgx + 99n) / 100n) * 100n)
  const least = depositMinimum(balanceUgx, rule)
  return `/deposit?amount=${minUgx(missing > least ? missing : least, DEPOSIT_MAXIMUM) / 100n}`
}
