import { describe, expect, it } from 'vitest'
import type { Transaction } from '@mupiira/contract/payments.ts'
import {
  handsetLink,
  isEndedByReview,
  depositThatMayStillArrive,
  nextSteps,
  paymentCharges,
  paymentEnd,
  statusTexts,
  phoneText,
} from './payment-texts.ts'

describe('the status of a payment', () => {
  it.each([
    ['[DEP-18]', 'deposit', 'pending', false, 'Check your phone', 'waiting'],
    ['[DEP-31]', 'deposit', 'pending', true, 'Being checked', 'waiting'],
    ['[DEP-22]', 'deposit', 'success', false, 'Deposit received', 'up'],
    ['[DEP-24]', 'deposit', 'failed', false, 'Deposit not received', 'down'],
    ['[DEP-31]', 'deposit', 'failed', true, 'Deposit not confirmed yet', 'waiting'],
    ['[WDR-16]', 'withdrawal', 'pending', false, 'On its way to your phone', 'waiting'],
    ['[WDR-22]', 'withdrawal', 'pending', true, 'Being checked', 'waiting'],
    ['[WDR-20]', 'withdrawal', 'success', false, 'Withdrawal sent', 'up'],
    ['[WDR-30]', 'withdrawal', 'failed', false, 'Withdrawal failed', 'down'],
  ] as const)(
    '%s a %s with the status %s (being checked: %s) shows "%s"',
    (_id, type, status, beingChecked, title, tone) => {
      expect(statusTexts({ type, status, beingChecked })).toMatchObject({ title, tone })
    },
  )

  it.each([
    ['waiting', 'pending', true, 'Being checked', 'Being checked', false],
    ['approved', 'pending', false, 'On its way to your phone', 'On its way', false],
    ['approved', 'failed', false, 'Withdrawal failed', 'Failed', false],
    ['rejected', 'failed', false, 'Withdrawal not approved', 'Not approved', true],
    ['cancelled', 'failed', false, 'Withdrawal cancelled', 'Cancelled', true],
  ] as const)(
    '[WDR-32] [WDR-33] a held withdrawal whose review is %s, with the status %s, shows "%3$s"',
    (state, status, beingChecked, title, short, isEnded) => {
      const review = { state, dueAt: '2026-11-22T15:00:00Z' }
      expect(statusTexts({ type: 'withdrawal', status, beingChecked, review })).toMatchObject({ title, short })
      expect(isEndedByReview({ status, review })).toBe(isEnded)
      const steps = nextSteps({ type: 'withdrawal', status, beingChecked, review })
      expect(steps.join(' ')).not.toMatch(/72 hours/)
    },
  )

  it.each([
    ['', 'deposit', 'success', 0, []],
    ['[WDR-20]', 'withdrawal', 'pending', 2000, ['Fee 2000', 'Held 32000']],
    ['[WDR-20]', 'withdrawal', 'success', 2000, ['Fee 2000', 'Debited 32000']],
    ['[WDR-30]', 'withdrawal', 'failed', 2000, ['Returned 32000']],
  ] as const)('%s a %s with the status %s and a fee of %i shows the charges %j', (_id, type, status, fee, charges) => {
    const shown = paymentCharges({ type, status, amount: 30_000, fee }).map(({ name, amount }) => `${name} ${amount}`)
    expect(shown).toEqual(charges)
  })

  it('[DEP-24] [DEP-31] the app shows only a paid payment as completed, and a payment that can still succeed as open', () => {
    const completedAt = '2026-11-26T03:17:00Z'
    const nameOf = (status: Transaction['status'], beingChecked: boolean) =>
      paymentEnd({ status, beingChecked, completedAt })?.name ?? null
    expect(nameOf('success', false)).toBe('Completed')
    expect(nameOf('failed', false)).toBe('Ended')
    expect(nameOf('failed', true)).toBeNull()
  })

  it('[DEP-31] the app does not suggest another payment while a deposit is being checked', () => {
    expect(nextSteps({ type: 'deposit', status: 'failed', beingChecked: true }).join(' ')).not.toMatch(/try again/)
  })

  it('[DEP-31] [WDR-22] the app states for every payment status that the money is safe and what to do next', () => {
    for (const type of ['deposit', 'withdrawal'] as const)
      for (const status of ['pending', 'failed'] as const)
        for (const beingChecked of [true, false]) {
          if (type === 'withdrawal' && status === 'failed' && beingChecked) continue
          expect(nextSteps({ type, status, beingChecked }).join(' '), `${type} ${status}`).toMatch(
            /safe|taken|We hold|your balance/,
          )
        }
    expect(nextSteps({ type: 'deposit', status: 'success', beingChecked: false })).toEqual([])
    expect(nextSteps({ type: 'withdrawal', status: 'pending', beingChecked: true }).join(' ')).toMatch(/72 hours/)
  })

  it('the app links to the simulated handset of the payment’s number', () => {
    expect(handsetLink('http://localhost:4010/handset', '+256772123456')).toBe(
      'http://localhost:4010/handset?msisdn=%2B256772123456',
    )
  })
})

it('[WDR-01] the app masks the phone number of a withdrawal everywhere, and shows the phone number of a deposit in full', () => {
  const phoneNumber = '+256772555101'
  expect(phoneText({ type: 'withdrawal', phoneNumber })).toBe('+256 77 ••• ••01')
  expect(phoneText({ type: 'deposit', phoneNumber })).toBe('+256 77 255 5101')
})

it.each([
  ['needs confirmation after a deposit that timed out 29 minutes ago', {}, true],
  ['needs confirmation after a deposit that staff is checking', { status: 'pending' }, true],
  ['needs no confirmation after a deposit made half an hour ago', { createdAt: '2026-11-21T14:30:00Z' }, false],
  ['needs no confirmation after a declined deposit', { beingChecked: false }, false],
  ['needs no confirmation after a withdrawal', { type: 'withdrawal', status: 'pending' }, false],
] as const)('[DEP-31] a new deposit %s', (_title, change, isRequested) => {
  const timedOut = { type: 'deposit', status: 'failed', beingChecked: true, createdAt: '2026-11-21T14:31:00Z' }
  const payment = { ...timedOut, ...change } as Transaction
  expect(depositThatMayStillArrive([payment], new Date('2026-11-21T15:00:00Z'))).toBe(isRequested ? payment : null)
})
