import { describe, expect, it } from 'vitest'
import { ugx } from '@mupiira/domain/money/ugx.ts'
import { MAX_POLLS, type PaymentStage, QUERY_FOR_MS } from '@mupiira/domain/payments/payment-states.ts'
import { canMoveMoney, evaluateOutcome, type PaymentOutcome } from './evaluate-outcome.ts'
import { newPayment, type Payment } from './payment.ts'

const now = new Date('2026-11-21T12:00:00Z')
const paymentAt = (stage: PaymentStage, type: Payment['type']): Payment => ({
  ...newPayment(
    {
      id: '01990000-0000-7000-8000-000000000001',
      shortReference: 'D7KQ2MXP',
      userId: 'u',
      type,
      amount: ugx(2_500_000n),
      fee: ugx(0n),
      phoneNumber: '+256772000110',
      paymentMethod: 'MTN',
      provider: 'relworx',
    },
    now,
  ),
  stage,
})

const BEGUN: readonly PaymentStage[] = ['sent', 'polling', 'checking', 'review', 'done']

it.each(['deposit', 'withdrawal'] as const)(
  '[WDR-22] a %s that one process is sending is not ended by another process that has read the old unsent state',
  (type) => {
    for (const stage of BEGUN) {
      expect(evaluateOutcome(paymentAt(stage, type), { kind: 'never-sent' }, now)).toMatchObject({
        kind: 'unchanged',
        after: { stage },
      })
    }
    expect(evaluateOutcome(paymentAt('requested', type), { kind: 'never-sent' }, now)).toMatchObject({
      kind: 'changed',
      after: { stage: 'done', status: 'failed', reason: 'never-sent' },
    })
  },
)

it.each(['deposit', 'withdrawal'] as const)(
  '[WDR-22] a refusal reply to a %s after its first status query does not end the payment, because the provider may have accepted an earlier order',
  (type) => {
    const refusal = {
      kind: 'refused',
      message: null,
      unavailable: true,
      exchange: { operation: 'send', request: {}, httpStatus: null, response: null, failure: 'x', durationMs: 1 },
    } as const
    for (const stage of ['polling', 'checking', 'review'] as const) {
      expect(evaluateOutcome(paymentAt(stage, type), refusal, now)).toMatchObject({
        kind: 'unchanged',
        after: { stage },
      })
    }
    expect(evaluateOutcome(paymentAt('sent', type), refusal, now)).toMatchObject({
      kind: 'changed',
      after: { status: 'failed' },
    })
  },
)

it('[DEP-26] an ended payment is queried at growing intervals for a limited time while the provider reports no final status', () => {
  const unclear = {
    kind: 'unclear',
    exchange: { operation: 'status', request: {}, httpStatus: null, response: null, failure: 'x', durationMs: 1 },
  } as const
  let payment: Payment = { ...paymentAt('done', 'deposit'), status: 'success', polls: 3 }
  let at = now
  const pausesMs: number[] = []
  while (payment.nextAt !== null) {
    const { after } = evaluateOutcome(payment, unclear, at)
    if (after.nextAt !== null) pausesMs.push(after.nextAt.getTime() - at.getTime())
    at = after.nextAt ?? at
    payment = after
    expect(pausesMs.length).toBeLessThan(200)
  }
  expect(pausesMs.slice(0, 3)).toEqual([60_000, 120_000, 240_000])
  expect(Math.max(...pausesMs)).toBe(3_600_000)
  expect(payment).toMatchObject({ stage: 'done', status: 'success' })
})

it.each(['done', 'review'] as const)(
  '[WDR-23] in stage %s a callback triggers status queries until the provider reports the payment',
  (stage) => {
    const exchange = { operation: 'send', request: {}, httpStatus: 200, response: null, failure: null, durationMs: 1 }
    const payment: Payment = {
      ...paymentAt(stage, 'withdrawal'),
      status: stage === 'done' ? 'failed' : 'pending',
      nextAt: now,
    }
    const reply = { kind: 'accepted', internalReference: 'x', providerStatus: null, exchange } as PaymentOutcome
    expect(evaluateOutcome(payment, reply, now)).toMatchObject({ kind: 'unchanged', after: { nextAt: now } })
    const decided = evaluateOutcome(payment, { kind: 'decided', ending: 'failed' }, now)
    expect(decided.kind, 'staff decides payments in review only').toBe(stage === 'done' ? 'unchanged' : 'changed')
    const pending = { kind: 'pending', providerStatus: 'pending', exchange } as PaymentOutcome
    expect(evaluateOutcome(payment, pending, now)).toMatchObject({
      after: { stage, nextAt: new Date(now.getTime() + 60_000) },
    })
    const absent = { kind: 'absent', exchange } as PaymentOutcome
    expect(evaluateOutcome(payment, absent, now)).toMatchObject({ kind: 'changed', after: { stage, nextAt: null } })
  },
)

describe('payment outcomes that cannot move money', () => {
  const exchange = {
    operation: 'status',
    request: {},
    httpStatus: null,
    response: null,
    failure: 'x',
    durationMs: 1,
  } as const
  const OUTCOMES: readonly PaymentOutcome[] = [
    { kind: 'sending' },
    { kind: 'accepted', internalReference: 'r', providerStatus: null, exchange },
    { kind: 'accepted', internalReference: null, providerStatus: null, exchange },
    { kind: 'pending', providerStatus: 'pending', exchange },
    { kind: 'unclear', exchange },
    { kind: 'absent', exchange },
  ]
  const LONG_AGO = new Date(now.getTime() - QUERY_FOR_MS)

  it.each(OUTCOMES)(
    '[DEP-21] [WDR-21] the outcome "$kind" moves no money, and can only end a deposit as failed',
    (outcome) => {
      expect(canMoveMoney(outcome)).toBe(false)
      for (const type of ['deposit', 'withdrawal'] as const) {
        for (const stage of ['requested', ...BEGUN] as const) {
          for (const polls of [0, MAX_POLLS[type] - 1, MAX_POLLS[type]]) {
            for (const unknownSince of [null, LONG_AGO]) {
              const before = { ...paymentAt(stage, type), polls, unknownSince }
              const { status } = evaluateOutcome(before, outcome, now).after
              expect(status).toBeOneOf(type === 'deposit' ? ['pending', 'failed'] : ['pending'])
            }
          }
        }
      }
    },
  )
})
