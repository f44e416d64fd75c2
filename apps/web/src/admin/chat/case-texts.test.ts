import { describe, expect, it } from 'vitest'
import { secondsText, spanText, waitText } from './case-texts.ts'

describe('[CHAT-26] the texts of waiting times', () => {
  it.each([
    [0, 'under 1 min'],
    [59, 'under 1 min'],
    [60, '1 min'],
    [3_599, '59 min'],
    [3_600, '1 h'],
    [4_860, '1 h 21 min'],
    [86_399, '23 h 59 min'],
    [86_400, '1 day'],
    [200_000, '2 days'],
  ])('%i seconds are shown as "%s"', (seconds, text) => {
    expect(spanText(seconds * 1_000)).toBe(text)
    expect(secondsText(seconds)).toBe(text)
  })

  it('a conversation waits from its first unanswered message, and a clock that is behind shows no negative time', () => {
    const now = new Date('2026-12-01T09:12:00Z')
    expect(waitText('2026-12-01T09:00:00Z', now)).toBe('Waiting 12 min')
    expect(waitText('2026-12-01T09:13:00Z', now)).toBe('Waiting under 1 min')
    expect(secondsText(null)).toBe('–')
  })
})
