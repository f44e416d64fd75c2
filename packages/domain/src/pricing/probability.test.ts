import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MARKETS, selectionIdsOf } from '../markets/catalogue.ts'
import { settlerOf } from '../markets/settle.ts'
import { winnersOf } from '../markets/test-winners.ts'
import type { MarketId, Outcome, Rulebook } from '../markets/types.ts'
import { playOffShare, probabilityOf } from './probability.ts'
import { scoresOf } from './score-grid.ts'
import { allScenarios } from './scenarios.ts'
import { everySelection, fairMatches, game, modelProbability, rulebooks, scoreParams } from './test-prices.ts'
import type { Pick, ScoreParams } from './types.ts'

describe('probabilities', () => {
  /** The definition in full: every scenario of every score, settled and weighted. */
  function byDefinition(params: ScoreParams, { market, selectionId }: Pick, rulebook: Rulebook): number {
    const settler = settlerOf(market, selectionId, rulebook)
    const scores = scoresOf(params)
    const home = playOffShare(params)
    const wins: Record<Outcome, number> = { won: 1, 'half-won': 0.5, void: 0, 'half-lost': 0, lost: 0 }
    const backs: Record<Outcome, number> = { won: 0, 'half-won': 0.5, void: 1, 'half-lost': 0.5, lost: 0 }
    let win = 0
    let back = 0
    for (const { cell, weight, playOff, result } of allScenarios()) {
      const outcome = settler?.(result) as Outcome
      const share = (scores[cell] ?? 0) * weight * (playOff === null ? 1 : playOff === 'home' ? home : 1 - home)
      win += share * wins[outcome]
      back += share * backs[outcome]
    }
    return win / (1 - back)
  }

  it('[MKT-34] the probability of every selection is the expected value of its settlement over all scores', () => {
    const params = scoreParams({ home: 0.47, draw: 0.27, away: 0.26 })
    for (const rulebook of rulebooks) {
      for (const pick of everySelection) {
        expect(modelProbability(params, pick.market, pick.selectionId, rulebook)).toBeCloseTo(
          byDefinition(params, pick, rulebook),
          10,
        )
      }
    }
  })

  it('[MKT-34] [SETL-38] probabilities count half-won and half-lost results by half, and exclude void results', () => {
    const params = scoreParams({ home: 0.47, draw: 0.27, away: 0.26 })
    for (const selectionId of ['over_2.75', 'under_2.25', 'over_3']) {
      const pick: Pick = { market: 'over_under', selectionId }
      expect(modelProbability(params, 'over_under', selectionId, 'industry')).toBeCloseTo(
        byDefinition(params, pick, 'industry'),
        10,
      )
    }
  })

  it('[MKT-34] the probabilities of a market sum to the number of its winners', () => {
    fc.assert(
      fc.property(fairMatches, fc.constantFrom(...rulebooks), (fair, rulebook) => {
        const params = scoreParams(fair)
        const sum = (market: MarketId): number =>
          selectionIdsOf(market, game).reduce((total, id) => total + modelProbability(params, market, id, rulebook), 0)
        for (const { id } of MARKETS) {
          const winners = winnersOf(id, rulebook)
          if (winners !== null) expect(sum(id), id).toBeCloseTo(winners, 9)
        }
        expect(sum('draw_no_bet')).toBeCloseTo(rulebook === 'house' ? 1 + fair.draw : 1, 9)
        expect(sum('correct_score')).toBeLessThan(1)
      }),
    )
  })

  it('[MKT-33] a higher home win probability raises the probability of home selections in other markets', () => {
    const weaker = scoreParams({ home: 0.4, draw: 0.28, away: 0.32, over25: 0.5 })
    const stronger = scoreParams({ home: 0.5, draw: 0.28, away: 0.22, over25: 0.5 })
    for (const [market, id] of [
      ['asian_handicap', 'home_-1.5'],
      ['first_to_score', 'home'],
      ['half_time_result', '1'],
      ['to_qualify', '1'],
      ['win_to_nil', 'home_yes'],
    ] as const) {
      expect(modelProbability(stronger, market, id, 'house')).toBeGreaterThan(
        modelProbability(weaker, market, id, 'house'),
      )
    }
  })

  it('[MKT-34] a selection whose data is missing has no probability', () => {
    const params = scoreParams({ home: 0.47, draw: 0.27, away: 0.26 })
    expect(probabilityOf(params, 'over_under', 'over_x', 'house')).toBeNull()
    expect(probabilityOf(params, 'anytime_scorer', 'p9', 'house')).toBeNull()
  })

  it('[MKT-45] without a score model only the three results have a probability', () => {
    const params = { kind: 'winner', version: 1, home: 0.5, draw: 0.2, away: 0.3 } as const
    const of = (market: MarketId, id: string) => probabilityOf(params, market, id, 'house')
    expect(['1', 'X', '2', '3'].map((id) => of('1x2', id))).toEqual([0.5, 0.2, 0.3, null])
    expect(of('draw_no_bet', '1')).toBeNull()
  })
})
