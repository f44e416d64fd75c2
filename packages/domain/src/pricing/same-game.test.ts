import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MarketId } from '../markets/types.ts'
import { odds } from '../odds/odds.ts'
import { movementStep } from './movement.ts'
import { offeredOdds } from './offered.ts'
import { favouriteOf, priceSelection } from './price-game.ts'
import { sharesFor } from './probability.ts'
import { jointOdds, jointProbability, type PricedPick, remainingOdds } from './same-game.ts'
import {
  keyedBytes,
  everySelection,
  fairMatches,
  game,
  overround,
  modelProbability,
  rulebooks,
  scoreParams,
} from './test-prices.ts'
import type { Pick } from './types.ts'

describe('same-game combinations', () => {
  const params = scoreParams({ home: 0.47, draw: 0.27, away: 0.26 })
  const options = { rulebook: 'industry', overroundPercent: 10 } as const
  const picks = (...texts: readonly string[]): readonly Pick[] =>
    texts.map((text) => {
      const [market = '', selectionId = ''] = text.split(' ')
      return { market: market as MarketId, selectionId }
    })

  it('[SLIP-05] a same-game combination costs the same as the market selection with the same meaning', () => {
    const joint = jointProbability(params, picks('1x2 1', 'over_under over_2.5'), 'house')
    expect(joint).toBeCloseTo(modelProbability(params, '1x2_over_under', '1&over_2.5', 'house'), 12)
    const halves = jointProbability(params, picks('1x2 2', 'half_time_result 1'), 'industry')
    expect(halves).toBeCloseTo(modelProbability(params, 'ht_ft', '1/2', 'industry'), 12)
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
  ])('[SLIP-05] the contradictory selections %j of one game cannot be combined', (texts) => {
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
  ])('%s the same-game combination %j is refused with %s', (_, texts, error) => {
    expect(jointOdds(params, picks(...texts), options)).toEqual({ ok: false, error })
  })

  it('[SLIP-05] [D27] a same-game combination in which one selection implies the other has the odds of the less likely selection', () => {
    const own = (text: string, oddsHundredths: number) =>
      picks(text).map((pick) => ({ ...pick, oddsHundredths: odds(oddsHundredths) }))
    const alone = offeredOdds('1x2', '1', 0.47, 5) as number
    const pair = [...own('1x2 1', alone), ...own('double_chance 1X', 128)]
    expect(jointOdds(params, pair, options)).toEqual({ ok: true, value: alone })
    expect(jointOdds(params, picks('1x2 1', 'double_chance 1X'), options)).toEqual({ ok: true, value: 193 })
    // Draw No Bet returns its stake on a draw and leaves the other leg at its own odds, so the bets differ.
    const mayBeVoid = [...own('draw_no_bet 1', 150), ...own('double_chance 1X', 128)]
    expect(jointOdds(params, mayBeVoid, options)).toEqual({ ok: true, value: 128 })
  })

  it('[SLIP-05] [D27] a same-game combination pays at least as much as any subset of its selections, and at most the fair price', () => {
    const several = fc.uniqueArray(fc.constantFrom(...everySelection), {
      minLength: 2,
      maxLength: 4,
      selector: ({ market }) => market,
    })
    fc.assert(
      fc.property(fairMatches, several, keyedBytes, fc.constantFrom(...rulebooks), (fair, legs, keyed, rulebook) => {
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
        const certain = priced.filter((leg) => sharesFor(leg, rulebook, {})?.returned === null)
        for (const leg of certain)
          expect(joint.value).toBeGreaterThanOrEqual(Math.min(leg.oddsHundredths, Math.floor(mostHundredths)))
        const fewer = jointOdds(model, priced.slice(1), asked)
        if (certain.length === priced.length && fewer.ok) expect(joint.value).toBeGreaterThanOrEqual(fewer.value)
      }),
      { numRuns: 60 },
    )
  })

  it('[SLIP-05] same-game combinations never pay above 1,000.00', () => {
    const rare = picks('home_total 6+', 'away_total 5', 'half_time_result 2')
    const joint = jointOdds(params, rare, options)
    expect(joint).toEqual({ ok: true, value: 100_000 })
  })

  it('[SLIP-05] [SETL-41] a same-game combination with a void selection is repriced from the remaining selections, at most at fair odds', () => {
    const legs = picks('draw_no_bet 1', 'btts yes')
    const fair = 1 / (jointProbability(params, legs, 'industry') ?? 1)
    const rest = 1 / modelProbability(params, 'btts', 'yes', 'industry')
    const bothWin = jointProbability(params, picks('1x2 1', 'btts yes'), 'industry') ?? 0
    const voidAndWin = jointProbability(params, picks('1x2 X', 'btts yes'), 'industry') ?? 0
    expect(bothWin * fair + voidAndWin * rest).toBeCloseTo(1, 10)
  })

  it('[SLIP-05] [SETL-41] the remaining selections of a same-game combination always have odds between 1.03 and the fair odds', () => {
    const legs = (...texts: readonly string[]) =>
      picks(...texts).map((pick) => ({ ...pick, oddsHundredths: odds(103) }))
    const goals = scoreParams({ home: 0.96, draw: 0.03, away: 0.01, over25: 0.97 })
    const sure = legs('over_under over_0.5', 'double_chance 1X')
    expect(jointOdds(goals, sure, options)).toEqual({ ok: false, error: 'MARKET_UNAVAILABLE' })
    expect(remainingOdds(goals, sure, options)).toBe(103)
    expect(remainingOdds(goals, legs('btts yes'), options)).toBe(103)
    const open = legs('over_under over_2.5', '1x2 1')
    expect({ ok: true, value: remainingOdds(params, open, options) }).toEqual(jointOdds(params, open, options))
    expect(() => remainingOdds(params, legs('1x2 1', 'anytime_scorer nobody'), options)).toThrow('have no price')
  })

  it('[SLIP-05] the joint probability of any three selections is at most the lowest of their probabilities', () => {
    const three = fc.uniqueArray(fc.constantFrom(...everySelection), {
      minLength: 3,
      maxLength: 3,
      selector: ({ market }) => market,
    })
    fc.assert(
      fc.property(fairMatches, three, (fair, legs) => {
        const model = scoreParams(fair)
        const joint = jointProbability(model, legs, 'house') ?? 0
        const parts = legs.map(({ market, selectionId }) => modelProbability(model, market, selectionId, 'house'))
        expect(joint).toBeLessThanOrEqual(Math.min(...parts) + 1e-12)
        expect(joint).toBeGreaterThanOrEqual(parts.reduce((a, b) => a + b, 0) - 2 - 1e-9)
      }),
      { numRuns: 30 },
    )
  })
})
