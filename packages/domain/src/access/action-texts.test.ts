import { describe, expect, it } from 'vitest'
import { entryActionText } from './action-texts.ts'

const entry = (action: string, after: unknown) => ({ action, after })

describe('[ADMT-30] the texts of audit actions', () => {
  it.each([
    ['an action that took effect', entry('money.top-up', { amount: 5, balance: 10 }), 'Balance topped up'],
    [
      'an action that waits for approval',
      entry('money.top-up', { amount: 5, waits: true }),
      'Requested: Balance topped up',
    ],
    [
      'a declined request of any kind',
      entry('money.decline', { kind: 'reschedule-start', amount: 5 }),
      'Request declined',
    ],
    ['a code without a text', entry('night.watch', null), 'night.watch'],
  ])('the audit log shows a text for %s', (_what, logged, text) => {
    expect(entryActionText(logged)).toBe(text)
  })
})
