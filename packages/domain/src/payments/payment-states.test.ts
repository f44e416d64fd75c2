import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canTransition, transactionStates, type TransactionStatus, type TransactionType } from '../ticket/states.ts'
import { PAYMENT_TRANSITIONS, type PaymentEvent, type PaymentTransition, type PaymentStage } from './payment-states.ts'
import { nextAt, pollingEndsAt } from './payment-states.ts'

const now = new Date('2026-11-21T12:00:00Z')

const EVENTS: readonly PaymentEvent[] = [
  'sending',
  'accepted',
  'untracked',
  'refused',
  'waiting',
  'exhausted',
  'expired',
  'succeeded',
  'failed',
  'mismatched',
  'approved',
  'rejected',
  'released',
  'denied',
  'cancelled',
]
const UNSENT: readonly PaymentStage[] = ['requested', 'released']

describe.each(['deposit', 'withdrawal'] as const)('the state transitions of a %s', (type: TransactionType) => {
  it('[DEP-26][WDR-20] payment state transitions move money at most once, for any sequence of events', () => {
    fc.assert(
      fc.property(fc.constantFrom('requested', 'held'), fc.array(fc.constantFrom(...EVENTS)), (first, events) => {
        let stage: PaymentStage = first
        let status: TransactionStatus = 'pending'
        const ends: TransactionStatus[] = []
        for (const event of events) {
          const move: PaymentTransition | undefined = PAYMENT_TRANSITIONS[type][stage][event]
          if (move === undefined) continue
          const next: TransactionStatus = move.status ?? status
          if (next !== status) {
            if (!canTransition(transactionStates[type], status, next)) continue
            ends.push(next)
          }
          stage = move.stage
          status = next
        }
        expect(ends.filter((end) => end === 'success').length).toBeLessThanOrEqual(1)
        if (type === 'withdrawal') expect(ends.length).toBeLessThanOrEqual(1)
        if (status === 'pending') expect(stage).not.toBe('done')
      }),
    )
  })

  it('[WDR-22] payment state transitions change a status only for a final status, a refusal, or the last poll of a deposit', () => {
    for (const moves of Object.values(PAYMENT_TRANSITIONS[type])) {
      for (const [event, move] of Object.entries(moves)) {
        if (move.status === undefined) continue
        const allowed =
          type === 'deposit'
            ? /^(succeeded|failed|refused|exhausted|approved|rejected)$/
            : /^(succeeded|failed|refused|approved|rejected|denied|cancelled)$/
        expect(event).toMatch(allowed)
      }
    }
  })

  it('[WDR-18] payment state transitions never send a payment again that may have been sent', () => {
    for (const [stage, moves] of Object.entries(PAYMENT_TRANSITIONS[type])) {
      const isUnsent = stage === 'requested' || (stage === 'released' && type === 'withdrawal')
      expect([stage, 'sending' in moves]).toEqual([stage, isUnsent])
      for (const [event, move] of Object.entries(moves)) {
        expect(UNSENT.includes(move.stage)).toBe(stage === 'held' && event === 'released')
      }
    }
  })

  it('[WDR-23] an operator may decide a payment only in states with an unknown outcome', () => {
    for (const [stage, moves] of Object.entries(PAYMENT_TRANSITIONS[type])) {
      expect([stage, 'approved' in moves, 'rejected' in moves]).toEqual([stage, stage === 'review', stage === 'review'])
    }
  })
})

it('[WDR-31][WDR-33] a held withdrawal is sent only after its approval, for any sequence of events', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...EVENTS)), (events) => {
      let stage: PaymentStage = 'held'
      let isApproved = false
      for (const event of events) {
        const move: PaymentTransition | undefined = PAYMENT_TRANSITIONS.withdrawal[stage][event]
        if (move === undefined) continue
        isApproved ||= event === 'released'
        if (move.stage === 'sent') expect(isApproved).toBe(true)
        stage = move.stage
      }
    }),
  )
})

it('[WDR-32][WDR-33] a held withdrawal can be released, denied or cancelled, and nothing else changes it', () => {
  expect(Object.keys(PAYMENT_TRANSITIONS.withdrawal.held)).toEqual(['released', 'denied', 'cancelled'])
  for (const [stage, moves] of Object.entries(PAYMENT_TRANSITIONS.withdrawal)) {
    if (stage !== 'held') expect(Object.keys(moves)).not.toContain('cancelled')
  }
  expect(PAYMENT_TRANSITIONS.deposit.held).toEqual({})
  expect(nextAt('withdrawal', 'held', 0, now)).toBeNull()
  expect(pollingEndsAt({ type: 'withdrawal', stage: 'held', createdAt: now, sentAt: null })).toBeNull()
  expect(pollingEndsAt({ type: 'withdrawal', stage: 'released', createdAt: now, sentAt: null })).toBeNull()
})

it('[DEP-19][WDR-19] the app waits up to 75 s for a deposit and up to 90 s for a withdrawal', () => {
  expect(pollingEndsAt({ type: 'deposit', stage: 'polling', createdAt: now, sentAt: null })).toEqual(
    new Date(now.getTime() + 75_000),
  )
  expect(pollingEndsAt({ type: 'withdrawal', stage: 'polling', createdAt: now, sentAt: null })).toEqual(
    new Date(now.getTime() + 90_000),
  )
  const sentAt = new Date(now.getTime() + 20_000)
  for (const stage of ['sent', 'polling'] as const)
    expect(pollingEndsAt({ type: 'deposit', stage, createdAt: now, sentAt })).toEqual(new Date(now.getTime() + 95_000))
  expect(pollingEndsAt({ type: 'deposit', stage: 'requested', createdAt: now, sentAt: null })).not.toBeNull()
  expect(pollingEndsAt({ type: 'deposit', stage: 'checking', createdAt: now, sentAt: null })).toBeNull()
})

it.each([
  ['deposit', 15, 30],
  ['deposit', 16, 60],
  ['withdrawal', 18, 30],
  ['withdrawal', 21, 240],
  ['withdrawal', 25, 3_600],
] as const)(
  '[DEP-26][WDR-23] a %s of unknown outcome is queried after %d polls again in %d s',
  (type, polls, seconds) => {
    expect(nextAt(type, 'checking', polls, now)).toEqual(new Date(now.getTime() + seconds * 1_000))
  },
)

it('[WDR-23] only a final status or an operator’s decision ends the processing of a payment', () => {
  for (const stage of ['requested', 'sent', 'polling', 'checking'] as const) {
    expect(nextAt('withdrawal', stage, 18, now)?.getTime()).toBeGreaterThan(now.getTime())
  }
  expect(nextAt('withdrawal', 'review', 18, now)).toBeNull()
  expect(nextAt('withdrawal', 'checking', 10_000, now)?.getTime()).toBe(now.getTime() + 3_600_000)
})
