import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { proofSeed, proofSize } from '../../../../tests/support/proof.ts'
import type { GameForMarkets } from '../markets/types.ts'
import { DEFAULT_SETTINGS } from '../settings/catalogue.ts'
import { continuations, paramsFrom } from './test-continuations.ts'
import { type InPlayState, inPlayExpectation } from './in-play.ts'
import { priceInPlay } from './price-in-play.ts'
import type { Pick, ScoreParams } from './types.ts'

const GAME: GameForMarkets = {
  sport: 'soccer',
  homeTeam: 'Express',
  awayTeam: 'Villa',
  knockout: true,
  favourite: 'home',
  drawPossible: true,
}
const { overround, in_play_margin: margin } = DEFAULT_SETTINGS

const models = fc
  .tuple(fc.integer({ min: 130, max: 700 }), fc.integer({ min: 130, max: 700 }))
  .map(([home, away]) => paramsFrom(home / 100, 3.6, away / 100))
const goals = fc.integer({ min: 0, max: 2 })
const score = fc.record({ home: goals, away: goals })
const cards = fc.constantFrom({ home: 0, away: 0 }, { home: 0, away: 0 }, { home: 1, away: 0 }, { home: 1, away: 2 })

/** States of all phases, with and without red cards, goals of one side and of both. */
const states = fc
  .record({
    phase: fc.constantFrom('first-half', 'half-time', 'second-half'),
    played: fc.integer({ min: 1, max: 44 }),
    atHalf: score,
    later: score,
    redCards: cards,
    isHomeFirst: fc.boolean(),
  })
  .map(({ phase, played, atHalf, later, redCards, isHomeFirst }): InPlayState => {
    const isSecond = phase === 'second-half'
    const now = isSecond ? { home: atHalf.home + later.home, away: atHalf.away + later.away } : atHalf
    // The first goal was scored in the first half if there was one.
    const early = atHalf.home + atHalf.away > 0 ? atHalf : now
    const first = early.away === 0 ? 'home' : early.home === 0 ? 'away' : isHomeFirst ? 'home' : 'away'
    return {
      phase,
      minute: isSecond ? 45 + played : phase === 'half-time' ? 45 : played,
      score: now,
      halfTime: phase === 'first-half' ? null : atHalf,
      firstToScore: now.home + now.away === 0 ? null : first,
      redCards,
      scorers: [],
    }
  })

type Chances = { readonly win: number; readonly returned: number }
function chancesOf(params: ScoreParams, pick: Pick, state: InPlayState): Chances {
  const expectation = inPlayExpectation(params, [pick], 'industry', state)
  if (expectation === null) throw new Error(`${pick.market} ${pick.selectionId} has no price`)
  return { win: expectation([true]), returned: expectation([false]) }
}

describe(`prices in play over the next minutes (seed ${proofSeed})`, () => {
  it('[INP-04] [COUT-05] the probability of each selection stays the same on average, so prices are a martingale apart from the margin, and no odds return more than the stake', () => {
    fc.assert(
      fc.property(models, states, fc.integer({ min: 1, max: 15 }), fc.nat(), (params, state, minutes, at) => {
        const next = continuations(params, state, minutes)
        expect(next.reduce((sum, { chance }) => sum + chance, 0)).toBeCloseTo(1, 5)
        const offered = priceInPlay(params, state, GAME, { rulebook: 'industry', overround, margin }).flatMap(
          ({ id: market, selections }) =>
            selections.flatMap(({ id: selectionId, oddsHundredths }) =>
              oddsHundredths === null ? [] : [{ market, selectionId, odds: oddsHundredths / 100 }],
            ),
        )
        for (const pick of [...offered.slice(at % 7).filter((_, index) => index % 7 === 0)]) {
          const now = chancesOf(params, pick, state)
          const later = next.map(({ state: after, chance }) => ({ chance, ...chancesOf(params, pick, after) }))
          const mean = (of: keyof Chances): number => later.reduce((sum, each) => sum + each.chance * each[of], 0)
          expect(mean('win')).toBeCloseTo(now.win, 5)
          expect(mean('returned')).toBeCloseTo(now.returned, 5)
          expect(mean('win') * pick.odds + mean('returned')).toBeLessThan(1)
        }
      }),
      { numRuns: proofSize({ small: 3, full: 200 }) },
    )
  })
})
