import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bonusPercentFor, bonusRule, countQualifying } from '../ticket/totals.ts'
import { odds } from './odds.ts'
import { acceptsChange, canPayRequestedOdds, ODDS_POLICIES, oddsPolicyOf, type OddsOfGame } from './odds-policy.ts'

describe('the odds policy', () => {
  it.each([
    ['none', ['same']],
    ['better', ['same', 'better']],
    ['any', ['same', 'better', 'worse']],
  ] as const)('[INP-07] policy %s accepts these totals: %s', (policy, accepted) => {
    const changes = ['same', 'better', 'worse'] as const
    expect(changes.filter((change) => acceptsChange(policy, change))).toEqual(accepted)
  })

  it.each([
    ['nothing', {}, 'better'],
    ['changes accepted', { acceptOddsChanges: true }, 'any'],
    ['changes not accepted', { acceptOddsChanges: false }, 'better'],
    ['a policy beside the older field', { oddsPolicy: 'none', acceptOddsChanges: true }, 'none'],
  ] as const)('[INP-07] a bet with %s has the policy $2', (_, bet, policy) => {
    expect(oddsPolicyOf(bet)).toBe(policy)
    expect(ODDS_POLICIES).toContain(policy)
  })
})

const game = (requested: number, current: number, fairHundredths: number | null): OddsOfGame => ({
  requested: odds(requested),
  current: odds(current),
  fairHundredths,
})

const BONUS = bonusRule(1.2)

describe('the requested odds of a delayed bet', () => {
  it.each<[string, readonly OddsOfGame[], boolean]>([
    ['equal odds', [game(200, 200, 214)], true],
    ['better current odds', [game(200, 205, 219)], true],
    ['better current odds of a combination', [game(200, 205, null)], true],
    ['worse current odds, requested odds within the margin', [game(200, 195, 208)], true],
    ['requested odds equal to the fair odds', [game(200, 190, 200)], true],
    ['requested odds above the fair odds', [game(200, 185, 199.9)], false],
    ['worse current odds without known fair odds', [game(200, 195, null)], false],
    ['a better total, one leg above its fair odds', [game(300, 150, 160), game(150, 160, 170)], false],
    ['a better current total, one leg above its fair odds', [game(170, 150, 160), game(150, 190, 200)], false],
    ['a better total, one leg with better current odds', [game(210, 200, 214), game(150, 151, null)], true],
    ['two legs at their fair odds', [1, 2].map(() => game(200, 190, 200)), true],
    ['three legs at their fair odds and the win bonus', [1, 2, 3].map(() => game(200, 190, 200)), false],
    ['three legs below their fair odds by the win bonus', [1, 2, 3].map(() => game(200, 190, 202.1)), true],
    ['three legs at fair odds too low for the win bonus', [1, 2, 3].map(() => game(119, 115, 119)), true],
    [
      'five legs, two of them with better current odds',
      [...[1, 2, 3].map(() => game(200, 190, 200)), ...[1, 2].map(() => game(200, 210, 220))],
      true,
    ],
  ])('[INP-07] [INP-04] [SLIP-25] can be paid with %s: $2', (_, games, expected) => {
    expect(canPayRequestedOdds(games, BONUS)).toBe(expected)
  })

  it('[INP-04] [INP-07] [COUT-05] [SLIP-25] never return more than the stake on average, win bonus included', () => {
    const leg = fc.record({
      probability: fc.double({ min: 0.02, max: 0.95, noNaN: true }),
      margin: fc.double({ min: 0.05, max: 0.3, noNaN: true }),
      // Most odds are close to the fair ones, where the bonus decides.
      drift: fc.oneof(fc.double({ min: 0.7, max: 1.4, noNaN: true }), fc.double({ min: 1, max: 1.06, noNaN: true })),
    })
    fc.assert(
      fc.property(fc.array(leg, { minLength: 1, maxLength: 6 }), (legs) => {
        const games = legs.map(({ probability, margin, drift }) => {
          const fair = 100 / probability
          const current = Math.max(101, Math.floor(fair / (1 + margin)))
          return { probability, of: game(Math.max(101, Math.floor(current * drift)), current, fair) }
        })
        const offered = games.filter(({ of, probability }) => (of.current * probability) / 100 <= 1)
        fc.pre(offered.length > 0)
        const usesRequested = canPayRequestedOdds(
          offered.map(({ of }) => of),
          BONUS,
        )
        const accepted = offered.map(({ of }) => (usesRequested ? of.requested : of.current))
        const bonus = bonusPercentFor(countQualifying(accepted, BONUS))
        const expectation = offered.reduce(
          (product, { probability }, at) => {
            return (product * probability * (accepted[at] ?? 0)) / 100
          },
          1 + bonus / 100,
        )
        expect(expectation).toBeLessThanOrEqual(1 + 1e-9)
      }),
    )
  })
})
