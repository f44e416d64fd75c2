import { describe, expect, it } from 'vitest'
import { entryActionText } from './action-texts.ts'

const entry = (action: string, after: unknown) => ({ action, after })

describe('[ADMT-30] the texts of audit actions', () => {
  it.each([
    ['what was done', entry('money.top-up', { amount: 5, balance: 10 }), 'Balance topped up'],
    ['what was only asked for', entry('money.top-up', { amount: 5, waits: true }), 'Requested: Balance topped up'],
    [
      'what was declined, whatever it was',
      entry('money.decline', { kind: 'move-start', amount: 5 }),
      'Request declined',
    ],
    ['an action without words', entry('night.watch', null), 'night.watch'],
  ])('the text of an audit action: %s', (_what, logged, text) => {
    expect(entryActionText(logged)).toBe(text)
  })
})
