import { describe, expect, it } from 'vitest'
import type { Rulebook } from '../markets/types.ts'
import { fitModel } from '../pricing/fit.ts'
import type { InPlayState } from '../pricing/in-play.ts'
import { fairMatch } from '../pricing/margin.ts'
import type { ScoreParams } from '../pricing/types.ts'
import {
  type AcceptedSelection,
  chanceOfAtLeast,
  compareMoves,
  isAboveThreshold,
  moveOf,
  type MoveGroup,
} from './courtsiding.ts'

function evenParams(): ScoreParams {
  const fair = fairMatch({ home: 2.5, draw: 3.3, away: 2.8 })
  const params = fair.ok ? fitModel(fair.value, 'soccer') : null
  if (params?.kind !== 'score') throw new Error('no model')
  return params
}
const PARAMS = evenParams()

const NOW: InPlayState = {
  phase: 'second-half',
  minute: 70,
  score: { home: 1, away: 0 },
  halfTime: { home: 0, away: 0 },
  firstToScore: 'home',
  redCards: { home: 0, away: 0 },
  scorers: null,
}
const at = (change: Partial<AcceptedSelection>): AcceptedSelection => ({
  market: '1x2',
  selection: '1',
  odds: 2.4,
  score: { home: 0, away: 0 },
  redCards: { home: 0, away: 0 },
  ...change,
})
const move = (accepted: Partial<AcceptedSelection>, now: Partial<InPlayState> = {}, rulebook: Rulebook = 'house') => {
  const state = { ...NOW, ...now }
  const { score, redCards } = state
  return moveOf(at(accepted), { params: PARAMS, rulebook, context: {}, score, redCards, state })
}

describe('the move of the fair odds after acceptance', () => {
  it.each([
    [{ selection: '1' }, 1],
    [{ selection: '2' }, -1],
    [{ selection: 'X' }, -1],
    [{ market: 'over_under', selection: 'over_1.5' }, 1],
    [{ market: 'over_under', selection: 'under_1.5' }, -1],
    [{ market: 'over_under', selection: 'over_0.5' }, 1],
  ] as const)('[INP-12] a home goal moves the odds of %j: %d', (accepted, direction) => {
    expect(move(accepted)).toBe(direction)
  })

  it('[INP-12] a red card moves the odds too, and time alone does not', () => {
    const even = { score: { home: 0, away: 0 }, firstToScore: null }
    expect(move({}, { ...even, redCards: { home: 0, away: 1 } })).toBe(1)
    expect(move({}, { ...even, redCards: { home: 1, away: 0 } })).toBe(-1)
    expect(move({ market: 'over_under', selection: 'under_2.5' }, { ...even, minute: 89 })).toBe(0)
  })

  it('[INP-12] a goal just before half-time counts, and a selection that it does not concern has no move', () => {
    const halfTime = { phase: 'half-time', minute: 45, halfTime: { home: 1, away: 0 } } as const
    expect(move({}, halfTime)).toBe(1)
    expect(
      move(
        { market: 'over_under', selection: 'over_0.5', score: { home: 0, away: 1 } },
        { score: { home: 1, away: 1 } },
      ),
    ).toBe(0)
  })

  it('[INP-12] a returned stake is worth less than a win and more than a loss', () => {
    const drawNoBet = { market: 'draw_no_bet', odds: 1.4 } as const
    const equaliser = { score: { home: 1, away: 1 }, minute: 89 }
    expect(move({ ...drawNoBet, selection: '1', score: { home: 0, away: 1 } }, equaliser, 'industry')).toBe(1)
    expect(move({ ...drawNoBet, selection: '2', score: { home: 0, away: 1 } }, equaliser, 'industry')).toBe(-1)
  })

  it('[INP-12] a goal of the first half moves the half-time result, and a goal of the second half does not', () => {
    const home = { market: 'half_time_result', selection: '1' } as const
    expect(move(home, { phase: 'half-time', minute: 45, halfTime: { home: 1, away: 0 } })).toBe(1)
    const second = { score: { home: 2, away: 0 }, halfTime: { home: 0, away: 0 } }
    expect(move({ ...home, selection: 'X', score: { home: 1, away: 0 } }, second)).toBe(0)
  })

  it('[INP-12] a move is unknown if the model has no odds for the selection or one of the scores', () => {
    expect(move({ market: 'anytime_scorer', selection: 'p9' })).toBeNull()
    expect(move({}, { score: { home: 13, away: 0 } })).toBeNull()
    expect(move({ score: { home: 13, away: 0 } }, { score: { home: 0, away: 0 }, firstToScore: null })).toBeNull()
  })

  it('[INP-12] after the end a goal has an unknown move, and no goal is no move', () => {
    const { score, redCards } = NOW
    const over = { params: PARAMS, rulebook: 'house', context: {}, score, redCards, state: null } as const
    expect(moveOf(at({}), over)).toBeNull()
    expect(moveOf(at({ score }), over)).toBe(0)
  })
})

const group = (userId: string, selections: number, favourable: number, selection = '1'): MoveGroup => ({
  userId,
  market: '1x2',
  selection,
  selections,
  favourable,
})
const oneOf = (groups: readonly MoveGroup[], userId: string) => {
  const found = compareMoves(groups).find((each) => each.userId === userId)
  if (found === undefined) throw new Error('no such player')
  return found
}

describe('the comparison of players', () => {
  it.each([
    [0, 5, 1],
    [3, 3, 1],
    [1, 0.1, 0.095162582],
    [5, 1, 0.0036598468],
    [10, 2, 0.0000464981],
  ])('[INP-12] the chance of at least %d events at an average of %d is %d', (count, expected, chance) => {
    expect(chanceOfAtLeast(count, expected)).toBeCloseTo(chance, 9)
  })

  it('[INP-12] a player far above the average stands out, and the others do not', () => {
    const crowd = Array.from({ length: 50 }, (_, no) => group(`p${no}`, 40, no % 2))
    const found = compareMoves([...crowd, group('fast', 40, 12)])
    const settings = { courtsiding_selections: 20, courtsiding_threshold: 10_000 }
    expect(found.filter((each) => isAboveThreshold(each, settings)).map(({ userId }) => userId)).toEqual(['fast'])
    expect(found.find(({ userId }) => userId === 'fast')?.expected).toBeCloseTo(0.5, 1)
  })

  it('[INP-12] a few bets accuse no player, also if all moved in favour of the player', () => {
    const crowd = Array.from({ length: 50 }, (_, no) => group(`p${no}`, 40, no % 2))
    expect(oneOf([...crowd, group('lucky', 2, 2)], 'lucky').oneIn).toBeLessThan(10_000)
    expect(
      isAboveThreshold({ selections: 19, oneIn: 1e9 }, { courtsiding_selections: 20, courtsiding_threshold: 100 }),
    ).toBe(false)
  })

  it.each([
    [20, 100, true],
    [19, 100, false],
    [20, 99, false],
  ])('[INP-12] %d selections at one chance in %d reach both thresholds: %s', (selections, oneIn, isAbove) => {
    const settings = { courtsiding_selections: 20, courtsiding_threshold: 100 }
    expect(isAboveThreshold({ selections, oneIn }, settings)).toBe(isAbove)
  })

  it('[INP-12] the average of few other players leans towards the average of all selections', () => {
    // The other player: 10 selections with 6 favourable moves, against a general average of 6 in 10 with a weight of 2.
    const general = (6 + 1) / (10 + 2)
    const expected = 30 * ((6 + 50 * general) / (10 + 50))
    expect(oneOf([group('one', 30, 20), group('other', 10, 6)], 'one').expected).toBeCloseTo(expected, 9)
  })

  it('[INP-12] a player who bets on goals is compared with players who bet on goals', () => {
    const under = Array.from({ length: 40 }, (_, no) => group(`u${no}`, 100, 0, 'under_2.5'))
    const over = Array.from({ length: 10 }, (_, no) => group(`o${no}`, 100, 5, 'over_2.5'))
    expect(oneOf([...under, ...over], 'o1')).toMatchObject({ selections: 100, favourable: 5, oneIn: 1 })
  })

  it('[INP-12] without other players there is no average, so no player stands out', () => {
    expect(oneOf([group('alone', 30, 20)], 'alone').oneIn).toBeLessThan(100)
    expect(compareMoves([])).toEqual([])
  })
})
