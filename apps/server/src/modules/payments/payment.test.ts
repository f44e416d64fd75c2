import { expect, it } from 'vitest'
import { ugx } from '@mupiira/domain/money/ugx.ts'
import { newPayment, referenceOf } from './payment.ts'

const ID = '01990000-0000-7000-8000-000000000001'

it.each([
  ['deposit', 'MTN', 'Deposit D7KQ2MXP by MTN from +256 77 ••• ••10'],
  ['deposit', 'AIRTEL', 'Deposit D7KQ2MXP by Airtel from +256 77 ••• ••10'],
  ['withdrawal', 'AIRTEL', 'Withdrawal D7KQ2MXP to +256 77 ••• ••10'],
] as const)('[WALT-12] the statement describes a %s through %s as "%s"', (type, paymentMethod, description) => {
  const payment = newPayment(
    {
      id: ID,
      shortReference: 'D7KQ2MXP',
      userId: 'u',
      type,
      paymentMethod,
      amount: ugx(2_500_000n),
      fee: ugx(0n),
      phoneNumber: '+256772000010',
      provider: 'relworx',
    },
    new Date(),
  )
  expect(payment.description).toBe(description)
})

it('[DEP-16] a payment reference has 36 characters and starts with DEP or WDR', () => {
  expect(referenceOf('deposit', ID)).toBe('DEP-01990000000070008000000000000001')
  expect(referenceOf('withdrawal', ID)).toHaveLength(36)
})
