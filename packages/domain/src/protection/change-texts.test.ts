import { expect, it } from 'vitest'
import { limitChangeText } from './change-texts.ts'

it.each([
  [
    { change: 'limit', kind: 'stake', period: 'day', from: null, to: '5000000' },
    'Daily stake limit changed from no limit to UGX 50,000',
  ],
  [
    { change: 'raise-confirmed', kind: 'loss', period: 'month', from: '700000', to: null },
    'Monthly loss limit changed from UGX 7,000 to no limit',
  ],
  [
    { change: 'raise-requested', kind: 'deposit', period: 'week', from: '1100000', to: '1300000' },
    'Weekly deposit limit: raise from UGX 11,000 to UGX 13,000 requested',
  ],
  [{ change: 'exclusion', kind: 'time-out', length: '1-day', until: '2026-11-22T10:00:00.000Z' }, 'Time-out started'],
  [
    { change: 'exclusion', kind: 'exclusion', length: '1-year', until: '2027-11-22T10:00:00.000Z' },
    'Self-exclusion started',
  ],
  [{ change: 'reality-check', minutes: 30 }, 'Reality check every 30 minutes'],
])('[PLAY-01] the change %j is described as "%s"', (facts, text) => {
  expect(limitChangeText(facts)).toBe(text)
})
