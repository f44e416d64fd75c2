import { describe, expect, it } from 'vitest'
import { ugx, ugxFromShillings } from '../money/ugx.ts'
import { DEFAULT_SETTINGS } from '../settings/catalogue.ts'
import { checkDeposit, checkWithdrawal, depositMinimum, paymentRefusalText } from './payment-rules.ts'

const WHOLE_SHILLINGS = 'Mobile money uses whole shillings only. Please enter an amount without cents.'
const balanceUgx = ugxFromShillings(900_000)
const deposit = { balanceUgx, phone: '0772000000', hasDeposited: true }

describe('whole shillings', () => {
  it.each([
    ['a deposit', (amountUgx: bigint) => checkDeposit({ ...deposit, amountUgx: ugx(amountUgx) }, DEFAULT_SETTINGS)],
    ['a withdrawal', (amountUgx: bigint) => checkWithdrawal(ugx(amountUgx), balanceUgx, DEFAULT_SETTINGS)],
  ])('[DEP-08] [WDR-08] %s of a fraction of a shilling is refused, because a provider would round it', (_, check) => {
    for (const amountUgx of [3_000_001n, 3_000_050n, 3_000_099n]) {
      const evaluated = check(amountUgx)
      expect(evaluated.ok ? null : paymentRefusalText(evaluated.error)).toBe(WHOLE_SHILLINGS)
    }
    expect(check(3_000_100n).ok).toBe(true)
  })
})

it('[SLIP-40] a withdrawal during maintenance is refused, whatever its amount', () => {
  const settings = { ...DEFAULT_SETTINGS, maintenance_mode: true }
  for (const amountUgx of [null, ugxFromShillings(30_000)])
    expect(checkWithdrawal(amountUgx, balanceUgx, settings)).toEqual({ ok: false, error: { code: 'MAINTENANCE' } })
})

it.each([
  [0, 'balance', 25_000],
  [9_999, 'balance', 25_000],
  [10_000, 'balance', 10_000],
  [-1, 'balance', 10_000],
  [900_000, 'history', 25_000],
] as const)(
  '[DEP-06] [DEP-09] with a balance of %d and first_deposit_rule = %s, a deposit of %d is certainly accepted',
  (balance, rule, minimum) => {
    const own = ugxFromShillings(balance)
    expect(depositMinimum(own, rule)).toBe(ugxFromShillings(minimum))
    const settings = { ...DEFAULT_SETTINGS, first_deposit_rule: rule }
    for (const hasDeposited of rule === 'history' ? [true, false] : [true]) {
      const request = { ...deposit, balanceUgx: own, hasDeposited, amountUgx: ugxFromShillings(minimum) }
      expect(checkDeposit(request, settings).ok).toBe(true)
    }
  },
)
