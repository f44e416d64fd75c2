import { describe, expect, it } from 'vitest'
import { isStartRange, startCounts, startsWithin } from './start-range.ts'

// 22:30 in Kampala on 28 November.
const NOW = new Date('2026-11-28T19:30:00Z')

describe('ranges of start times', () => {
  it.each([
    ['3h', '2026-11-28T19:29:59Z', false],
    ['3h', '2026-11-28T19:30:00Z', true],
    ['3h', '2026-11-28T22:29:59Z', true],
    ['3h', '2026-11-28T22:30:00Z', false],
    ['2026-11-28', '2026-11-27T20:59:59Z', false],
    ['2026-11-28', '2026-11-27T21:00:00Z', true],
    ['2026-11-28', '2026-11-28T20:59:59Z', true],
    ['2026-11-28', '2026-11-28T21:00:00Z', false],
    ['2026-11-31', '2026-12-01T12:00:00Z', false],
  ])('[HOME-28] the kick-off range %s contains a start at %s: %s', (range, start, isWithin) => {
    expect(startsWithin(range, NOW)(new Date(start))).toBe(isWithin)
  })

  it.each([
    ['3h', true],
    ['2026-11-28', true],
    ['today', false],
    ['2026-11-28T00:00', false],
    ['', false],
  ])('[HOME-28] "%s" is a valid kick-off range: %s', (text, isRange) => {
    expect(isStartRange(text)).toBe(isRange)
  })

  it('[HOME-28] the counts of games per kick-off range are in chronological order, without empty days, for at most seven days', () => {
    const starts = [40, 1, 2, 10, 34, 24 * 3, ...[4, 5, 6, 7, 8].map((day) => 24 * day)].map(
      (hours) => new Date(NOW.getTime() + hours * 3_600_000),
    )
    expect(startCounts(starts, NOW)).toEqual([
      { when: '3h', games: 2 },
      { when: '2026-11-28', games: 1 },
      { when: '2026-11-29', games: 2 },
      { when: '2026-11-30', games: 2 },
      ...['12-01', '12-02', '12-03', '12-04'].map((day) => ({ when: `2026-${day}`, games: 1 })),
    ])
    expect(startCounts([], NOW)).toEqual([])
  })
})
