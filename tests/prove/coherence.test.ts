import { MARKETS, selectionIdsOf } from '@mupiira/domain/markets/catalogue.ts'
import { winnersOf } from '@mupiira/domain/markets/test-winners.ts'
import type { MarketId, Outcome, Rulebook } from '@mupiira/domain/markets/types.ts'
import { HIGHEST_OFFERED } from '@mupiira/domain/odds/odds.ts'
import type { OddsHundredths } from '@mupiira/domain/odds/odds.ts'
import { probabilityOf } from '@mupiira/domain/pricing/probability.ts'
import type { Pick, ScoreParams } from '@mupiira/domain/pricing/types.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { proofSize } from '../support/proof.ts'
import '../support/property-seed.ts'
import { bonus, combination, combined, paidFor, returnOf, singlesOf, withOutcomes } from './coherent-bets.ts'
import type { BackedBet, Bet } from './coherent-bets.ts'
import {
  bookmakersOdds,
  EVERY_PICK,
  gameOf,
  HIGHEST_SCORE,
  jointOutcomes,
  modelFrom,
  OUTCOMES,
  outcomesOf,
  RULEBOOKS,
  scenarioWeights,
  distinctScenarios,
} from './coherent-game.ts'
import { bestGuaranteedSet } from './guaranteed-win.ts'

// No price contradicts another, and no bet has a positive expected return.

const games = proofSize({ small: 16, full: 4_000 })
const rulebooks = fc.constantFrom(...RULEBOOKS)
const keyedBytes = fc.uint8Array({ minLength: 8, maxLength: 8 })

function price(params: ScoreParams, { market, selectionId }: Pick, rulebook: Rulebook): number {
  const p = probabilityOf(params, market, selectionId, rulebook, gameOf(params))
  if (p === null) throw new Error(`${market} ${selectionId} has no price`)
  return p
}

interface Mean {
  readonly won: number
  readonly back: number
}

const PARTS: Readonly<Record<Outcome, Mean>> = {
  won: { won: 1, back: 0 },
  'half-won': { won: 0.5, back: 0.5 },
  void: { won: 0, back: 1 },
  'half-lost': { won: 0, back: 0.5 },
  lost: { won: 0, back: 0 },
}

/** The expected winnings and refunds of a stake: the settlement rule applied to every scenario. */
const settledOnAverage = (pick: Pick, rulebook: Rulebook, weights: Float64Array): Mean =>
  jointOutcomes([pick], rulebook, weights).reduce(
    (mean, { outcomes, probability }) => {
      const part = PARTS[outcomes[0] as Outcome]
      return { won: mean.won + probability * part.won, back: mean.back + probability * part.back }
    },
    { won: 0, back: 0 },
  )

describe('probabilities', () => {
  it('[MKT-34] [D16] the probability of each selection is the expected value of its settlement over all scores', () => {
    fc.assert(
      fc.property(bookmakersOdds, rulebooks, (odds, rulebook) => {
        const params = modelFrom(odds)
        const weights = scenarioWeights(params)
        for (const pick of EVERY_PICK) {
          const { won, back } = settledOnAverage(pick, rulebook, weights)
          const name = `${pick.market} ${pick.selectionId}`
          expect(Math.abs(price(params, pick, rulebook) - won / (1 - back)), name).toBeLessThan(1e-9)
        }
      }),
      { numRuns: Math.ceil(games / 8) },
    )
  })

  it('[MKT-34] [D16] the probabilities of a market add up to its expected number of winners, counting voids proportionally', () => {
    fc.assert(
      fc.property(bookmakersOdds, rulebooks, (odds, rulebook) => {
        const params = modelFrom(odds)
        for (const { id } of MARKETS) {
          const selections = selectionIdsOf(id, gameOf(params))
          const sum = selections.reduce(
            (total, selectionId) => total + price(params, { market: id, selectionId }, rulebook),
            0,
          )
          const winners = winnersOf(id, rulebook)
          if (winners !== null) expect(Math.abs(sum - winners), id).toBeLessThan(1e-9)
        }
        const draw = price(params, { market: '1x2', selectionId: 'X' }, rulebook)
        const sides = ['1', '2'].map((selectionId) => price(params, { market: 'draw_no_bet', selectionId }, rulebook))
        const expected = rulebook === 'house' ? 1 + draw : 1
        expect(Math.abs(sides.reduce((a, b) => a + b, 0) - expected)).toBeLessThan(1e-9)
        const scores = EVERY_PICK.filter(({ market }) => market === 'correct_score')
        expect(scores.reduce((total, pick) => total + price(params, pick, rulebook), 0)).toBeLessThanOrEqual(1 + 1e-9)
      }),
      { numRuns: games },
    )
  })

  it('[MKT-34] [D16] the probabilities of complementary selections add up to one, and the probabilities of sub-cases add up to the probability of the whole case', () => {
    fc.assert(
      fc.property(bookmakersOdds, rulebooks, (odds, rulebook) => {
        const params = modelFrom(odds)
        for (const [full, market, ...parts] of PARTITIONS) {
          const sum = parts.reduce((total, selectionId) => total + price(params, { market, selectionId }, rulebook), 0)
          const expected = full === null ? 1 : price(params, full, rulebook)
          expect(Math.abs(sum - expected), `${market} ${parts.join(' ')}`).toBeLessThan(1e-9)
        }
      }),
      { numRuns: games },
    )
  })

  it('[MKT-33] [D16] higher home odds, all else equal, never raise the home probability and never lower the away probability', () => {
    fc.assert(
      fc.property(bookmakersOdds, fc.integer({ min: 1, max: 3_000 }), rulebooks, (odds, more, rulebook) => {
        const [before, after] = [modelFrom(odds), modelFrom({ ...odds, home: odds.home + more / 100 })]
        const of = (params: ScoreParams, selectionId: string): number =>
          price(params, { market: '1x2', selectionId }, rulebook)
        expect(of(after, '1')).toBeLessThanOrEqual(of(before, '1') + 1e-10)
        expect(of(after, '2')).toBeGreaterThanOrEqual(of(before, '2') - 1e-10)
      }),
      { numRuns: games * 5 },
    )
  })
})

/** Selections of one market that together cover the selection in the first element, or all outcomes (null). */
const PARTITIONS: readonly (readonly [Pick | null, MarketId, ...(readonly string[])])[] = [
  ...['0.5', '1.5', '2.5', '3.5'].map((line) => [null, 'over_under', `over_${line}`, `under_${line}`] as const),
  ...['0.5', '1.5', '2.5'].map((line) => [null, 'first_half_over_under', `over_${line}`, `under_${line}`] as const),
  ...['1.5', '2.5'].flatMap((line) => [
    [null, 'asian_handicap', `home_-${line}`, `away_+${line}`] as const,
    [null, 'asian_handicap', `home_+${line}`, `away_-${line}`] as const,
  ]),
  ...(['clean_sheet', 'win_to_nil'] as const).flatMap((market) =>
    ['home', 'away'].map((side) => [null, market, `${side}_yes`, `${side}_no`] as const),
  ),
  ...['1', 'X', '2'].flatMap((winner) => [
    [{ market: '1x2', selectionId: winner }, '1x2_btts', `${winner}&yes`, `${winner}&no`] as const,
    [{ market: '1x2', selectionId: winner }, '1x2_over_under', `${winner}&over_2.5`, `${winner}&under_2.5`] as const,
  ]),
  ...['1X', '12', 'X2'].map(
    (two) =>
      [
        { market: 'double_chance', selectionId: two },
        'double_chance_over_under',
        `${two}&over_2.5`,
        `${two}&under_2.5`,
      ] as const,
  ),
  [{ market: 'over_under', selectionId: 'over_2.5' }, '1x2_over_under', '1&over_2.5', 'X&over_2.5', '2&over_2.5'],
  [{ market: 'btts', selectionId: 'yes' }, '1x2_btts', '1&yes', 'X&yes', '2&yes'],
  [{ market: '1x2', selectionId: '1' }, 'winning_margin', 'home_1', 'home_2', 'home_3+'],
  [{ market: 'over_under', selectionId: 'under_1.5' }, 'total_goals', '0-1'],
  [{ market: 'over_under', selectionId: 'under_1.5' }, 'exact_goals', '0', '1'],
  [{ market: 'asian_handicap', selectionId: 'home_-2.5' }, 'winning_margin', 'home_3+'],
]

const combinations = fc.array(combination, { minLength: 8, maxLength: 8 })

/** The single bets and the combinations of one game, at odds of one point in time. */
const betsOn = (
  params: ScoreParams,
  rulebook: Rulebook,
  keyed: Uint8Array,
  sets: readonly (readonly Pick[])[],
): readonly Bet[] => [
  ...singlesOf(params, rulebook, keyed),
  ...sets.flatMap((picks) => combined(params, picks, rulebook, keyed) ?? []),
]

/**
 * The guaranteed minimum return of the best set of these bets over all scenarios up to 9–9. Scorer bets are excluded,
 * because another player can score in every scenario.
 */
function bestGuaranteedSetOf(bets: readonly Bet[], rulebook: Rulebook): ReturnType<typeof bestGuaranteedSet> {
  const known = bets.filter(({ picks }) => picks.every(({ market }) => market !== 'anytime_scorer'))
  const outcomeCases = distinctScenarios(rulebook)
  return bestGuaranteedSet(
    known.map((bet) => {
      const legs = bet.picks.map((pick) => outcomesOf(pick, rulebook))
      return Float64Array.from(outcomeCases, (outcomeCase) =>
        paidFor([bet], [legs.map((codes) => OUTCOMES[codes[outcomeCase] as number] as Outcome)]),
      )
    }),
  )
}

describe('offered odds', () => {
  it('[MKT-35] [MKT-37] [MKT-38] [MKT-39] [MKT-43] [D16] [D27] no set of bets on a game wins for every final score', () => {
    fc.assert(
      fc.property(bookmakersOdds, rulebooks, keyedBytes, combinations, (odds, rulebook, keyed, sets) => {
        expect(bestGuaranteedSetOf(betsOn(modelFrom(odds), rulebook, keyed, sets), rulebook).atLeast).toBeLessThan(1)
      }),
      { numRuns: Math.ceil(games / 10) },
    )
  })

  /*
   * The dual of the linear programme covers many more games: a set that wins in every score up to 9–9 would win on
   * average under every distribution of these scores. The model with higher scores mapped down is such a distribution,
   * and under it no bet has an expected return above its stake. So no such set exists for any amounts.
   */
  it('[MKT-43] [D16] [D27] there is a distribution of scores under which no bet has an expected return above its stake', () => {
    fc.assert(
      fc.property(bookmakersOdds, rulebooks, keyedBytes, combinations, (odds, rulebook, keyed, sets) => {
        const params = modelFrom(odds)
        const weights = scenarioWeights(params, HIGHEST_SCORE)
        for (const bet of betsOn(params, rulebook, keyed, sets)) {
          expect(bet.oddsHundredths).toBeLessThanOrEqual(HIGHEST_OFFERED)
          expect(returnOf([withOutcomes(bet, rulebook, weights)]), JSON.stringify(bet.picks)).toBeLessThan(1)
        }
      }),
      { numRuns: games },
    )
  })

  it('[D19] [D16] [SLIP-25] no bet on one to five games has an expected return of its stake or more, win bonus included', () => {
    const ticket = fc.array(fc.tuple(bookmakersOdds, keyedBytes, fc.option(combination)), {
      minLength: 1,
      maxLength: 5,
    })
    fc.assert(
      fc.property(ticket, rulebooks, (drawn, rulebook) => {
        const backed = drawn.map(([odds, keyed, picks]) => {
          const params = modelFrom(odds)
          const weights = scenarioWeights(params)
          const joint = picks === null ? null : combined(params, picks, rulebook, keyed)
          if (joint !== null) return withOutcomes(joint, rulebook, weights)
          return bestBet(singlesOf(params, rulebook, keyed).map((bet) => withOutcomes(bet, rulebook, weights)))
        })
        expect(returnOf(backed)).toBeLessThan(1)
      }),
      { numRuns: Math.ceil(games / 4) },
    )
  })

  /**
   * The best bet for a player who knows the model: of those that count for the bonus, the one with the highest return.
   */
  function bestBet(singles: readonly BackedBet[]): BackedBet {
    const counting = singles.filter(({ oddsHundredths }) => oddsHundredths >= bonus.minOddsHundredths)
    return counting.reduce((best, single) => (returnOf([single]) > returnOf([best]) ? single : best))
  }
})

describe('the proof itself', () => {
  const params = modelFrom({ home: 1.5, draw: 4.4, away: 7 })
  const weights = scenarioWeights(params, HIGHEST_SCORE)
  const singles = singlesOf(params, 'house', new Uint8Array(8).fill(128))

  it('[MKT-43] the arbitrage search of this proof finds a guaranteed win, with its stakes, if one price is too high', () => {
    const away: Pick = { market: 'double_chance', selectionId: 'X2' }
    const isAway = ({ picks: [pick] }: Bet): boolean =>
      pick?.market === away.market && pick.selectionId === away.selectionId
    const raised = singles.map((bet) =>
      isAway(bet) ? { ...bet, oddsHundredths: Math.ceil(bet.oddsHundredths * 1.25) as OddsHundredths } : bet,
    )
    expect(bestGuaranteedSetOf(singles, 'house').atLeast).toBeLessThan(1)
    const { atLeast, parts } = bestGuaranteedSetOf(raised, 'house')
    expect(atLeast).toBeGreaterThan(1)
    expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(1, 6)
    expect(parts[raised.findIndex(isAway)]).toBeGreaterThan(0.1)
  })

  it('[D27] the arbitrage search of this proof detects prices of dependent selections that were multiplied', () => {
    const picks: readonly Pick[] = [
      { market: '1x2', selectionId: '1' },
      { market: 'win_to_nil', selectionId: 'home_yes' },
      { market: 'clean_sheet', selectionId: 'home_yes' },
    ]
    const product = picks.reduce((odds, { market, selectionId }) => {
      const single = singles.find(({ picks: [pick] }) => pick?.market === market && pick.selectionId === selectionId)
      return (odds * (single?.oddsHundredths ?? 100)) / 100
    }, 100)
    const bet = { picks, oddsHundredths: Math.floor(product) as OddsHundredths }
    expect(returnOf([withOutcomes(bet, 'house', weights)])).toBeGreaterThan(1)
  })

  it('[MKT-37] [MKT-38] [MKT-39] the arbitrage search of this proof detects a price that was raised to a minimum', () => {
    const over: Pick = { market: 'over_under', selectionId: 'over_2.5' }
    const goals = modelFrom({ home: 1.5, draw: 4.4, away: 7, over25: 1.3, under25: 3.6 })
    const bet = { picks: [over], oddsHundredths: 150 as OddsHundredths }
    expect(returnOf([withOutcomes(bet, 'house', scenarioWeights(goals, HIGHEST_SCORE))])).toBeGreaterThan(1)
    // The product offers the model's own price below the clamp (D16a), not a raised price.
    const offered = singlesOf(goals, 'house', new Uint8Array(8)).find(
      ({ picks: [pick] }) => pick?.selectionId === 'over_2.5',
    )
    expect(offered?.oddsHundredths).toBeLessThan(150)
  })

  it('[MKT-34] the settlement table of this proof contains voids under one rulebook and winners under the other rulebook', () => {
    const drawNoBet: Pick = { market: 'draw_no_bet', selectionId: '1' }
    const count = (rulebook: Rulebook, wanted: Outcome): number =>
      outcomesOf(drawNoBet, rulebook).filter((code) => OUTCOMES[code] === wanted).length
    expect(count('industry', 'void')).toBeGreaterThan(0)
    expect(count('house', 'void')).toBe(0)
    expect(count('house', 'won')).toBe(count('industry', 'won') + count('industry', 'void'))
  })
})
