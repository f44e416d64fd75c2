import { expect, it } from 'vitest'
import { ugxFromShillings } from '@mupiira/domain/money/ugx.ts'
import { missingDeposit } from './missing-deposit.ts'

it.each([
  [50_000, 20_000.5, 'balance', { amount: 30_000 }],
  [50_000, 19_999.5, 'balance', { amount: 30_001 }],
  [21_000, 20_000, 'balance', { amount: 10_000 }],
  [25_000, 3_000, 'balance', { amount: 25_000 }],
  [25_000, 20_000, 'history', { amount: 25_000 }],
  [30_000, -1_000, 'balance', { amount: 31_000 }],
  [9_000_000, 0, 'balance', { amount: 5_000_000 }],
  [25_000, null, 'balance', {}],
  [25_000, 25_000, 'balance', {}],
] as const)(
  '[SLIP-36] [DEP-07] for a stake of %d, a balance of %s and the rule %s, the slip suggests the deposit %j',
  (stake, balance, rule, state) => {
    expect(missingDeposit(ugxFromShillings(stake), balance, rule)).toEqual(state)
  },
)
