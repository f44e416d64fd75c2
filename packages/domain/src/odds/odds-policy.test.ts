import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { odds } from './odds.ts'
import { acceptsChange, ODDS_POLICIES, oddsPolicyOf, type OddsOfGame, paysRequestedOdds } from './odds-policy.ts'

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

describe('requested or current odds', () => {
  it.each<[string, readonly OddsOfGame[], boolean]>([
    ['equal odds', [game(200, 200, 214)], false],
    ['better current odds', [game(200, 205, 219)], false],
    ['worse current odds, requested odds within the margin', [game(200, 195, 208)], true],
    ['requested odds equal to the fair odds', [game(200, 190, 200)], true],
    ['requested odds above the fair odds', [game(200, 185, 199.9)], false],
    ['worse current odds without known fair odds', [game(200, 195, null)], false],
    ['a better total, one leg above its fair odds', [game(300, 150, 160), game(150, 160, 170)], false],
    ['a better total, one leg with better current odds', [game(210, 200, 214), game(150, 151, null)], true],
  ])('[INP-07] [INP-04] the bet gets the requested odds with %s: $2', (_, games, expected) => {
    expect(paysRequestedOdds(games)).toBe(expected)
  })

  it('[INP-04] [INP-07] [COUT-05] the accepted odds never return more than the stake on average, and the bet gets the better total unless that would', () => {
    const leg = fc.record({
      probability: fc.double({ min: 0.02, max: 0.95, noNaN: true }),
      margin: fc.double({ min: 0.05, max: 0.3, noNaN: true }),
      drift: fc.double({ min: 0.7, max: 1.4, noNaN: true }),
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
        const usesRequested = paysRequestedOdds(offered.map(({ of }) => of))
        const accepted = offered.map(({ of }) => (usesRequested ? of.requested : of.current))
        const expectation = offered.reduce((product, { probability }, at) => {
          return (product * probability * (accepted[at] ?? 0)) / 100
        }, 1)
        expect(expectation).toBeLessThanOrEqual(1 + 1e-9)
      }),
    )
  })
})
