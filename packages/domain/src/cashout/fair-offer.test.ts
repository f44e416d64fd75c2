import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Outcome } from '../markets/types.ts'
import { type Ugx, ugxFromShillings, ugxToNumber } from '../money/ugx.ts'
import { odds } from '../odds/odds.ts'
import { expectedShares, sharesFor } from '../pricing/probability.ts'
import type { ScoreParams } from '../pricing/types.ts'
import { decideTicket } from '../ticket/decide.ts'
import { cappedMean } from './capped-mean.ts'
import { type CashoutGame, cashoutOffer, type CashoutTicket } from './offer.ts'

const PARAMS: ScoreParams = {
  kind: 'score',
  version: 1,
  homeRate: 1.6,
  awayRate: 1.1,
  drawWeight: 0,
  bothScoreWeight: 0,
  spread: 1,
}
const NOW = new Date('2026-11-21T15:00:00Z')
const DRAW_NO_BET = { market: 'draw_no_bet', selectionId: '1' } as const

/** A possible ending of a game: its probability and the outcome of every leg. */
type Ending = { readonly chance: number; readonly outcomes: readonly Outcome[] }
type Given = { readonly game: CashoutGame; readonly endings: readonly Ending[] }

const HOME = { market: '1x2', selectionId: '1' } as const
const plain = (at: number, game: Pick<CashoutGame, 'legs' | 'progress'>): CashoutGame => ({
  ...game,
  oddsHundredths: odds(at),
  repriced: () => odds(Math.max(101, Math.floor(at / 2))),
})

function decided(at: number, ...outcomes: readonly Outcome[]): Given {
  const legs = outcomes.map((outcome) => ({ ...HOME, outcome }))
  return { game: plain(at, { legs, progress: { kind: 'decided' } }), endings: [{ chance: 1, outcomes }] }
}

/** A leg that is won or lost. */
function match(at: number, home: number): Given {
  const params = { kind: 'winner', version: 1, home, draw: 0, away: 1 - home } as const
  const progress = { kind: 'upcoming', params, baseThen: at, baseNow: at, isQuoteFresh: true } as const
  const endings: Ending[] = [
    { chance: home, outcomes: ['won'] },
    { chance: 1 - home, outcomes: ['lost'] },
  ]
  return { game: plain(at, { legs: [{ ...HOME, outcome: null }], progress }), endings }
}

/** A leg that is won, void or lost; `others` are settled legs of the same game. */
function drawNoBet(at: number, ...others: readonly Outcome[]): Given {
  const shares = sharesFor(DRAW_NO_BET, 'industry', {})
  if (shares === null) throw new Error('it has a price')
  const { win, returned } = expectedShares(PARAMS, shares)
  const progress = { kind: 'upcoming', params: PARAMS, baseThen: at, baseNow: at, isQuoteFresh: true } as const
  const legs = [{ ...DRAW_NO_BET, outcome: null }, ...others.map((outcome) => ({ ...HOME, outcome }))]
  const chances = [
    ['won', win],
    ['void', returned],
    ['lost', 1 - win - returned],
  ] as const
  return {
    game: plain(at, { legs, progress }),
    endings: chances.map(([outcome, chance]) => ({ chance, outcomes: [outcome, ...others] })),
  }
}

const ticketOf = (given: readonly Given[], stakeUgx: Ugx, maxPayoutUgx: Ugx): CashoutTicket => ({
  stakeUgx,
  potentialReturnUgx: maxPayoutUgx,
  maxPayoutUgx,
  rulebook: 'industry',
  placedAt: NOW,
  games: given.map(({ game }) => game),
})

/** The mean payout of settlement over every ending of the open legs. A cash-out loses the bonus. */
function meanPayout(given: readonly Given[], stakeUgx: Ugx, maxPayoutUgx: Ugx): number {
  const terms = { stakeUgx, maxPayoutUgx, bonus: { minOddsHundredths: 120 }, bonusPercent: 0 }
  const all = given.reduce<{ chance: number; outcomes: readonly (readonly Outcome[])[] }[]>(
    (sofar, { endings }) =>
      sofar.flatMap((before) =>
        endings.map(({ chance, outcomes }) => ({
          chance: before.chance * chance,
          outcomes: [...before.outcomes, outcomes],
        })),
      ),
    [{ chance: 1, outcomes: [] }],
  )
  return all.reduce((sum, { chance, outcomes }) => {
    const games = given.map(({ game: { oddsHundredths, repriced } }, at) => ({
      oddsHundredths,
      repriced,
      outcomes: outcomes[at] ?? [],
    }))
    return sum + chance * ugxToNumber(decideTicket(games, terms).payoutUgx)
  }, 0)
}

const offered = (given: readonly Given[], stake: number, most: number, margin: number): number => {
  const offer = cashoutOffer(ticketOf(given, ugxFromShillings(stake), ugxFromShillings(most)), margin, NOW)
  return offer.ok ? ugxToNumber(offer.value) : 0
}

describe('the fair value of a ticket capped by the maximum payout', () => {
  it('[TICK-38] the fair value of a ticket capped by the maximum payout is computed from the remaining legs once a leg is void', () => {
    const legs = (outcome: Outcome) => [decided(1_000, 'won'), decided(10_000, outcome), match(190, 0.5)]
    expect(offered(legs('won'), 1_000_000, 500_000_000, 5)).toBe(237_500_000)
    expect(offered(legs('void'), 1_000_000, 500_000_000, 5)).toBe(9_025_000)
  })

  const at = fc.integer({ min: 101, max: 3_000 })
  const ended = fc.constantFrom<Outcome>('won', 'void', 'void', 'half-won', 'half-lost')
  const game = fc.oneof(
    fc.tuple(at, ended).map(([each, outcome]) => decided(each, outcome)),
    fc.tuple(at, ended, ended).map(([each, ...outcomes]) => decided(each, ...outcomes)),
    fc.tuple(at, fc.integer({ min: 1, max: 99 })).map(([each, percent]) => match(each, percent / 100)),
    at.map((each) => drawNoBet(each)),
    fc.tuple(at, ended).map(([each, outcome]) => drawNoBet(each, outcome)),
  )

  it('[TICK-38] [TICK-39] [SLIP-71] the fair value of a ticket capped by the maximum payout is the mean of all possible settlement payouts, with and without cap, void legs and half-void legs', () => {
    fc.assert(
      fc.property(
        fc.array(game, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 100_000, max: 100_000_000 }),
        (games, most) => {
          const given = [decided(150, 'won'), ...games]
          const stake = 100_000
          const mean = meanPayout(given, ugxFromShillings(stake), ugxFromShillings(most))
          const offer = offered(given, stake, most, 0)
          expect(offer).toBeGreaterThanOrEqual(mean - 0.02)
          expect(offer).toBeLessThanOrEqual(mean + 0.02)
        },
      ),
    )
  })

  it('[TICK-38] the fair value of a ticket capped by the maximum payout is nearly exact for 45 games that can each become void', () => {
    const games = Array.from({ length: 45 }, (_, each) => [
      { factor: 1.2 + each / 97, chance: 0.7 },
      { factor: 1, chance: 0.28 },
    ])
    // The expected value comes from a run with four times as many products.
    expect(cappedMean(games, 50_000) / 17_108.31).toBeCloseTo(1, 4)
    expect(cappedMean(games, 500) / 201.4386).toBeCloseTo(1, 4)
  })

  it('[TICK-38] outcomes that pay nothing or cannot happen do not change the fair value', () => {
    const games = Array.from({ length: 12 }, (_, each) => [
      { factor: 1.2 + each / 97, chance: 0.7 },
      { factor: 1, chance: 0.28 },
    ])
    const withOthers = games.map((game) => [{ factor: 0, chance: 0.02 }, { factor: 900, chance: 0 }, ...game])
    expect(cappedMean(withOthers, 50)).toBe(cappedMean(games, 50))
  })

  it('[SLIP-71] each of a few possible payouts is rounded down by itself, however close they are', () => {
    const ways = [
      { factor: 1.999, chance: 0.25 },
      { factor: 2.001, chance: 0.25 },
      { factor: 1_000, chance: 0.001 },
    ]
    expect(cappedMean([ways], 10_000)).toBeCloseTo(0.25 * 1.99 + 0.25 * 2 + 1, 9)
  })
})
