import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MARKETS, selectionIdsOf } from '../markets/catalogue.ts'
import { settlerOf } from '../markets/settle.ts'
import type { GameForMarkets, MarketId, Outcome, Rulebook } from '../markets/types.ts'
import { odds } from '../odds/odds.ts'
import { DEFAULT_SETTINGS } from '../settings/catalogue.ts'
import { expectedOver, fitModel } from './fit.ts'
import { movementStep, stepNumber } from './movement.ts'
import { offeredOdds } from './offered.ts'
import { favouriteOf, priceGame, priceSelection } from './price-game.ts'
import { playOffShare, probabilityOf, sharesFor } from './probability.ts'
import { jointOdds, jointProbability, type PricedPick, remainingOdds } from './same-game.ts'
import { scoresOf } from './score-grid.ts'
import { allStories } from './stories.ts'
import type { FairMatch, ModelParams, Pick, ScoreParams } from './types.ts'

const game: GameForMarkets = {
  sport: 'soccer',
  homeTeam: 'Vipers',
  awayTeam: 'KCCA',
  knockout: true,
  favourite: 'home',
  drawPossible: true,
}
const { overround } = DEFAULT_SETTINGS
const rulebooks: readonly Rulebook[] = ['house', 'industry']

/** Fair prices from lopsided to even, with and without a totals line. */
const fairs: fc.Arbitrary<FairMatch> = fc
  .record({
    home: fc.double({ min: -3, max: 3, noNaN: true }),
    draw: fc.double({ min: -2.5, max: 0.5, noNaN: true }),
    over25: fc.option(fc.double({ min: 0.15, max: 0.9, noNaN: true })),
  })
  .map(({ home, draw, over25 }) => {
    const weights = [Math.exp(home), Math.exp(draw), 1]
    const sum = weights.reduce((a, b) => a + b, 0)
    const [h = 0, d = 0, a = 0] = weights.map((weight) => weight / sum)
    return { home: h, draw: d, away: a, ...(over25 === null ? {} : { over25 }) }
  })

function scoreParams(fair: FairMatch): ScoreParams {
  const params = fitModel(fair)
  if (params.kind !== 'score') throw new Error('soccer has a score model')
  return params
}

const bytes = fc.uint8Array({ minLength: 8, maxLength: 8 })

/** Every selection of the catalogue, both sides' handicaps included. */
const everySelection: readonly Pick[] = MARKETS.flatMap(({ id }) =>
  (['home', 'away'] as const).flatMap((favourite) =>
    selectionIdsOf(id, { ...game, favourite }).map((selectionId) => ({ market: id, selectionId })),
  ),
)

const p = (params: ModelParams, market: MarketId, selectionId: string, rulebook: Rulebook): number => {
  const probability = probabilityOf(params, market, selectionId, rulebook)
  if (probability === null) throw new Error(`${market} ${selectionId} has no price`)
  return probability
}

describe('the fit', () => {
  it('[MKT-33] reproduces the 1X2 prices and the totals line exactly', () => {
    fc.assert(
      fc.property(fairs, (fair) => {
        const params = scoreParams(fair)
        expect(p(params, '1x2', '1', 'house')).toBeCloseTo(fair.home, 9)
        expect(p(params, '1x2', 'X', 'house')).toBeCloseTo(fair.draw, 9)
        expect(p(params, '1x2', '2', 'house')).toBeCloseTo(fair.away, 9)
        const over = fair.over25 ?? expectedOver(fair.home, fair.draw, fair.away)
        expect(p(params, 'over_under', 'over_2.5', 'house')).toBeCloseTo(over, 9)
      }),
    )
  })

  it('[MKT-33] survives being kept as JSON with a ticket', () => {
    fc.assert(
      fc.property(fairs, (fair) => {
        const params = scoreParams(fair)
        const kept = JSON.parse(JSON.stringify(params)) as ScoreParams
        expect(p(kept, 'correct_score', '2-1', 'house')).toBe(p(params, 'correct_score', '2-1', 'house'))
      }),
    )
  })

  it('[MKT-45] knows only the winner where there is no score model', () => {
    const params = fitModel({ home: 0.6, draw: 0, away: 0.4 }, 'tennis')
    expect(params).toEqual({ kind: 'winner', version: 1, home: 0.6, draw: 0, away: 0.4 })
    const priced = priceGame(params, { ...game, sport: 'tennis' }, { rulebook: 'house', overround })
    expect(priced.filter(({ available }) => available)).toEqual([
      {
        id: '1x2',
        available: true,
        selections: [
          { id: '1', oddsHundredths: 158, baseHundredths: 158, unclampedHundredths: 158, probability: 0.6 },
          { id: 'X', oddsHundredths: null, baseHundredths: null, unclampedHundredths: null, probability: 0 },
          { id: '2', oddsHundredths: 238, baseHundredths: 238, unclampedHundredths: 238, probability: 0.4 },
        ],
      },
    ])
  })

  it('[MKT-17] the favourite is the side more likely to score', () => {
    expect(favouriteOf(fitModel({ home: 0.5, draw: 0.27, away: 0.23 }))).toBe('home')
    expect(favouriteOf(fitModel({ home: 0.23, draw: 0.27, away: 0.5 }))).toBe('away')
  })
})

describe('probabilities', () => {
  /** The definition, written out: every story of every score, settled, weighted. */
  function byDefinition(params: ScoreParams, { market, selectionId }: Pick, rulebook: Rulebook): number {
    const settler = settlerOf(market, selectionId, rulebook)
    const scores = scoresOf(params)
    const home = playOffShare(params)
    const wins: Record<Outcome, number> = { won: 1, 'half-won': 0.5, void: 0, 'half-lost': 0, lost: 0 }
    const backs: Record<Outcome, number> = { won: 0, 'half-won': 0.5, void: 1, 'half-lost': 0.5, lost: 0 }
    let win = 0
    let back = 0
    for (const { cell, weight, playOff, result } of allStories()) {
      const outcome = settler?.(result) as Outcome
      const share = (scores[cell] ?? 0) * weight * (playOff === null ? 1 : playOff === 'home' ? home : 1 - home)
      win += share * wins[outcome]
      back += share * backs[outcome]
    }
    return win / (1 - back)
  }

  it('[MKT-34] the price of every selection is the expectation of its own settlement', () => {
    const params = scoreParams({ home: 0.47, draw: 0.27, away: 0.26 })
    for (const rulebook of rulebooks) {
      for (const pick of everySelection) {
        expect(p(params, pick.market, pick.selectionId, rulebook)).toBeCloseTo(byDefinition(params, pick, rulebook), 10)
      }
    }
  })

  it('[MKT-34] [SETL-38] half outcomes count half, voids as a share', () => {
    const params = scoreParams({ home: 0.47, draw: 0.27, away: 0.26 })
    for (const selectionId of ['over_2.75', 'under_2.25', 'over_3']) {
      const pick: Pick = { market: 'over_under', selectionId }
      expect(p(params, 'over_under', selectionId, 'industry')).toBeCloseTo(byDefinition(params, pick, 'industry'), 10)
    }
  })

  it('[MKT-34] the probabilities of a market sum to the number of its winners', () => {
    const partitions: readonly MarketId[] = [
      ...(['1x2', 'btts', 'total_goals', 'exact_goals', 'odd_even', 'home_total', 'away_total', 'to_qualify'] as const),
      ...(['first_to_score', '1x2_over_under', '1x2_btts', 'winning_margin', 'half_time_result'] as const),
      'highest_scoring_half',
    ]
    fc.assert(
      fc.property(fairs, fc.constantFrom(...rulebooks), (fair, rulebook) => {
        const params = scoreParams(fair)
        const sum = (market: MarketId): number =>
          selectionIdsOf(market, game).reduce((total, id) => total + p(params, market, id, rulebook), 0)
        for (const market of partitions) expect(sum(market)).toBeCloseTo(1, 9)
        expect(sum('double_chance')).toBeCloseTo(2, 9)
        expect(sum('double_chance_over_under')).toBeCloseTo(2, 9)
        expect(sum('draw_no_bet')).toBeCloseTo(rulebook === 'house' ? 1 + fair.draw : 1, 9)
        expect(sum('ht_ft')).toBeCloseTo(rulebook === 'house' ? 3 : 1, 9)
        expect(sum('over_under')).toBeCloseTo(4, 9)
        expect(sum('asian_handicap')).toBeCloseTo(2, 9)
        expect(sum('correct_score')).toBeLessThan(1)
      }),
    )
  })

  it('[MKT-33] raising the home odds moves the other markets the same way', () => {
    const weaker = scoreParams({ home: 0.4, draw: 0.28, away: 0.32, over25: 0.5 })
    const stronger = scoreParams({ home: 0.5, draw: 0.28, away: 0.22, over25: 0.5 })
    for (const [market, id] of [
      ['asian_handicap', 'home_-1.5'],
      ['first_to_score', 'home'],
      ['half_time_result', '1'],
      ['to_qualify', '1'],
      ['win_to_nil', 'home_yes'],
    ] as const) {
      expect(p(stronger, market, id, 'house')).toBeGreaterThan(p(weaker, market, id, 'house'))
    }
  })

  it('[MKT-34] has no price for what it does not know', () => {
    const params = scoreParams({ home: 0.47, draw: 0.27, away: 0.26 })
    expect(probabilityOf(params, 'over_under', 'over_x', 'house')).toBeNull()
    expect(probabilityOf(params, 'anytime_scorer', 'p9', 'house')).toBeNull()
  })

  it('[SETL-30] forwards score more often than defenders, and the line-up scores no more than its side', () => {
    const players = (['goalkeeper', 'defender', 'midfielder', 'forward'] as const).flatMap((position, at) =>
      Array.from({ length: [1, 4, 4, 2][at] ?? 0 }, (_, n) => ({
        id: `${position}${n}`,
        name: '',
        side: 'home' as const,
        position,
      })),
    )
    const params = scoreParams({ home: 0.47, draw: 0.27, away: 0.26 })
    const scorer = (id: string): number => probabilityOf(params, 'anytime_scorer', id, 'house', { players }) ?? 0
    expect(scorer('forward0')).toBeGreaterThan(scorer('defender0') * 2)
    const anyGoal = 1 - p(params, 'home_total', '0', 'house')
    expect(Math.max(...players.map(({ id }) => scorer(id)))).toBeLessThan(anyGoal)
  })
})

const worstReturn = 1.03 / 1.05

describe('offered prices', () => {
  it('[SLIP-25] [MKT-43] no number of games makes the bonus outweigh the margin', () => {
    expect(worstReturn ** 3 * 1.03).toBeLessThan(1)
    expect(worstReturn ** 5 * 1.05).toBeLessThan(1)
  })

  it.each([
    ['[MKT-43]', 'btts', 'yes', 0.5, 5, 190],
    ['[MKT-43]', 'correct_score', '2-1', 0.0957, 8, 967],
    ['[MKT-43]', '1x2', '1', 0.46, 5, 207],
    ['[MKT-37]', '1x2', '1', 0.944, 5, null],
    ['[MKT-37]', '1x2', '1', 0.942, 5, 101],
    ['[MKT-37]', '1x2', 'X', 0, 5, null],
    ['[MKT-38]', 'over_under', 'over_2.5', 0.3, 5, 290],
    ['[MKT-38]', 'over_under', 'over_2.5', 0.63, 5, 151],
    ['[MKT-38]', 'over_under', 'over_2.5', 0.64, 5, null],
    ['[MKT-38]', 'over_under', 'over_2.5', 0.634, 5, 150],
    ['[MKT-39]', 'over_under', 'under_2.5', 0.3, 5, 300],
    ['[MKT-39]', 'over_under', 'under_2.5', 0.594, 5, 160],
    ['[MKT-39]', 'over_under', 'under_2.5', 0.6, 5, null],
    ['[MKT-38]', 'over_under', 'over_3.5', 0.1, 5, 952],
    ['[MKT-43]', 'home_total', '6+', 0.000_01, 8, 100_000],
  ] as const)('%s %s %s at p = %d with %d %%: %s', (_, market, id, probability, percent, odds) => {
    expect(offeredOdds(market, id, probability, percent)).toBe(odds)
  })

  it('[MKT-37] [MKT-43] no price is above its formula, and no bet is worth its stake', () => {
    fc.assert(
      fc.property(fairs, bytes, fc.constantFrom(...rulebooks), (fair, keyed, rulebook) => {
        const params = scoreParams(fair)
        const options = { rulebook, overround, movement: movementStep(keyed) }
        for (const { id, selections } of priceGame(params, { ...game, favourite: favouriteOf(params) }, options)) {
          for (const { id: selectionId, oddsHundredths, baseHundredths, probability } of selections) {
            if (oddsHundredths === null || baseHundredths === null || probability === null) continue
            expect(baseHundredths / 100).toBeLessThanOrEqual(1 / (probability * (1 + overround[id] / 100)))
            // The margin, less the widest movement: three such games with 3 % bonus, or five with 5 %, still lose.
            expect(oddsHundredths * probability, `${id} ${selectionId}`).toBeLessThanOrEqual(worstReturn * 100)
            expect(oddsHundredths).toBeGreaterThanOrEqual(101)
            expect(Math.abs(oddsHundredths - baseHundredths)).toBeLessThanOrEqual(baseHundredths * 0.03)
          }
        }
      }),
    )
  })

  it('[MKT-32] [MKT-36] the same bytes give the same prices, one by one and all together', () => {
    fc.assert(
      fc.property(fairs, bytes, (fair, keyed) => {
        const params = scoreParams(fair)
        const options = { rulebook: 'house', overround, movement: movementStep(keyed) } as const
        const again = { ...options, movement: movementStep(Uint8Array.from(keyed)) }
        for (const { id, selections } of priceGame(params, game, options)) {
          for (const selection of selections) {
            expect(priceSelection({ ...params }, game, id, selection.id, again)).toEqual(selection)
          }
        }
      }),
      { numRuns: 20 },
    )
  })

  it('[MKT-35] [MKT-36] other bytes move the prices, in both directions, from the same base', () => {
    const params = scoreParams({ home: 0.47, draw: 0.27, away: 0.26 })
    const at = (first: number, second: number) =>
      priceSelection(params, game, '1x2', '1', {
        rulebook: 'house',
        overround,
        movement: movementStep(Uint8Array.of(first, 0, 0, 0, second, 0, 0, 0)),
      })
    const [low, high] = [at(255, 0), at(0, 255)]
    expect(low?.baseHundredths).toBe(high?.baseHundredths)
    expect(low?.oddsHundredths ?? 0).toBeLessThan(low?.baseHundredths ?? 0)
    expect(high?.oddsHundredths ?? 0).toBeGreaterThan(high?.baseHundredths ?? 0)
    expect(stepNumber(new Date(59_999))).toBe(1)
    expect(() => movementStep(new Uint8Array(7))).toThrow(RangeError)
  })

  it('[MKT-21] has no price for a selection that the game does not offer', () => {
    const params = scoreParams({ home: 0.47, draw: 0.27, away: 0.26 })
    const options = { rulebook: 'house', overround } as const
    expect(priceSelection(params, game, 'correct_score', '4-4', options)).toBeNull()
    expect(priceSelection(params, { ...game, knockout: false }, 'to_qualify', '1', options)).toBeNull()
  })
})

describe('same-game combinations', () => {
  const params = scoreParams({ home: 0.47, draw: 0.27, away: 0.26 })
  const options = { rulebook: 'industry', overroundPercent: 10 } as const
  const picks = (...texts: readonly string[]): readonly Pick[] =>
    texts.map((text) => {
      const [market = '', selectionId = ''] = text.split(' ')
      return { market: market as MarketId, selectionId }
    })

  it('[SLIP-05] is priced like the market that says the same', () => {
    const joint = jointProbability(params, picks('1x2 1', 'over_under over_2.5'), 'house')
    expect(joint).toBeCloseTo(p(params, '1x2_over_under', '1&over_2.5', 'house'), 12)
    const halves = jointProbability(params, picks('1x2 2', 'half_time_result 1'), 'industry')
    expect(halves).toBeCloseTo(p(params, 'ht_ft', '1/2', 'industry'), 12)
    expect(jointOdds(params, picks('1x2 1', 'over_under over_2.5'), options)).toEqual({
      ok: true,
      value: Math.floor(100 / ((joint ?? 1) * 1.1)),
    })
  })

  it.each([
    [['1x2 1', 'double_chance X2']],
    [['1x2 X', 'btts no', 'over_under over_0.5']],
    [['correct_score 1-0', 'half_time_result 2']],
    [['draw_no_bet 1', '1x2 X']],
    [['first_to_score away', 'clean_sheet home_yes']],
    [['to_qualify 2', 'win_to_nil home_yes']],
  ])('[SLIP-05] %j cannot happen', (texts) => {
    expect(jointOdds(params, picks(...texts), options)).toEqual({ ok: false, error: 'IMPOSSIBLE_COMBINATION' })
  })

  it.each([
    ['[SLIP-04]', ['over_under over_2.5', 'over_under under_3.5'], 'SAME_CATEGORY'],
    [
      '[SLIP-05]',
      [
        '1x2 1',
        'btts yes',
        'odd_even odd',
        'home_total 2',
        'away_total 1',
        'clean_sheet away_no',
        'winning_margin home_1',
      ],
      'TOO_MANY_SELECTIONS',
    ],
    ['[SLIP-05]', ['1x2 1', 'anytime_scorer p9'], 'MARKET_UNAVAILABLE'],
  ])('%s %j: %s', (_, texts, error) => {
    expect(jointOdds(params, picks(...texts), options)).toEqual({ ok: false, error })
  })

  it('[SLIP-05] [D27] two of which one says the other too pay what that one pays alone', () => {
    const own = (text: string, oddsHundredths: number) =>
      picks(text).map((pick) => ({ ...pick, oddsHundredths: odds(oddsHundredths) }))
    const alone = offeredOdds('1x2', '1', 0.47, 5) as number
    const pair = [...own('1x2 1', alone), ...own('double_chance 1X', 128)]
    expect(jointOdds(params, pair, options)).toEqual({ ok: true, value: alone })
    expect(jointOdds(params, picks('1x2 1', 'double_chance 1X'), options)).toEqual({ ok: true, value: 193 })
    // One that gives its stake back on a draw alone, and here leaves the other at its odds, is another bet.
    const mayBeVoid = [...own('draw_no_bet 1', 150), ...own('double_chance 1X', 128)]
    expect(jointOdds(params, mayBeVoid, options)).toEqual({ ok: true, value: 128 })
  })

  it('[SLIP-05] [D27] pays no less than any of its parts alone, nor than some of them together, and no more than is fair', () => {
    const several = fc.uniqueArray(fc.constantFrom(...everySelection), {
      minLength: 2,
      maxLength: 4,
      selector: ({ market }) => market,
    })
    fc.assert(
      fc.property(fairs, several, bytes, fc.constantFrom(...rulebooks), (fair, legs, keyed, rulebook) => {
        const model = scoreParams(fair)
        const asked = { rulebook, overroundPercent: 10 }
        const context = { rulebook, overround, movement: movementStep(keyed) }
        const offered = { ...game, favourite: favouriteOf(model) }
        const own = legs.map((leg) => {
          const price = priceSelection(model, offered, leg.market, leg.selectionId, context)
          return { ...leg, oddsHundredths: price?.oddsHundredths ?? null }
        })
        const priced = own.flatMap((leg) => (leg.oddsHundredths === null ? [] : [leg])) as PricedPick[]
        const joint = jointOdds(model, priced, asked)
        if (priced.length < own.length || !joint.ok) return
        const mostHundredths = 100 / (jointProbability(model, legs, rulebook) ?? 1)
        expect(joint.value).toBeLessThanOrEqual(mostHundredths)
        const certain = priced.filter((leg) => sharesFor(leg, rulebook, {})?.back === null)
        for (const leg of certain)
          expect(joint.value).toBeGreaterThanOrEqual(Math.min(leg.oddsHundredths, Math.floor(mostHundredths)))
        const fewer = jointOdds(model, priced.slice(1), asked)
        if (certain.length === priced.length && fewer.ok) expect(joint.value).toBeGreaterThanOrEqual(fewer.value)
      }),
      { numRuns: 60 },
    )
  })

  it('[SLIP-05] never pays above 1,000.00', () => {
    const rare = picks('home_total 6+', 'away_total 5', 'half_time_result 2')
    const joint = jointOdds(params, rare, options)
    expect(joint).toEqual({ ok: true, value: 100_000 })
  })

  it('[SLIP-05] [SETL-41] a void part leaves the rest at its price, and the combination is fair with that', () => {
    const legs = picks('draw_no_bet 1', 'btts yes')
    const fair = 1 / (jointProbability(params, legs, 'industry') ?? 1)
    const rest = 1 / p(params, 'btts', 'yes', 'industry')
    const bothWin = jointProbability(params, picks('1x2 1', 'btts yes'), 'industry') ?? 0
    const voidAndWin = jointProbability(params, picks('1x2 X', 'btts yes'), 'industry') ?? 0
    expect(bothWin * fair + voidAndWin * rest).toBeCloseTo(1, 10)
  })

  it('[SLIP-05] [SETL-41] what is left of a combination always has a price, and never one above the fair one', () => {
    const legs = (...texts: readonly string[]) =>
      picks(...texts).map((pick) => ({ ...pick, oddsHundredths: odds(103) }))
    const goals = scoreParams({ home: 0.96, draw: 0.03, away: 0.01, over25: 0.97 })
    const sure = legs('over_under over_0.5', 'double_chance 1X')
    expect(jointOdds(goals, sure, options)).toEqual({ ok: false, error: 'MARKET_UNAVAILABLE' })
    expect(remainingOdds(goals, sure, options)).toBe(103)
    expect(remainingOdds(goals, legs('btts yes'), options)).toBe(103)
    const open = legs('over_under over_2.5', '1x2 1')
    expect({ ok: true, value: remainingOdds(params, open, options) }).toEqual(jointOdds(params, open, options))
    expect(() => remainingOdds(params, legs('1x2 1', 'anytime_scorer nobody'), options)).toThrow('has no price')
  })

  it('[SLIP-05] pays no more than the rarest of its parts could, for any three selections', () => {
    const three = fc.uniqueArray(fc.constantFrom(...everySelection), {
      minLength: 3,
      maxLength: 3,
      selector: ({ market }) => market,
    })
    fc.assert(
      fc.property(fairs, three, (fair, legs) => {
        const model = scoreParams(fair)
        const joint = jointProbability(model, legs, 'house') ?? 0
        const parts = legs.map(({ market, selectionId }) => p(model, market, selectionId, 'house'))
        expect(joint).toBeLessThanOrEqual(Math.min(...parts) + 1e-12)
        expect(joint).toBeGreaterThanOrEqual(parts.reduce((a, b) => a + b, 0) - 2 - 1e-9)
      }),
      { numRuns: 30 },
    )
  })
})
