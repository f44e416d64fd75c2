import { describe, expect, it } from 'vitest'
import { voidDue } from './void-due.ts'

const START = '2026-11-21T12:00:00.000Z'
const hoursAfter = (hours: number): Date => new Date(Date.parse(START) + hours * 3_600_000)
const game = { result: null, startTime: START, status: 'postponed', voidsAt: '2026-11-22T12:00:00.000Z' } as const
const badgeOf = (status: Parameters<typeof voidDue>[0]['status'], hours: number) =>
  voidDue({ ...game, status }, hoursAfter(hours))?.badge ?? null

describe('a game that becomes void automatically', () => {
  it('[SETL-40] [ADMT-30] the console warns before a game becomes void automatically, with the remaining time and what staff can do', () => {
    expect(voidDue(game, hoursAfter(18.8))?.text).toBe(
      'Without a result, all its bets become void automatically in 5 h 12 min (22 Nov 2026, 15:00), without approval.',
    )
  })

  it.each([
    ['postponed', -2, 'void in 26 h'],
    ['postponed', 0, 'void in 24 h'],
    ['abandoned', 23.9, 'void in 6 min'],
    ['abandoned', 24, 'void now'],
    // A live game gets the warning once it is overdue.
    ['live', 2, null],
    ['live', 4, 'void in 20 h'],
    ['upcoming', 4, 'void in 20 h'],
    ['upcoming', -1, null],
    ['finished', 5, null],
    ['cancelled', 5, null],
  ] as const)(
    '[SETL-40] a game without a result, %s, %s h after its start, is shown as "%s"',
    (status, hours, badge) => {
      expect(badgeOf(status, hours)).toBe(badge)
    },
  )

  it('[SETL-40] the console gives no void warning for a game with a result', () => {
    const result = { version: 1, isSettled: false, voidReason: null }
    expect(voidDue({ ...game, result }, hoursAfter(5))).toBeNull()
  })
})
