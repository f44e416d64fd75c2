import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { proofSize } from '../../../../tests/support/proof.ts'
import { MARKETS } from '../markets/catalogue.ts'
import type { GameForMarkets } from '../markets/types.ts'
import { DEFAULT_SETTINGS } from '../settings/catalogue.ts'
import { fitModel } from './fit.ts'
import { type InPlayState, inPlayExpectation } from './in-play.ts'
import { fairMatch } from './margin.ts'
import { priceInPlay } from './price-in-play.ts'
import type { ScoreParams } from './types.ts'

const GAME: GameForMarkets = {
  sport: 'soccer',
  homeTeam: 'Express',
  awayTeam: 'Villa',
  knockout: true,
  favourite: 'home',
  drawPossible: true,
  players: [],
}
const OPTIONS = {
  rulebook: 'house',
  overround: DEFAULT_SETTINGS.overround,
  margin: DEFAULT_SETTINGS.in_play_margin,
} as const

function paramsOf(home: number, draw: number, away: number): ScoreParams {
  const fair = fairMatch({ home, draw, away })
  const params = fair.ok ? fitModel(fair.value, 'soccer') : null
  if (params?.kind !== 'score') throw new Error('no model')
  return params
}

const at = (change: Partial<InPlayState>): InPlayState => ({
  phase: 'second-half',
  minute: 60,
  score: { home: 0, away: 0 },
  halfTime: { home: 0, away: 0 },
  firstToScore: null,
  redCards: { home: 0, away: 0 },
  scorers: [],
  ...change,
})

const EVEN = paramsOf(2.5, 3.3, 2.8)

const oddsOf = (state: InPlayState, market: string, selection: string): number | null | undefined =>
  priceInPlay(EVEN, state, GAME, OPTIONS)
    .find(({ id }) => id === market)
    ?.selections.find(({ id }) => id === selection)?.oddsHundredths

const goals = fc.integer({ min: 0, max: 4 })
const states = fc
  .record({ minute: fc.integer({ min: 1, max: 94 }), first: fc.tuple(goals, goals), second: fc.tuple(goals, goals) })
  .map(({ minute, first: [home, away], second }) => {
    const isFirst = minute <= 45
    const score = isFirst ? { home, away } : { home: home + second[0], away: away + second[1] }
    const firstToScore = score.home === 0 ? (score.away === 0 ? null : ('away' as const)) : ('home' as const)
    return at({
      phase: isFirst ? 'first-half' : 'second-half',
      minute,
      score,
      halfTime: isFirst ? null : { home, away },
      firstToScore,
    })
  })
const models = fc
  .tuple(fc.integer({ min: 120, max: 900 }), fc.integer({ min: 120, max: 900 }))
  .map(([home, away]) => paramsOf(home / 100, 3.6, away / 100))

describe('prices in play', () => {
  it('[INP-04] no price in play exceeds the fair odds, and each market with one winner has a margin', () => {
    fc.assert(
      fc.property(models, states, (params, state) => {
        for (const { id, selections } of priceInPlay(params, state, GAME, OPTIONS)) {
          for (const { id: selectionId, oddsHundredths, probability } of selections) {
            if (oddsHundredths === null || probability === null) continue
            expect((oddsHundredths / 100) * probability).toBeLessThan(1)
            const expected = inPlayExpectation(params, [{ market: id, selectionId }], 'house', state)
            const returned = expected?.([false]) ?? 0
            expect((expected?.([true]) ?? 0) / (1 - returned)).toBeCloseTo(probability, 9)
          }
        }
      }),
      { numRuns: proofSize({ small: 12, full: 300 }) },
    )
  })

  it('[INP-02] prices of 1, X and 2 sum to a book of at least the margin', () => {
    fc.assert(
      fc.property(models, states, (params, state) => {
        const [main] = priceInPlay(params, state, GAME, OPTIONS)
        const prices = main?.selections.map(({ oddsHundredths }) => oddsHundredths) ?? []
        if (prices.some((price) => price === null)) return
        const book = prices.reduce<number>((sum, price) => sum + 100 / (price ?? 0), 0)
        expect(book).toBeGreaterThanOrEqual(1.07)
      }),
      { numRuns: proofSize({ small: 12, full: 300 }) },
    )
  })

  it.each([
    ['a total that is passed', 'over_under', 'over_2.5', { score: { home: 2, away: 1 }, firstToScore: 'home' }],
    [
      'a total that can no longer be reached',
      'over_under',
      'under_2.5',
      { score: { home: 2, away: 1 }, firstToScore: 'home' },
    ],
    ['both teams have scored', 'btts', 'yes', { score: { home: 1, away: 1 }, firstToScore: 'home' }],
    ['both teams have scored', 'btts', 'no', { score: { home: 1, away: 1 }, firstToScore: 'home' }],
    ['an impossible score', 'correct_score', '1-0', { score: { home: 2, away: 0 }, firstToScore: 'home' }],
    ['a half that is over', 'half_time_result', 'X', {}],
    ['a half that is over', 'first_half_over_under', 'under_1.5', {}],
    ['the first goal', 'first_to_score', 'home', { score: { home: 1, away: 0 }, firstToScore: 'home' }],
    [
      'an unknown half-time score',
      'ht_ft',
      '1/1',
      { halfTime: null, score: { home: 2, away: 0 }, firstToScore: 'home' },
    ],
    ['an unknown first goal', 'first_to_score', 'away', { score: { home: 1, away: 1 } }],
    ['a score beyond the model', '1x2', '1', { score: { home: 13, away: 0 }, halfTime: { home: 0, away: 0 } }],
  ] as const)(
    '[INP-02] closes a selection that is decided or cannot be priced: %s (%s %s)',
    (_title, market, selection, change) => {
      expect(oddsOf(at(change as Partial<InPlayState>), market, selection)).toBeNull()
    },
  )

  it('[INP-02] offers every market that is open at half time of a goalless game', () => {
    const open = priceInPlay(EVEN, at({ phase: 'half-time', minute: 45 }), GAME, OPTIONS)
      .filter(({ selections }) => selections.some(({ oddsHundredths }) => oddsHundredths !== null))
      .map(({ id }) => id)
    const closed = MARKETS.map(({ id }) => id).filter((id) => !open.includes(id))
    expect(closed).toEqual(['anytime_scorer', 'first_half_over_under', 'half_time_result'])
  })

  it('[INP-02] the limits of Over and Under 2.5 before the start do not apply in play', () => {
    expect(oddsOf(at({ minute: 85 }), 'over_under', 'over_2.5')).toBeGreaterThan(290)
  })

  it('[INP-03] the price of a leading team falls with time', () => {
    const prices = [50, 60, 70, 80].map((minute) =>
      oddsOf(at({ minute, score: { home: 1, away: 0 }, firstToScore: 'home' }), '1x2', '1'),
    )
    expect(prices).toEqual(prices.toSorted((a, b) => (b ?? 0) - (a ?? 0)))
    expect(new Set(prices).size).toBe(4)
  })
})
