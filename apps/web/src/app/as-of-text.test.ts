import { expect, it } from 'vitest'
import { asOfText } from './as-of-text.ts'

const NOW = new Date('2026-11-21T16:07:00Z')

it.each([
  ['2026-11-21T16:06:30Z', 'at 19:06, just now'],
  ['2026-11-21T16:02:00Z', 'at 19:02, 5 min ago'],
  ['2026-11-21T13:02:00Z', 'at 16:02, 3 h ago'],
  ['2026-11-20T15:42:00Z', 'yesterday 18:42'],
  ['2026-11-18T15:42:00Z', '18 Nov 2026, 18:42'],
])('stored data loaded at %s is labelled “%s”', (at, text) => {
  expect(asOfText(new Date(at), NOW)).toBe(text)
})
