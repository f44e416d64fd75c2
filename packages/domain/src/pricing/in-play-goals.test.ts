import { describe, expect, it } from 'vitest'
import type { MarketId } from '../markets/types.ts'
import { type InPlayState, inPlayExpectation } from './in-play.ts'
import { scoreParams } from './test-prices.ts'
import type { Pick } from './types.ts'

const PARAMS = scoreParams({ home: 0.4, draw: 0.28, away: 0.32, over25: 0.52 })

const at = (change: Partial<InPlayState>): InPlayState => ({
  phase: 'first-half',
  minute: 20,
  score: { home: 0, away: 0 },
  halfTime: null,
  firstToScore: null,
  redCards: { home: 0, away: 0 },
  scorers: [],
  ...change,
})

function chance(picks: readonly Pick[], state: InPlayState): number {
  const expected = inPlayExpectation(PARAMS, picks, 'house', state)
  if (expected === null) throw new Error('not priced')
  return expected(picks.map(() => true))
}

const one = (market: MarketId, selectionId: string): Pick[] => [{ market, selectionId }]

describe('the chance of the next goal in play', () => {
  /** How much likelier another goal of a team is than none, in the second half at 1–0. */
  const nextGoal = (score: '2-0' | '1-1', change: Partial<InPlayState> = {}): number => {
    const state = at({
      phase: 'second-half',
      minute: 60,
      score: { home: 1, away: 0 },
      halfTime: { home: 1, away: 0 },
      ...change,
    })
    return chance(one('correct_score', score), state) / chance(one('correct_score', '1-0'), state)
  }

  it('[TICK-38] a red card lowers the rate of goals of its team to 70 percent and raises that of the opponent by 20 percent', () => {
    const [home, away] = [nextGoal('2-0'), nextGoal('1-1')]
    expect(nextGoal('2-0', { redCards: { home: 1, away: 0 } }) / home).toBeCloseTo(0.7, 9)
    expect(nextGoal('1-1', { redCards: { home: 1, away: 0 } }) / away).toBeCloseTo(1.2, 9)
    expect(nextGoal('2-0', { redCards: { home: 0, away: 2 } }) / home).toBeCloseTo(1.2 ** 2, 9)
    expect(nextGoal('1-1', { redCards: { home: 0, away: 2 } }) / away).toBeCloseTo(0.7 ** 2, 9)
    expect(nextGoal('2-0', { redCards: { home: 1, away: 1 } }) / home).toBeCloseTo(0.7 * 1.2, 9)
  })

  it.each([
    [60, 35],
    [70, 25],
    [90, 5],
    [95, 1],
    [99, 1],
    [45, 49.5],
  ])(
    '[INP-03] in minute %d the chance of another goal is that of the %d minutes left of the second half',
    (minute, left) => {
      expect(nextGoal('2-0', { minute }) / nextGoal('2-0', { minute: 55 })).toBeCloseTo(left / 40, 9)
      expect(nextGoal('1-1', { minute }) / nextGoal('1-1', { minute: 55 })).toBeCloseTo(left / 40, 9)
    },
  )

  it.each([
    [0, 46.5],
    [20, 27],
    [45, 2],
    [47, 0.94],
  ])('[INP-03] in minute %d the chance of a goal before the break is that of the %d minutes left', (minute, left) => {
    const goalBefore = (each: number): number => {
      const state = at({ minute: each })
      const score = one('correct_score', '1-0')
      const half = (id: string) => chance([...score, ...one('half_time_result', id)], state)
      return half('1') / half('X')
    }
    expect(goalBefore(minute) / goalBefore(27)).toBeCloseTo(left / 20, 9)
  })

  it('[TICK-38] at half time every goal of the first half is known, and all of the second half is left', () => {
    const halfTime = at({ phase: 'half-time', minute: 45, score: { home: 1, away: 0 }, halfTime: { home: 1, away: 0 } })
    const later = chance(one('correct_score', '2-0'), halfTime) / chance(one('correct_score', '1-0'), halfTime)
    expect(later / nextGoal('2-0', { minute: 55 })).toBeCloseTo(50 / 40, 9)
    const short = { ...halfTime, redCards: { home: 1, away: 0 } }
    const behind = chance(one('correct_score', '2-0'), short) / chance(one('correct_score', '1-0'), short)
    expect(behind / later).toBeCloseTo(0.7, 9)
  })
})
