import { describe, expect, it } from 'vitest'
import { areDaysReversed, daysOf } from './statement-period.ts'

describe('[PLAY-07] [DATA-46] a period in Kampala days', () => {
  // 22:30 in Kampala is 19:30 in London. 01:30 in Kampala is the previous day in London.
  it.each([
    ['all', '2026-11-21T19:30:00Z', {}],
    ['today', '2026-11-20T22:30:00Z', { from: '2026-11-21', to: '2026-11-21' }],
    ['week', '2026-11-21T19:30:00Z', { from: '2026-11-15', to: '2026-11-21' }],
    ['month', '2026-11-21T19:30:00Z', { from: '2026-11-01', to: '2026-11-21' }],
    ['last-month', '2026-01-21T19:30:00Z', { from: '2025-12-01', to: '2025-12-31' }],
    ['last-month', '2026-03-31T12:00:00Z', { from: '2026-02-01', to: '2026-02-28' }],
    ['days', '2026-11-21T19:30:00Z', { from: '2026-05-01', to: undefined }],
  ] as const)('the statement period “%s” at %s covers the days %j', (choice, now, days) => {
    expect(daysOf(choice, new Date(now), { from: '2026-05-01', to: '' })).toEqual(days)
  })

  it('the first day of a statement period is never after the last', () => {
    expect(areDaysReversed({ from: '2026-11-22', to: '2026-11-21' })).toBe(true)
    expect(areDaysReversed({ from: '2026-11-21', to: '2026-11-21' })).toBe(false)
    expect(areDaysReversed({ to: '2026-11-21' })).toBe(false)
  })
})
