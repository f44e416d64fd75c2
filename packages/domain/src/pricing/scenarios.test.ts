import { describe, expect, it } from 'vitest'
import { HALVES } from './calibration.ts'
import { allScenarios, halvesOf, type HalfConstants } from './scenarios.ts'

/** Each goal falls into either half with the same chance. */
const NEUTRAL: HalfConstants = { logitShare: 0, perGoal: 0, meanGoals: 2.8, balance: 0, reversal: 0 }
const logit = (share: number): number => Math.log(share / (1 - share))

function weightOf(score: string, half: string, change: Partial<HalfConstants> = {}): number {
  const [home = 0, away = 0] = score.split('-').map(Number)
  const found = halvesOf(home, away, { ...NEUTRAL, ...change }).find(
    ({ halfTime }) => `${halfTime.home}-${halfTime.away}` === half,
  )
  return found?.weight ?? 0
}

describe('the half-time scores of a final score', () => {
  it('[MKT-34] are all scores up to the final one, and their shares sum to one', () => {
    for (const [home, away] of [
      [0, 0],
      [1, 0],
      [2, 3],
      [6, 1],
    ] as const) {
      const halves = halvesOf(home, away)
      expect(halves).toHaveLength((home + 1) * (away + 1))
      expect(halves.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 12)
      for (const { halfTime } of halves) {
        expect(halfTime.home).toBeLessThanOrEqual(home)
        expect(halfTime.away).toBeLessThanOrEqual(away)
      }
    }
  })

  it.each([
    ['1-0', '1-0', 0.5],
    ['2-1', '1-0', 0.25],
    ['2-1', '1-1', 0.25],
    ['2-1', '2-1', 0.125],
    ['0-4', '0-2', 0.375],
    ['3-2', '2-1', 6 / 32],
  ])('[MKT-34] have binomial shares if the halves are equal: %s after %s', (score, half, weight) => {
    expect(weightOf(score, half)).toBeCloseTo(weight, 12)
  })

  it('[MKT-34] follow the share of goals before the break, which depends on the number of goals', () => {
    const share = { logitShare: logit(0.4) }
    expect(weightOf('1-0', '1-0', share)).toBeCloseTo(0.4, 12)
    expect(weightOf('1-1', '1-0', share)).toBeCloseTo(0.4 * 0.6, 12)
    const growing = { ...share, meanGoals: 1, perGoal: 0.1 }
    expect(weightOf('1-0', '1-0', growing)).toBeCloseTo(0.4, 12)
    expect(logit(Math.sqrt(weightOf('1-1', '1-1', growing)))).toBeCloseTo(logit(0.4) + 0.1, 9)
  })

  it('[MKT-34] overturn a lead more often, and stay near the expected number of goals', () => {
    const turned = weightOf('2-1', '0-1', { reversal: 0.3 }) / weightOf('2-1', '1-1', { reversal: 0.3 })
    expect(turned).toBeCloseTo((weightOf('2-1', '0-1') / weightOf('2-1', '1-1')) * Math.exp(0.3), 9)
    const awayTurned = weightOf('1-2', '1-0', { reversal: 0.3 }) / weightOf('1-2', '0-1', { reversal: 0.3 })
    expect(awayTurned).toBeCloseTo((weightOf('1-2', '1-0') / weightOf('1-2', '0-1')) * Math.exp(0.3), 9)
    // Two goals before the break are as many as expected of four, and four are two more.
    const balanced = weightOf('4-0', '4-0', { balance: 0.5 }) / weightOf('4-0', '2-0', { balance: 0.5 })
    expect(balanced).toBeCloseTo((weightOf('4-0', '4-0') / weightOf('4-0', '2-0')) * Math.exp(-0.5), 9)
  })

  it('[MKT-34] of European leagues have about 44 percent of the goals before the break', () => {
    const mean = halvesOf(2, 1, HALVES).reduce(
      (sum, { halfTime, weight }) => sum + weight * (halfTime.home + halfTime.away),
      0,
    )
    expect(mean / 3).toBeCloseTo(0.444, 3)
  })
})

describe('the scenarios of a score', () => {
  const scenarios = (home: number, away: number) =>
    allScenarios().filter(({ result }) => result.home === home && result.away === away)

  it('[SETL-31] give each goal of the first half that has goals the same chance to be the first', () => {
    const chanceOfHome = (half: string): number => {
      const [home, away] = half.split('-').map(Number)
      const of = scenarios(2, 1).filter(
        ({ result }) => result.halfTime?.home === home && result.halfTime?.away === away,
      )
      const sum = (side: string) =>
        of.reduce((total, { result, weight }) => total + (result.firstToScore === side ? weight : 0), 0)
      return sum('home') / (sum('home') + sum('away'))
    }
    expect(chanceOfHome('0-0')).toBeCloseTo(2 / 3, 12)
    expect(chanceOfHome('1-0')).toBe(1)
    expect(chanceOfHome('0-1')).toBe(0)
    expect(chanceOfHome('1-1')).toBeCloseTo(1 / 2, 12)
    expect(scenarios(0, 0).map(({ result }) => result.firstToScore)).toEqual(['none', 'none'])
  })

  it('[SETL-33] let the winner qualify, and after a draw either team, each with the full share of the score', () => {
    expect(new Set(scenarios(2, 1).map(({ result, playOff }) => `${result.qualifier} ${playOff}`))).toEqual(
      new Set(['home null']),
    )
    expect(new Set(scenarios(0, 3).map(({ result }) => result.qualifier))).toEqual(new Set(['away']))
    for (const side of ['home', 'away'] as const) {
      const drawn = scenarios(1, 1).filter(({ playOff }) => playOff === side)
      expect(drawn.every(({ result }) => result.qualifier === side)).toBe(true)
      expect(drawn.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 12)
    }
  })
})
