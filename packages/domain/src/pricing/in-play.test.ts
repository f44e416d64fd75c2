import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { proofSize } from '../../../../tests/support/proof.ts'
import type { MarketId } from '../markets/types.ts'
import { fairMatch } from './margin.ts'
import { fitModel } from './fit.ts'
import { type InPlayState, inPlayExpectation } from './in-play.ts'
import { jointProbability } from './same-game.ts'
import { probabilityOf } from './probability.ts'
import { scoresOf } from './score-grid.ts'
import { allScenarios } from './scenarios.ts'
import type { Pick, ScoreParams } from './types.ts'

function paramsOf(home: number, draw: number, away: number): ScoreParams {
  const fair = fairMatch({ home, draw, away })
  if (!fair.ok) throw new Error('odds')
  const params = fitModel(fair.value, 'soccer')
  if (params === null || params.kind !== 'score') throw new Error('model')
  return params
}

const EVEN = paramsOf(2.5, 3.3, 2.8)
const FAVOURITE = paramsOf(1.5, 4.2, 6.5)

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

function chance(params: ScoreParams, picks: readonly Pick[], state: InPlayState | null): number {
  const expected = inPlayExpectation(params, picks, 'house', state)
  if (expected === null) throw new Error('not priced')
  return expected(picks.map(() => true))
}

const one = (market: MarketId, selectionId: string): Pick[] => [{ market, selectionId }]

const PICKS: readonly Pick[][] = [
  one('1x2', '1'),
  one('1x2', 'X'),
  one('over_under', 'over_2.5'),
  one('btts', 'yes'),
  one('correct_score', '1-1'),
  one('half_time_result', 'X'),
  one('first_to_score', 'home'),
  one('to_qualify', '1'),
  [...one('1x2', '1'), ...one('over_under', 'over_2.5')],
  [...one('1x2', '2'), ...one('btts', 'yes'), ...one('half_time_result', '2')],
]

describe('the probability in play', () => {
  it.each(PICKS)(
    '[TICK-38] before kick-off the probability in play equals the pre-match probability of the selections %j',
    (...picks) => {
      const [first] = picks
      if (first === undefined) return
      const before = chance(FAVOURITE, picks, null)
      const priced =
        picks.length === 1
          ? probabilityOf(FAVOURITE, first.market, first.selectionId, 'house')
          : jointProbability(FAVOURITE, picks, 'house')
      expect(before).toBeCloseTo(priced ?? -1, 10)
      expect(chance(FAVOURITE, picks, at({ minute: 0 }))).toBeCloseTo(before, 2)
    },
  )

  it.each([
    ['a lead late in the game', '1x2', '1', { phase: 'second-half', minute: 88, score: { home: 2, away: 0 } }, 0.98, 1],
    ['two goals behind late', '1x2', '1', { phase: 'second-half', minute: 88, score: { home: 0, away: 2 } }, 0, 0.005],
    [
      'a line that is already passed',
      'over_under',
      'over_2.5',
      { score: { home: 2, away: 1 }, firstToScore: 'home' },
      1,
      1,
    ],
    ['a score that is no longer possible', 'correct_score', '1-1', { score: { home: 2, away: 0 } }, 0, 0],
    ['both have scored', 'btts', 'yes', { score: { home: 1, away: 1 }, firstToScore: 'away' }, 1, 1],
    ['the half is over', 'half_time_result', 'X', { phase: 'half-time', minute: 45 }, 1, 1],
    ['the first goal is known', 'first_to_score', 'away', { score: { home: 0, away: 1 } }, 1, 1],
    [
      'the other team scored first',
      'first_to_score',
      'home',
      { score: { home: 1, away: 1 }, firstToScore: 'away' },
      0,
      0,
    ],
  ] as const)(
    '[TICK-38] the probability in play in the case "$0" (market $1, selection $2) is between $4 and $5',
    (_title, market, selectionId, change, least, most) => {
      const found = chance(
        EVEN,
        one(market, selectionId),
        at({ halfTime: { home: 0, away: 0 }, ...change } as Partial<InPlayState>),
      )
      expect(found).toBeGreaterThanOrEqual(least - 1e-9)
      expect(found).toBeLessThanOrEqual(most + 1e-9)
    },
  )

  it.each([
    ['an unknown first goal', 'first_to_score', 'home', { score: { home: 1, away: 1 } }],
    [
      'an unknown half-time score',
      'half_time_result',
      '1',
      { phase: 'second-half', minute: 60, score: { home: 1, away: 0 } },
    ],
    ['a scorer who has not scored', 'anytime_scorer', 'p9', {}],
    ['a score beyond the grid', '1x2', '1', { score: { home: 13, away: 0 } }],
  ] as const)('[TICK-41] the probability in play cannot be computed with %s', (_title, market, selectionId, change) => {
    expect(inPlayExpectation(EVEN, one(market, selectionId), 'house', at(change as Partial<InPlayState>))).toBeNull()
  })

  it('[TICK-41] a Goalscorer selection whose player has scored has the probability 1', () => {
    const state = at({ score: { home: 1, away: 0 }, scorers: ['p9'] })
    expect(chance(EVEN, one('anytime_scorer', 'p9'), state)).toBe(1)
  })

  const minute = fc.integer({ min: 0, max: 44 })
  const half = fc.constantFrom('first-half' as const, 'second-half' as const)
  const goals = fc.integer({ min: 0, max: 4 })

  it('[TICK-38] the probabilities in play of 1, X and 2 add up to 1, and a team’s probability never falls after its goal or the opponent’s red card', () => {
    fc.assert(
      fc.property(half, minute, goals, goals, (phase, into, home, away) => {
        const score = { home, away }
        const state = at({
          phase,
          minute: phase === 'first-half' ? into : 46 + into,
          score,
          halfTime: phase === 'first-half' ? null : score,
          firstToScore: home > 0 ? 'home' : away > 0 ? 'away' : null,
        })
        const p = (change: Partial<InPlayState> = {}) =>
          (['1', 'X', '2'] as const).map((id) => chance(FAVOURITE, one('1x2', id), { ...state, ...change }))
        const now = p()
        expect(now.every((each) => each >= 0 && each <= 1)).toBe(true)
        expect(now.reduce((sum, each) => sum + each, 0)).toBeCloseTo(1, 9)
        const goal = p({ score: { home: home + 1, away }, firstToScore: state.firstToScore ?? 'home' })
        expect(goal[0]).toBeGreaterThanOrEqual((now[0] ?? 0) - 1e-9)
        expect(goal[2]).toBeLessThanOrEqual((now[2] ?? 0) + 1e-9)
        const short = p({ redCards: { home: 1, away: 0 } })
        expect(short[0]).toBeLessThanOrEqual((now[0] ?? 0) + 1e-9)
        expect(short[2]).toBeGreaterThanOrEqual((now[2] ?? 0) - 1e-9)
      }),
      { numRuns: proofSize({ small: 10, full: 25 }) },
    )
  })

  it('[TICK-38] the probability in play of the leading team’s win grows with time in the second half', () => {
    const step = proofSize({ small: 7, full: 1 })
    for (const [home, away] of [
      [1, 0],
      [0, 1],
      [2, 1],
      [0, 3],
    ] as const) {
      let before = 0
      for (let minute = 46; minute <= 95; minute += step) {
        const state = at({ phase: 'second-half', minute, score: { home, away }, halfTime: { home: 0, away: 0 } })
        const leads = chance(EVEN, one('1x2', home > away ? '1' : '2'), state)
        expect(leads).toBeGreaterThanOrEqual(before)
        before = leads
      }
    }
  })

  it('[TICK-38] the mean probability in play over all events of the next minute equals the current probability', () => {
    fc.assert(
      fc.property(
        minute,
        fc.integer({ min: 0, max: 2 }),
        fc.integer({ min: 0, max: 2 }),
        fc.constantFrom(...PICKS),
        (into, home, away, picks) => {
          // While only one side has scored, the score determines the first scorer.
          fc.pre(home === 0 || away === 0)
          const state = at({ minute: into, score: { home, away } })
          let mean = 0
          let all = 0
          for (const [next, weight] of nextMinute(EVEN, state)) {
            all += weight
            mean += weight * chance(EVEN, picks, next)
          }
          expect(all).toBeCloseTo(1, 6)
          expect(mean).toBeCloseTo(chance(EVEN, picks, state), 6)
        },
      ),
      { numRuns: proofSize({ small: 6, full: 12 }) },
    )
  })
})

/**
 * The possible events of the next minute of the first half with their probabilities. Negligible endings are omitted.
 */
function nextMinute(params: ScoreParams, state: InPlayState): [InPlayState, number][] {
  const { score, minute } = state
  const share = Math.max(0.5, minute) / 47
  const step = (minute + 1 - Math.max(0.5, minute)) / (47 - Math.max(0.5, minute))
  const scores = scoresOf(params)
  const halves = new Map<string, { h: number; a: number; weight: number }>()
  for (const { cell, weight, result, playOff } of allScenarios()) {
    const h = result.halfTime?.home ?? 0
    const a = result.halfTime?.away ?? 0
    const shown = binomial(h, score.home, share) * binomial(a, score.away, share)
    // A draw has two play-off outcomes, each with the full weight of the case.
    const full = (scores[cell] ?? 0) * weight * shown * (playOff === null ? 1 : 0.5)
    const known = halves.get(`${h}:${a}`) ?? { h, a, weight: 0 }
    halves.set(`${h}:${a}`, { ...known, weight: known.weight + full })
  }
  const sum = [...halves.values()].reduce((total, each) => total + each.weight, 0)
  const found: [InPlayState, number][] = []
  for (let dh = 0; dh <= 3; dh += 1) {
    for (let da = 0; da <= 3; da += 1) {
      let weight = 0
      for (const each of halves.values()) {
        weight += each.weight * binomial(each.h - score.home, dh, step) * binomial(each.a - score.away, da, step)
      }
      const next = { home: score.home + dh, away: score.away + da }
      const base = { ...state, minute: minute + 1, score: next }
      const firsts = firstsOf(score, dh, da)
      for (const [firstToScore, part] of firsts) {
        if (weight * part > 0) found.push([{ ...base, firstToScore }, (weight * part) / sum])
      }
    }
  }
  return found
}

function firstsOf(score: { home: number; away: number }, dh: number, da: number): ['home' | 'away' | null, number][] {
  if (score.home > 0) return [['home', 1]]
  if (score.away > 0) return [['away', 1]]
  if (dh + da === 0) return [[null, 1]]
  return [
    ['home', dh / (dh + da)],
    ['away', da / (dh + da)],
  ]
}

function binomial(n: number, k: number, p: number): number {
  if (k < 0 || k > n) return 0
  let ways = 1
  for (let i = 1; i <= k; i += 1) ways = (ways * (n - k + i)) / i
  return ways * p ** k * (1 - p) ** (n - k)
}
