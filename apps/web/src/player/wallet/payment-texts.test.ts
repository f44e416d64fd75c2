import { describe, expect, it } from 'vitest'
import { handsetLink, paymentFace } from './payment-texts.ts'

describe('how a payment stands', () => {
  it.each([
    ['[DEP-18]', 'deposit', 'pending', false, 'Check your phone', 'waiting'],
    ['[DEP-31]', 'deposit', 'pending', true, 'Being checked', 'waiting'],
    ['[DEP-22]', 'deposit', 'success', false, 'Deposit received', 'up'],
    ['[DEP-24]', 'deposit', 'failed', false, 'Deposit not received', 'down'],
    ['a withdrawal', 'withdrawal', 'pending', false, 'On its way to your phone', 'waiting'],
    ['[WDR-22]', 'withdrawal', 'pending', true, 'Being checked', 'waiting'],
    ['[WDR-20]', 'withdrawal', 'success', false, 'Withdrawal sent', 'up'],
    ['[WDR-30]', 'withdrawal', 'failed', false, 'Withdrawal failed', 'down'],
  ] as const)('%s: a %s that is %s (checked: %s) says "%s"', (_id, type, status, beingChecked, title, tone) => {
    expect(paymentFace({ type, status, beingChecked })).toEqual({ title, tone })
  })

  it('leads to the simulated phone of the number', () => {
    expect(handsetLink('http://localhost:4010/handset', '+256772123456')).toBe(
      'http://localhost:4010/handset?msisdn=%2B256772123456',
    )
  })
})
